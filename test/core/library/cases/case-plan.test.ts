import { expect, test } from 'vitest';
import { type CasePlan, casePlan, standingTrial } from '../../../../src/core/library/cases/case-plan.ts';
import { decideEdits } from '../../../../src/core/library/edits/decide-edits.ts';
import type { LibraryEdit } from '../../../../src/core/library/edits/library-edit.ts';
import { addingEdit, sampleSet } from '../../../../src/testing/sample-library.ts';
import { Scene } from '../scene.ts';

const one = (input: number, run: string | null = null) => ({ input, output: input, run });

function planOf(scene: Scene, ...edits: readonly LibraryEdit[]): CasePlan {
  const decided = decideEdits(sampleSet('now', edits), scene.view);
  if (!decided.ok) throw new Error(JSON.stringify(decided.failure));
  return casePlan(scene.view, decided.value);
}
const told = ({ trials }: CasePlan): string[] =>
  trials.map(
    ({ name, cases, edit, through }) =>
      `${name} ${cases.map(({ number }) => number)} by ${edit}${through.map((each) => ` through ${each}`).join('')}`,
  );

/** top calls middle, which calls leaf, which has packages; each has cases. */
const scene = (): Scene =>
  new Scene()
    .environment('dates', ['dayjs@1.0.0'])
    .add('leaf', { cases: [one(1), one(2)], environment: 'dates' })
    .add('middle', { dependsOn: ['leaf'] })
    .add('top', { dependsOn: ['middle'], cases: [one(3)] })
    .add('aside', { cases: [one(4)] })
    .guide('On leaf', ['leaf']);
const changed = (facts: object = { normalised: 'other' }) => addingEdit('leaf', { environment: 'dates', ...facts }, true);

test('what is changed itself is tried first, then what calls it, at however many removes', () => {
  expect(told(planOf(scene(), changed()))).toEqual(['leaf 1,2 by 0', 'top 1 by 0 through leaf']);
  expect(told(planOf(scene(), addingEdit('other'), changed()))).toEqual(['leaf 1,2 by 1', 'top 1 by 1 through leaf']);
});

test.each<[string, LibraryEdit]>([
  ['layout, comments and types that refuse nothing', addingEdit('leaf', { environment: 'dates' }, true)],
  ['a mark', { kind: 'pin_function', name: 'leaf', holder: 'task t' }],
  ['an effect class', { kind: 'raise_effect', name: 'leaf', effectClass: 'write' }],
  ['what nobody calls and has no cases', addingEdit('fresh')],
  ['a deletion', { kind: 'delete_function', name: 'leaf', cascade: true }],
  ['a case that is taken away', { kind: 'remove_case', name: 'leaf', input: 1 }],
  ['guidance', { kind: 'add_guidance', title: 'G', sections: [{ heading: '', text: 'x' }], functions: ['leaf'] }],
])('%s puts no case in question', (_, edit) => {
  expect(planOf(scene(), edit)).toEqual({ digest: '', trials: [] });
});

test('other packages, another environment and another schema of the input are other functions', () => {
  const put = { kind: 'put_environment', name: 'dates', packages: ['dayjs@2.0.0'], manifest: '2', lock: '2', exists: true } as const;
  expect(told(planOf(scene(), put))).toEqual(['leaf 1,2 by 0', 'top 1 by 0']);
  expect(told(planOf(scene(), { kind: 'set_environment', name: 'leaf', environment: null }))).toEqual([
    'leaf 1,2 by 0',
    'top 1 by 0 through leaf',
  ]);
  expect(told(planOf(scene(), changed({ input: { type: 'string' } })))).toEqual(['leaf 1,2 by 0', 'top 1 by 0 through leaf']);
  // An environment whose lock is the same again.
  const same = scene().do({ kind: 'delete_function', name: 'leaf', cascade: true }, { kind: 'delete_environment', name: 'dates' });
  expect(told(planOf(same, { kind: 'restore_environment', name: 'dates' }))).toEqual([]);
});

test('what lives again is tried, with what came along; what is undone too', () => {
  const gone = scene();
  const id = gone.function('leaf').id;
  gone.do({ kind: 'delete_function', name: 'leaf', cascade: true });
  expect(told(planOf(gone, { kind: 'restore_function', id }))).toEqual(['leaf 1,2 by 0', 'top 1 by 0']);
  const later = scene();
  later.set('bad', [changed()]);
  expect(told(planOf(later, { kind: 'undo_set', set: 'bad' }))).toEqual(['leaf 1,2 by 0', 'top 1 by 0 through leaf']);
});

test('what comes to be under a name that lay elsewhere is another one', () => {
  const calling = { ...addingEdit('calling', { dependsOn: ['folded'], cases: [one(1)] }), elsewhere: ['folded'] } as LibraryEdit;
  expect(told(planOf(new Scene().do(calling), addingEdit('folded')))).toEqual(['calling 1 by 0 through folded']);
  const gone = new Scene().add('folded');
  const { id } = gone.function('folded');
  gone.do({ kind: 'delete_function', name: 'folded', cascade: false }).do(calling);
  expect(told(planOf(gone, { kind: 'restore_function', id }))).toEqual(['calling 1 by 0 through folded']);
});

test('of a function that stays as it is only new cases are tried; of a merge those of both parents', () => {
  expect(told(planOf(scene(), { kind: 'add_case', name: 'leaf', case: one(9) }))).toEqual(['leaf 3 by 0']);
  expect(told(planOf(scene(), { kind: 'add_case', name: 'leaf', case: one(1) }))).toEqual([]);
  const merge = { ...addingEdit('merged'), parents: ['leaf', 'aside'] } as LibraryEdit;
  expect(told(planOf(scene(), merge))).toEqual(['merged 1,2,3 by 0']);
  const into = { ...addingEdit('aside', {}, true), parents: ['leaf'] } as LibraryEdit;
  expect(told(planOf(scene(), into))).toEqual(['aside 2,3 by 0']);
});

test('the digest is of code, packages and cases: the same on another base, another where one of them is', () => {
  const digest = (base: Scene, ...edits: readonly LibraryEdit[]): string => planOf(base, ...edits).digest;
  const first = digest(scene(), changed());
  expect(digest(scene().add('more'), changed())).toBe(first);
  expect(digest(scene(), changed({ normalised: 'third' }))).not.toBe(first);
  expect(digest(scene().do({ kind: 'add_case', name: 'top', case: one(7) }), changed())).not.toBe(first);
});

test('a function as it stands', () => {
  const base = scene();
  const trial = standingTrial(base.view, base.function('top'));
  expect([trial.closure.functions.map(({ name }) => name), trial.environments.map(({ name }) => name), trial.cases.length]).toEqual([
    ['top', 'leaf', 'middle'],
    ['dates'],
    1,
  ]);
});
