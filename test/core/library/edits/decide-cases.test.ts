import { expect, test } from 'vitest';
import { jsonText } from '../../../../src/core/library/cases/case-text.ts';
import type { LibraryEdit } from '../../../../src/core/library/edits/library-edit.ts';
import { addingEdit } from '../../../../src/testing/sample-library.ts';
import { Scene } from '../scene.ts';

const one = (input: number, output: number, run: string | null = null) => ({ input, output, run });
const add = (name: string, input: number, output: number): LibraryEdit => ({ kind: 'add_case', name, case: one(input, output) });
const merge = (name: string, parents: readonly string[], overwrite = false, cases = [] as ReturnType<typeof one>[]): LibraryEdit =>
  ({ ...addingEdit(name, { cases }, overwrite), parents }) as LibraryEdit;

test('nothing can stand for two that disagree: both are named, and a new version of one of them neither', () => {
  const scene = new Scene().add('left', { cases: [one(1, 1, 'r'), one(2, 2)] }).add('right', { cases: [one(1, 5), one(2, 2)] });
  const both =
    'case-differs: left and right disagree, so nothing can stand for both: for the input 1 a case of left has 1, and one of right has 5';
  expect(scene.set('a', [merge('merged', ['left', 'right'])])).toEqual({ faults: [`0 ${both}`] });
  expect(scene.set('b', [addingEdit('fine'), merge('left', ['right'], true)])).toEqual({ faults: [`1 ${both}`] });
  expect(scene.set('c', [merge('left', ['left'], true)])).toMatchObject({ remarks: [expect.any(String)] });
});

test('what was said of an input is not overwritten, not even by whoever brings a new version', () => {
  const scene = new Scene().add('read', { cases: [one(1, 1, 'r7')] });
  const message = 'case-differs: a case of read says that for the input 1 it gives 1, as run r7 saw it; this is 2';
  expect(scene.set('a', [add('read', 1, 2)])).toEqual({ faults: [`0 ${message}`] });
  expect(scene.set('b', [addingEdit('read', { cases: [one(1, 2)] }, true)])).toEqual({ faults: [`0 ${message}`] });
  expect(scene.set('c', [{ kind: 'remove_case', name: 'read', input: 1 }, add('read', 1, 2)])).toEqual({ remarks: [] });
  expect(scene.function('read').cases).toEqual([one(1, 2)]);
  expect(scene.set('d', [add('read', 1, 3)])).toEqual({
    faults: ['0 case-differs: a case of read says that for the input 1 it gives 2; this is 3'],
  });
});

test('what is deleted and added again in one set keeps its cases', () => {
  const scene = new Scene().add('read', { cases: [one(1, 1)] });
  const remove = { kind: 'delete_function', name: 'read', cascade: false } as const;
  scene.set('a', [remove, addingEdit('read', { normalised: 'other' })]);
  expect(scene.function('read').cases).toEqual([one(1, 1)]);
  scene.do(remove).add('read');
  expect(scene.function('read').cases).toEqual([]);
});

test('a case is taken away by its input', () => {
  const scene = new Scene().add('read', { cases: [{ input: { a: 1, b: 2 }, output: 1, run: null }] });
  const remove = (name: string, input: object): LibraryEdit => ({ kind: 'remove_case', name, input: input as never });
  expect(scene.set('a', [remove('none', {}), remove('read', { a: 1 })])).toEqual({
    faults: ['0 unknown-name: there is no function none', '1 unknown-id: read has no case of the input {"a":1}'],
  });
  expect(scene.set('b', [remove('read', { b: 2, a: 1 })])).toEqual({ remarks: [] });
  expect([scene.function('read').cases, scene.types('b')]).toEqual([[], ['function.uncased']]);
});

test('a case that is too large is refused', () => {
  const scene = new Scene().add('read');
  const large = { input: 'x'.repeat(300_000), output: 1, run: null };
  expect(scene.set('a', [{ kind: 'add_case', name: 'read', case: large }])).toEqual({
    faults: [expect.stringMatching(/^0 invalid-case: the case of the input "x{299}… \(300002 characters\) has 300\d{3} characters$/)],
  });
});

test('a value in a sentence stands on one line, and moves no cursor', () => {
  expect(jsonText({ b: ['\u001b[2J', '\u202e'], a: null })).toBe('{"a":null,"b":["\\u001b[2J","\\u{202e}"]}');
});
