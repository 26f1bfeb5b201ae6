import { expect, test } from 'vitest';
import { EffectLedger, happeningOf } from '../../../src/core/effects/ledger.ts';
import type { EffectEvent } from '../../../src/core/events/effect-event.ts';
import type { FailureKind } from '../../../src/core/model/failure.ts';
import { ended, failed, requested } from './requested.ts';

function folded(...events: EffectEvent[]): EffectLedger {
  const ledger = new EffectLedger();
  for (const event of events) ledger.apply(event);
  return ledger;
}

const held = (op: number, why: 'in_doubt' | 'irreversible'): EffectEvent => ({ type: 'effect.held', op, why, question: '?' });
const judged = (op: number, approved: boolean): EffectEvent => ({ type: 'effect.judged', op, approved, words: '', by: 'Ann' });

test.each<[string, EffectEvent[], string]>([
  ['without an end it may have happened', [requested({})], 'doubt'],
  ['a result says that it happened', [requested({}), ended(1)], 'happened'],
  ['a read leaves nothing', [requested({ class: 'read' }), ended(1)], 'not'],
  ['what does no harm twice is never in the way', [requested({ class: 'idempotent' })], 'not'],
  ['what was withheld did not happen', [requested({ withheld: { why: 'mistake' } }), ended(1)], 'not'],
  ['what nobody has allowed yet did not happen', [requested({}), held(1, 'irreversible')], 'not'],
  ['what a person refused did not happen', [requested({}), held(1, 'irreversible'), judged(1, false)], 'not'],
  ['what a person allowed may have happened', [requested({}), held(1, 'irreversible'), judged(1, true)], 'doubt'],
  [
    'a person says that it happened',
    [requested({}), held(1, 'in_doubt'), judged(1, true), failed(1, 'incomplete', { settled: 'person' })],
    'happened',
  ],
  [
    'a person says that it did not',
    [requested({}), held(1, 'in_doubt'), judged(1, false), failed(1, 'refused', { settled: 'person' })],
    'not',
  ],
  [
    'what a person allowed and was refused then did not happen',
    [requested({}), held(1, 'irreversible'), judged(1, true), failed(1, 'refused')],
    'not',
  ],
  ['a person is asked a second time', [requested({}), held(1, 'irreversible'), judged(1, true), held(1, 'irreversible')], 'not'],
])('%s', (_, events, happening) => {
  expect(happeningOf(folded(...events).record(1) as never)).toBe(happening);
});

test.each<[FailureKind, string]>([
  ['refused', 'not'],
  ['auth', 'not'],
  ['io', 'not'],
  ['in_doubt', 'doubt'],
  ['timeout', 'doubt'],
  ['cancelled', 'doubt'],
  ['incomplete', 'doubt'],
])('a write that failed with %s: %s', (kind, happening) => {
  expect(happeningOf(folded(requested({}), failed(1, kind)).record(1) as never)).toBe(happening);
});

test('it knows which blobs hold results, and takes no failure for one', () => {
  const blob = { ok: true, value: { blob: 'b1', bytes: 9 } } as const;
  const ledger = folded(requested({}), ended(1, { result: blob }), requested({ op: 2 }), ended(2), requested({ op: 3 }), failed(3, 'io'));
  expect(['b1', 'b2', 'null'].map((each) => ledger.gave(each))).toEqual([true, false, false]);
});

test('what is open is what was asked, has no end and was not withheld, in the order of arrival', () => {
  const ledger = folded(
    requested({ op: 3 }),
    requested({ op: 2, class: 'read' }),
    requested({ op: 4, withheld: { why: 'budget' } }),
    requested({ op: 5 }),
    ended(5),
  );
  expect(ledger.open().map(({ requested: { op } }) => op)).toEqual([2, 3]);
});

test('the calls of a cell, and how many results its code was given', () => {
  const ledger = folded(
    requested({ op: 1, n: 1 }),
    requested({ op: 2, n: 2 }),
    requested({ op: 3, cell: 9, n: 1 }),
    ended(2, { order: 1 }),
    ended(1, { order: 2 }),
  );
  expect(
    [...ledger.ofCell(1)].map(
      ([
        n,
        {
          requested: { op },
        },
      ]) => [n, op],
    ),
  ).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(ledger.ofCell(7).size).toBe(0);
  expect([ledger.lastOrder(1), ledger.lastOrder(9)]).toEqual([2, 0]);
});

test('counts are of equal identities, from 0 again in a takeover, and the smallest that is free', () => {
  const ledger = folded(
    requested({ op: 1, count: 0 }),
    requested({ op: 2, count: 2 }),
    requested({ op: 3, count: 0, takeover: true }),
    requested({ op: 4, count: 1, takeover: true, withheld: { why: 'receipt', receipt: 1 } }),
    requested({ op: 5, count: 5, withheld: { why: 'held', receipts: [] } }),
  );
  expect(ledger.freeCount('i1', 'before')).toBe(1);
  expect(ledger.freeCount('i1', 'takeover')).toBe(2);
  expect(ledger.freeCount('i1', 'act')).toBe(3);
  expect(ledger.freeCount('other', 'act')).toBe(0);
});

test('of several calls with one key the last says what is known', () => {
  const ledger = folded(
    requested({ op: 1 }),
    failed(1, 'in_doubt'),
    requested({ op: 2 }),
    ended(2),
    requested({ op: 3, withheld: { why: 'held', receipts: [1] } }),
  );
  expect(ledger.ofKey('k1')?.requested.op).toBe(2);
  expect(ledger.ofKey('k1', new Set([2]))?.requested.op).toBe(1);
  expect(ledger.ofKey('k9')).toBeUndefined();
  expect(ledger.inDoubt('i1', new Set())).toBeUndefined();
  expect(ledger.inDoubt('i1', new Set([2]))?.requested.op).toBe(1);
  expect(ledger.inDoubt('i1', new Set([1, 2]))).toBeUndefined();
  expect(ledger.receipts('pay').map(({ requested: { op } }) => op)).toEqual([2]);
  expect(ledger.receipts('other')).toEqual([]);
});

test('what was done is what leaves something behind and happened, or perhaps did, the last call of each', () => {
  const ledger = folded(
    requested({ op: 1, key: 'a' }),
    failed(1, 'in_doubt'),
    requested({ op: 2, key: 'a' }),
    ended(2),
    requested({ op: 3, key: 'b', class: 'read' }),
    ended(3),
    requested({ op: 4, key: 'c', class: 'idempotent' }),
    failed(4, 'io'),
    requested({ op: 5, key: 'd', class: 'idempotent' }),
    ended(5),
    requested({ op: 6, key: 'e', class: 'idempotent' }),
    requested({ op: 7, key: 'f' }),
    failed(7, 'refused'),
    requested({ op: 8, key: 'g', withheld: { why: 'budget' } }),
    requested({ op: 9, key: 'h' }),
  );
  expect(ledger.done().map(({ requested: { op } }) => op)).toEqual([2, 5, 6, 9]);
});

test('a journal that answers what was not asked is refused', () => {
  expect(() => folded(ended(4))).toThrow('the journal answers effect 4, which it does not ask for');
});

test('the first call of a key is the one that others of the same key go back to', () => {
  const ledger = new EffectLedger();
  for (const op of [3, 4]) ledger.apply(requested({ op, key: 'same' }));
  expect(ledger.firstOf('same')?.requested.op).toBe(3);
  expect(ledger.firstOf('none')).toBeUndefined();
});
