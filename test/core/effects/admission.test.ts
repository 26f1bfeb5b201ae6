import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Applicant, admit } from '../../../src/core/effects/admission.ts';
import { addsUp } from '../../../src/core/effects/class-of-call.ts';
import { keyOf } from '../../../src/core/effects/effect-identity.ts';
import { EffectLedger, happeningOf } from '../../../src/core/effects/ledger.ts';
import { settlementOf } from '../../../src/core/effects/settlement.ts';
import { waitsFor } from '../../../src/core/effects/write-barrier.ts';
import type { EffectEvent } from '../../../src/core/events/effect-event.ts';
import { effectClasses } from '../../../src/core/model/effect-class.ts';
import { ended, failed, requested } from './requested.ts';

const call = (more: Partial<Applicant>): Applicant => ({
  ...{ scope: 'run', primitive: 'pay', class: 'write', identity: 'i1', takeover: false, distinct: null, underWay: new Set<number>() },
  ...more,
});

const key = (count: number, identity = 'i1') => keyOf('run', 'pay', identity, count);
const done = (op: number, count: number, identity = 'i1'): EffectEvent[] => [
  requested({ op, count, identity, key: key(count, identity) }),
  ended(op),
];

test.each<[string, EffectEvent[], Partial<Applicant>, object]>([
  ['the first call', [], {}, { how: 'perform', count: 0, key: key(0) }],
  ['an equal one is another effect', done(1, 0), {}, { how: 'perform', count: 1, key: key(1) }],
  ['one in doubt is settled', [requested({ key: key(0) }), failed(1, 'in_doubt')], {}, { how: 'settle', count: 0, key: key(0) }],
  ['a distinct one is not', [requested({ key: key(0) }), failed(1, 'in_doubt')], { distinct: 'x' }, { how: 'perform', count: 1 }],
  ['one under way is not in doubt', [requested({ key: key(0) })], { underWay: new Set([1]) }, { how: 'perform', count: 1 }],
  ['a takeover gets the receipt', done(1, 0), { takeover: true }, { how: 'receipt', count: 0 }],
  ['a takeover has another one held', done(1, 0), { takeover: true, identity: 'i2' }, { how: 'hold', count: 0 }],
  ['a distinct one goes out', done(1, 0), { takeover: true, distinct: 'x' }, { how: 'perform', count: 1 }],
  ['unless nobody can take it back', done(1, 0), { takeover: true, distinct: 'x', class: 'irreversible' }, { how: 'ask', count: 1 }],
  ['without a receipt even that goes out', [], { takeover: true, distinct: 'x', class: 'irreversible' }, { how: 'perform', count: 0 }],
  ['a takeover settles what is in doubt', [requested({ key: key(0) })], { takeover: true }, { how: 'settle', count: 0 }],
  [
    'a takeover does what was surely not done',
    [requested({ key: key(0) }), failed(1, 'refused'), ...done(2, 0, 'i3')],
    { takeover: true },
    { how: 'perform' },
  ],
  ['a read is never held', done(1, 0), { takeover: true, identity: 'i2', class: 'read' }, { how: 'perform' }],
])('%s', (_, events, more, admission) => {
  const ledger = new EffectLedger();
  for (const event of events) ledger.apply(event);
  expect(admit(ledger, call(more))).toMatchObject(admission);
});

test('whatever is called, crashes and is taken over: nothing that adds up goes out under one key twice, unless it is known that it was not done', () => {
  const step = fc.record({
    identity: fc.constantFrom('a', 'b'),
    class: fc.constantFrom(...effectClasses),
    distinct: fc.constantFrom(null, 'x'),
    came: fc.constantFrom('done', 'refused', 'in_doubt', 'crash'),
    takesOver: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const ledger = new EffectLedger();
      const performed = new Map<string, string>();
      let takeover = false;
      for (const [at, one] of steps.entries()) {
        takeover ||= one.takesOver && at > 3;
        const admission = admit(ledger, call({ ...one, takeover }));
        const { count, how } = admission;
        if (how === 'hold' || how === 'receipt') continue;
        if (how === 'settle') expect(happeningOf(admission.before)).toBe('doubt');
        const before = performed.get(admission.key);
        if (how !== 'settle' && addsUp(one.class)) expect(before === undefined || before === 'refused').toBe(true);
        if (addsUp(one.class)) performed.set(admission.key, one.came);
        ledger.apply(requested({ op: at + 1, n: at + 1, class: one.class, identity: one.identity, count, key: admission.key, takeover }));
        if (one.came === 'done') ledger.apply(ended(at + 1));
        if (one.came === 'refused' || one.came === 'in_doubt') ledger.apply(failed(at + 1, one.came));
      }
    }),
  );
});

test.each([
  ['read', 'none', false, 'leave'],
  ['pure', 'keyed', true, 'leave'],
  ['idempotent', 'none', false, 'again'],
  ['idempotent', 'none', true, 'lost'],
  ['write', 'keyed', false, 'keyed'],
  ['irreversible', 'probe', false, 'probe'],
  ['write', 'none', false, 'person'],
  ['write', 'keyed', true, 'person'],
] as const)('what is in doubt, %s and %s, redacted: %s, is settled so: %s', (effect, settles, redacted, how) => {
  expect(settlementOf({ class: effect, settles, redacted })).toBe(how);
});

test('a write waits for reads before it, and for nothing else', () => {
  const pairs = effectClasses.flatMap((one) => effectClasses.map((other) => [one, other] as const));
  const waiting = pairs.filter(([one, other]) => waitsFor({ n: 2, class: one }, { n: 1, class: other }));
  expect(waiting).toEqual([
    ['idempotent', 'read'],
    ['write', 'read'],
    ['irreversible', 'read'],
  ]);
  expect(waitsFor({ n: 1, class: 'write' }, { n: 2, class: 'read' })).toBe(false);
});
