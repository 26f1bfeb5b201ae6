import { describe, expect, test } from 'vitest';
import { type Change, change, withPlace, worldWith } from '../../../src/core/certify/change/change.ts';
import type { Run } from '../../../src/core/certify/gate/equivalence.ts';
import { answerableOf } from '../../../src/core/certify/question/answerable.ts';
import { type Answerable, Questions } from '../../../src/core/certify/question/choice.ts';
import { questionWeights } from '../../../src/core/certify/question/question-weights.ts';

const world = (mutants: readonly number[], shown: readonly string[] = [], isCrash = false): Answerable => ({
  mutants,
  shown: shown.map((tag) => ({ group: tag.split(' ')[0] as string, tag, weight: 1 })),
  isCrash,
});

describe('questions', () => {
  test('begin with what tells most, and go on with what is not known yet', () => {
    const questions = new Questions([world([0]), world([0, 1, 2]), world([3], ['a b'])], ['s', 's', 't', 'u'], questionWeights);
    const order: number[] = [];
    for (let at = questions.next(); at !== null; at = questions.next()) {
      order.push(at);
      questions.answered(at, 'agreed');
    }
    expect(order).toEqual([1, 2, 0]);
    expect(questions.killed).toEqual({ killed: 4, told: 4 });
  });
  test('what was asked of a group is worth less, and the same change again still less', () => {
    const questions = new Questions([world([], ['a b']), world([], ['a b']), world([], ['a c']), world([], ['d e'])], [], questionWeights);
    const order: number[] = [];
    for (let at = questions.next(); at !== null; at = questions.next()) {
      order.push(at);
      questions.answered(at, 'agreed');
    }
    expect(order).toEqual([0, 3, 2, 1]);
  });
  test('an answer that says nothing kills nothing, and falls are put off', () => {
    const questions = new Questions([world([0], [], true), world([0])], ['s'], questionWeights);
    expect(questions.next()).toBe(1);
    questions.answered(1, 'inconclusive');
    expect(questions.killed).toEqual({ killed: 0, told: 1 });
    expect(questions.next()).toBe(0);
    questions.answered(0, 'agreed');
    expect([questions.next(), questions.killed]).toEqual([null, { killed: 1, told: 1 }]);
  });
});

describe('what a world would tell', () => {
  const run = (outcome: Run['outcome'], writes = 0): Run => ({
    outcome,
    calls: Array.from({ length: writes }, () => ({ seq: 1, primitive: 'x', args: [], class: 'write', answer: { ok: true, value: null } })),
  });
  const fine = { ok: true, output: null } as const;
  const fell = { ok: false, error: 'CRASH' } as const;
  const asked = (changes: readonly Change[], outcome: Run['outcome'], seen: { itself: boolean; row: boolean }[] = [], broken = 0) =>
    answerableOf({ posed: { world: null as never, changes }, run: run(outcome, 1), seen, mutants: [], broken });
  const made = (kind: Change['kind'], isHarsh = false): Change => change(kind, 'x: y', 'p', { isHarsh });
  test.each([
    ['a value that is not seen', [made('value')], fine, [], []],
    ['a value that is seen', [made('value')], fine, [{ itself: true, row: false }], [1]],
    ['a row that is seen', [made('rows')], fine, [{ itself: false, row: true }], [1]],
    ['a harsh one', [made('absent', true)], fine, [{ itself: true, row: true }], [0.5]],
    ['a parameter without effect', [made('parameter')], fine, [], [1.5]],
    ['a parameter among others', [made('parameter'), made('value')], fine, [], []],
    ['an unusual text', [made('parameter', true)], fine, [{ itself: true, row: false }], [1]],
    ['a failure that is borne', [made('failure')], fine, [], [3, 2]],
    ['a failure that is told', [made('failure')], { ok: false, error: 'UPSTREAM' } as const, [], [1.5]],
    ['a boundary beside', [made('boundary')], fine, [{ itself: true, row: false }], [0.3]],
    ['a boundary that is met', [change('boundary', 'x: met at 3', 'p', {})], fine, [{ itself: true, row: false }], [1]],
    ['a fall', [made('value')], fell, [], [2]],
  ] as const)('%s', (_, changes, outcome, seen, weights) => {
    expect(asked(changes, outcome, [...seen]).shown.map(({ weight }) => weight)).toEqual(weights);
  });
  test('a fall on something harsh is one that the agent may have as well; what is broken shows', () => {
    expect(asked([made('value', true)], fell)).toMatchObject({ isCrash: true, shown: [] });
    expect(asked([], fine, [], 1).shown).toEqual([{ group: 'a postcondition is broken', tag: 'a postcondition is broken ', weight: 2 }]);
  });
});

describe('worlds of several changes', () => {
  const at = (place: string, value: number): Change =>
    change('parameter', place, `input/${place}`, { input: [{ path: place.split('/'), value }] });
  test('are none where two are of one place, or one is inside of the other', () => {
    expect(worldWith(0, {}, [at('a', 1), at('a', 2)], 0)).toBe(null);
    expect(worldWith(0, {}, [at('a', 1), at('a/b', 2)], 0)).toBe(null);
    expect(worldWith(0, { b: 1 }, [at('a', 1), at('c/d', 2)], 0)).toMatchObject({ input: { a: 1, b: 1, c: { d: 2 } } });
  });
  test('places of values', () => {
    expect(withPlace([1, { a: 2 }], [1, 'a'], 3)).toEqual([1, { a: 3 }]);
    expect(withPlace({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
    expect([withPlace(5, ['a'], 1), withPlace(5, [], undefined)]).toEqual([{ a: 1 }, null]);
  });
});
