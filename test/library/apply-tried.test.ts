import { expect, test } from 'vitest';
import { applyTried } from '../../src/agent/library/apply-tried.ts';
import type { CaseTrials } from '../../src/agent/library/case-trials.ts';
import { trialsOf } from '../../src/app/library/open-library.ts';
import type { CaseCall } from '../../src/core/library/entries/library-entry.ts';
import type { Library } from '../../src/ports/library.ts';
import { memoryLibrary } from '../../src/testing/memory-library.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { addingEdit, sampleSet } from '../../src/testing/sample-library.ts';
import { scratchFolder } from '../scratch.ts';

const trials: CaseTrials = { tryCase: (asked) => trialsOf(scratchFolder()).tryCase(asked) };
const trying = { trials, monotonicMs: () => 0 };
/** The real trials, with something that happens as each begins. */
const disturbed = (happens: (count: number) => Promise<unknown>): CaseTrials & { count: number } => ({
  count: 0,
  async tryCase(asked) {
    this.count += 1;
    await happens(this.count);
    return trials.tryCase(asked);
  },
});

const timesTwo = (factor: string) => `export default async function double(input, ctx) {\n  return input * ${factor};\n}\n`;
const double = (factor: string, overwrite = true) => addingEdit('double', { source: timesTwo(factor), input: {} }, overwrite);
const one = (input: number, output: number) => ({ kind: 'add_case', name: 'double', case: { input, output, run: null } }) as const;
const stored = async (): Promise<Library> => {
  const library = memoryLibrary();
  okValue(await applyTried(library, sampleSet('one', [double('2', false)]), trying));
  okValue(await applyTried(library, sampleSet('case', [one(2, 4)]), trying));
  return library;
};
const sourceIn = async (library: Library): Promise<string | null> => {
  const digest = okValue(await library.look((view) => view.living('double')?.versions.at(-1)?.sourceDigest));
  return okValue(await library.source(digest ?? ''));
};
const faultsOf = (applied: Awaited<ReturnType<typeof applyTried>>): string[] =>
  applied.ok
    ? []
    : applied.failure.kind === 'faults'
      ? applied.failure.faults.map(({ message }) => message)
      : [applied.failure.failure.message];

test('what changed while cases ran is tried on the new base: a case that came meanwhile holds too', async () => {
  const library = await stored();
  // 2 and 2 * 2 agree; 3 does not.
  const set = sampleSet('square', [double('input')]);
  const meanwhile = disturbed(async (count) => {
    if (count === 1) okValue(await applyTried(library, sampleSet('late', [one(3, 6)]), trying));
  });
  expect(faultsOf(await applyTried(library, set, { ...trying, trials: meanwhile }))).toEqual([
    'double has a case that would not hold: for the input 3 it must give 6, and it gives 9',
  ]);
  expect([meanwhile.count, await sourceIn(library)]).toEqual([2, timesTwo('2')]);
});

test('what changed elsewhere meanwhile is no reason to run them again', async () => {
  const library = await stored();
  const meanwhile = disturbed(() => applyTried(library, sampleSet('aside', [addingEdit('aside')]), trying));
  okValue(await applyTried(library, sampleSet('same', [double('(1 + 1)')]), { ...trying, trials: meanwhile }));
  expect([meanwhile.count, await sourceIn(library)]).toEqual([1, timesTwo('(1 + 1)')]);
});

test('who is overtaken again and again stores nothing, and is told', async () => {
  const library = await stored();
  const meanwhile = disturbed((count) => applyTried(library, sampleSet(`late ${count}`, [one(count + 10, 2 * (count + 10))]), trying));
  expect(faultsOf(await applyTried(library, sampleSet('same', [double('(1 + 1)')]), { ...trying, trials: meanwhile }))).toEqual([
    'the library changed again and again while cases of its functions were run',
  ]);
  expect(await sourceIn(library)).toBe(timesTwo('2'));
});

test('no edit takes longer than a minute: cases that are left by then are told', async () => {
  const library = await stored();
  okValue(await applyTried(library, sampleSet('more', [one(5, 10)]), trying));
  let nowMs = 0;
  const slow = { trials: disturbed(async () => (nowMs += 61_000)), monotonicMs: () => nowMs };
  expect(okValue(await applyTried(library, sampleSet('same', [double('(1 + 1)')]), slow)).remarks).toEqual([
    'double has a new version, 2; the one before it is kept',
    'case 2 of double was not run: the 60 s that an edit may take were over',
  ]);
});

test('two functions that are put together must agree with the cases of both', async () => {
  const library = await stored();
  const other = addingEdit('triple', { source: timesTwo('3').replace('double', 'triple'), input: {} });
  okValue(await applyTried(library, sampleSet('two', [other, { ...one(3, 9), name: 'triple' }]), trying));
  const merged = (code: string) => {
    const source = `export default async function times(input, ctx) {\n  return ${code};\n}\n`;
    return { ...addingEdit('times', { source, input: {} }), parents: ['double', 'triple'] } as const;
  };
  expect(faultsOf(await applyTried(library, sampleSet('bad', [addingEdit('aside'), merged('input * 2') as never]), trying))).toEqual([
    'times has a case that would not hold: for the input 3 it must give 9, and it gives 6',
  ]);
  okValue(await applyTried(library, sampleSet('good', [merged('input * (input > 2 ? 3 : 2)') as never]), trying));
});

const call = (primitive: string, args: readonly (string | number)[], value: string, order: number): CaseCall => ({
  ...{ primitive, args, order },
  result: { ok: true, value },
});
const racing = `export default async function race(input, ctx) {
  const first = await Promise.race([ctx.fs.read('slow'), ctx.fs.read('quick')]);
  try {
    await ctx.http.get('https://nowhere.test');
  } catch (error) {
    return [first, error.message];
  }
}
`;

test('results come in the order in which they came, and failures are failures again', async () => {
  const library = memoryLibrary();
  const calls = [
    call('fs.read', ['slow'], 'slow', 2),
    call('fs.read', ['quick'], 'quick', 1),
    {
      ...call('http.get', ['https://nowhere.test'], '', 3),
      result: { ok: false, failure: { kind: 'not_found', message: 'no such host' } },
    } as const,
  ];
  const adding = addingEdit('race', { source: racing, input: {}, primitives: ['fs.read', 'http.get'] });
  const added = { kind: 'add_case', name: 'race', case: { input: null, output: ['quick', 'no such host'], run: 'r', calls } } as const;
  expect(okValue(await applyTried(library, sampleSet('one', [adding, added]), trying)).remarks).toEqual([]);
});
