import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasAuditBudget } from '../../../../src/core/certify/ledger/audit-budget.ts';
import { medianOf } from '../../../../src/core/certify/ledger/baseline.ts';
import { breakEvenOf } from '../../../../src/core/certify/ledger/break-even.ts';
import { type LedgerEntry, type Part, parts } from '../../../../src/core/certify/ledger/ledger-entry.ts';
import { measures, nothing, type Spend } from '../../../../src/core/certify/ledger/spend.ts';
import { taskLedger } from '../../../../src/core/certify/ledger/task-ledger.ts';

const spend = (amount: number | null): Spend => ({ tokens: amount, nanoUsd: amount, ms: amount });
const entry = (delivered: LedgerEntry['delivered'], spent: { readonly [part in Part]?: number | null }, occurrence = 'o'): LedgerEntry => ({
  occurrence,
  delivered,
  spent: Object.fromEntries(Object.entries(spent).map(([part, amount]) => [part, spend(amount)])),
});
const claim = (...entries: readonly LedgerEntry[]) => taskLedger(entries).claims.nanoUsd;

const learning = [
  entry('planned', { planned: 100, librarian: 20 }),
  entry('planned', { planned: 120, shadow: 1, certification: 40 }),
  entry('planned', { planned: 80, shadow: 1 }),
];

test('the ledger adds up by part, counts deliveries, and claims what replays saved less what learning cost', () => {
  const ledger = taskLedger([
    ...learning,
    entry('replay', { replay: 2 }),
    entry('replay', { replay: 2, shadow: 100 }),
    entry('nothing', { certification: 5 }),
  ]);
  expect(ledger.deliveries).toEqual({ planned: 3, replay: 2, canary: 0, fallback: 0, nothing: 1 });
  expect(ledger.byPart).toEqual({
    planned: spend(300),
    shadow: spend(102),
    librarian: spend(20),
    certification: spend(45),
    repair: nothing,
    replay: spend(4),
  });
  expect(ledger.total).toEqual(spend(471));
  expect(ledger.claims.tokens).toEqual({ baseline: 100, netSaving: -20 - 41 - 1 + 98 - 2 - 5, breakEven: { kind: 'reached', at: 4 } });
  expect(ledger.claims.ms).toEqual(ledger.claims.nanoUsd);
});

test('what is ahead goes by what replays save, and by nothing else', () => {
  const learned = [entry('planned', { planned: 100, certification: 1000 }), entry('canary', { replay: 90, shadow: 90 })];
  const replays = [entry('replay', { replay: 20 }), entry('replay', { replay: 20, shadow: 70 }), entry('replay', { replay: 20 })];
  // 1000 + 80 were spent, 80 + 10 + 80 saved; a replay saves 80 as a rule.
  expect(claim(...learned, ...replays)).toEqual({ baseline: 100, netSaving: -910, breakEven: { kind: 'ahead', replays: 12 } });
});

test('with nothing planned there is no claim', () => {
  expect(claim()).toBeNull();
  expect(claim(entry('replay', { replay: 1 }))).toBeNull();
  expect(claim(entry('fallback', { planned: 50, replay: 1 }))).toBeNull();
});

test.each<[string, LedgerEntry, number]>([
  ['a fallback that took more than the agent alone', entry('fallback', { planned: 110, replay: 5 }), -15],
  ['a fallback that took less is no saving', entry('fallback', { planned: 30, replay: 5 }), 0],
  ['a repair behind it is a cost of its own', entry('fallback', { planned: 30, replay: 5, repair: 25 }), -25],
  ['a canary with the agent beside it', entry('canary', { replay: 2, shadow: 120 }), -22],
  ['a cheap canary is no saving', entry('canary', { replay: 2, shadow: 20, certification: 3 }), -3],
  ['an audited replay', entry('replay', { replay: 2, shadow: 110 }), -12],
  ['a planned run that took little saves nothing', entry('planned', { planned: 100 }), 0],
  ['one whose parts are not there took nothing', entry('replay', {}), 100],
])('%s', (_, each, saved) => {
  const net = claim(entry('planned', { planned: 100 }), entry('planned', { planned: 100 }), each)?.netSaving;
  expect(net).toBe(saved);
});

test('a price that nobody told is not nothing: there is no claim in money, and there may be one in tokens', () => {
  const unpriced = { ...entry('replay', {}), spent: { replay: { tokens: 5, nanoUsd: null, ms: 3 } } };
  const { claims, byPart, total } = taskLedger([...learning, unpriced]);
  expect(claims.nanoUsd).toBeNull();
  expect(claims.tokens?.netSaving).toBe(-20 - 41 - 1 + 95);
  expect([byPart.replay.nanoUsd, total.nanoUsd, total.tokens]).toEqual([null, null, 367]);
  for (const part of parts.filter((each) => each !== 'planned'))
    expect(claim(...learning, entry('planned', { planned: 1, [part]: null }))).toBeNull();
  expect(claim(...learning, entry('fallback', { planned: null }))).toBeNull();
});

test('a planned run of unknown price lowers the baseline, and takes the claim where it is the median', () => {
  expect(claim(...learning, entry('planned', { planned: null }))?.baseline).toBe(80);
  expect(claim(entry('planned', { planned: null }), entry('planned', { planned: 9 }))).toBeNull();
  expect(claim(entry('planned', {}), entry('planned', {}))?.baseline).toBe(0);
});

test('what the agent is left with once code replays does not raise the baseline; what became cheaper lowers it', () => {
  const replay = entry('replay', { replay: 1 });
  const planned = (...amounts: readonly (number | null)[]) => amounts.map((each) => entry('planned', { planned: each }));
  expect(claim(...planned(10, 10, 10), replay, ...planned(90, 90, 90, 90))?.baseline).toBe(10);
  expect(claim(...planned(90, 90, 90), replay, ...planned(10, 10, 10, 10))?.baseline).toBe(10);
  expect(claim(...planned(null), replay, ...planned(10, 10, 10))).toBeNull();
  expect(claim(...planned(10), replay, ...planned(null, null, null))).toBeNull();
  expect(claim(replay, ...planned(10))?.baseline).toBe(10);
  expect(claim(entry('nothing', { certification: 1 }), replay, ...planned(10))?.baseline).toBe(10);
});

test.each([
  [[], null],
  [[7], 7],
  [[9, 1], 1],
  [[3, 1, 2], 2],
  [[4, 3, 1, 2], 2],
  [[10, 9, 100], 10],
  [[null, 0], null],
  [[0, null], null],
  [[null, 5, 6], 5],
])('the median of %j is %s', (amounts, median) => {
  expect(medianOf(amounts)).toBe(median);
});

test.each([
  [[], null, { kind: 'never' }],
  [[0, 0], 5, { kind: 'ahead', replays: 0 }],
  [[-10, 4, 6], 5, { kind: 'reached', at: 3 }],
  [[-10, 20, -15, 5, 3], 5, { kind: 'reached', at: 4 }],
  [[-10, 20, -15, 5, -1], 5, { kind: 'ahead', replays: 1 }],
  [[3, 3], 3, { kind: 'reached', at: 1 }],
  [[-10, 4], 4, { kind: 'ahead', replays: 2 }],
  [[-10, 4], 0, { kind: 'never' }],
  [[-10], null, { kind: 'never' }],
] as const)('saving %j, %s by a replay: %j', (saved, replaySaves, expected) => {
  expect(breakEvenOf(saved, replaySaves)).toEqual(expected);
});

const amount = fc.option(fc.nat(1000), { freq: 30 });
const entries = fc.array(
  fc.record({
    occurrence: fc.string(),
    delivered: fc.constantFrom(
      'planned' as const,
      'planned' as const,
      'replay' as const,
      'replay' as const,
      'canary' as const,
      'fallback' as const,
      'nothing' as const,
    ),
    spent: fc.dictionary(fc.constantFrom(...parts), fc.record({ tokens: amount, nanoUsd: amount, ms: amount })),
  }),
  { maxLength: 30 },
) as fc.Arbitrary<LedgerEntry[]>;

test('a ledger never flatters: at most the baseline for each replay, and nothing more by anything that was spent', () => {
  fc.assert(
    fc.property(entries, (given) => {
      const { claims, deliveries, byPart, total } = taskLedger(given);
      for (const measure of measures) {
        const known = claims[measure];
        const all = parts.map((part) => byPart[part][measure]);
        expect(total[measure]).toBe(all.includes(null) ? null : all.reduce<number>((sum, each) => sum + (each as number), 0));
        if (known === null) continue;
        expect(deliveries.planned).toBeGreaterThan(0);
        expect(known.netSaving).toBeLessThanOrEqual(known.baseline * deliveries.replay);
        if (deliveries.replay === 0) expect(known.netSaving).toBeLessThanOrEqual(0);
        if (known.netSaving < 0) expect(known.breakEven.kind).not.toBe('reached');
        const dearer = taskLedger([...given, entry('fallback', { planned: 500, replay: 500 })]).claims[measure];
        expect(dearer?.netSaving).toBeLessThanOrEqual(known.netSaving);
      }
    }),
    { numRuns: 250 },
  );
});

test.each([
  [[], null, true],
  [[5, null], null, true],
  [[], 1, true],
  [[], 0, false],
  [[null], 1e9, false],
  [[4, 5], 10, true],
  [[4, 6], 10, false],
  // One of unknown price counts as the dearest.
  [[4, null], 9, true],
  [[4, null], 8, false],
  [[null, 1, 4], 9, false],
  [[null, 1, 4], 10, true],
])('audits that took %j within %s: another one? %s', (spent, limit, may) => {
  expect(hasAuditBudget(spent, limit)).toBe(may);
});
