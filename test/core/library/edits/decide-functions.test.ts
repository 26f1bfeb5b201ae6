import { expect, test } from 'vitest';
import { newest } from '../../../../src/core/library/entries/library-entry.ts';
import { addingEdit } from '../../../../src/testing/sample-library.ts';
import { Scene } from '../scene.ts';

test('a name that lives is taken; with overwrite it gets a new version under the same id, and keeps all else', () => {
  const scene = new Scene().add('read', { cases: [{ input: 1, output: 2, run: null }] });
  const { id } = scene.function('read');
  scene.do({ kind: 'pin_function', name: 'read', holder: 'task t' });
  expect(scene.set('two', [addingEdit('read')])).toEqual({
    faults: ['0 name-taken: there is a function read already, in its version 1'],
  });
  expect(scene.set('two', [addingEdit('read', { normalised: 'new', cases: [{ input: 3, output: 4, run: 'r' }] }, true)])).toEqual({
    remarks: ['read has a new version, 2; the one before it is kept'],
  });
  const entry = scene.function('read');
  expect([entry.id, entry.versions.map(({ version }) => version), entry.pins]).toEqual([id, [1, 2], ['task t']]);
  expect(entry.cases.map(({ input }) => input)).toEqual([1, 3]);
});

test('overwrite of what is not there adds it, and a deleted namesake is named', () => {
  const scene = new Scene().add('read').do({ kind: 'delete_function', name: 'read', cascade: false });
  const gone = scene.function('read').id;
  expect(scene.set('two', [addingEdit('read', {}, true)])).toEqual({
    remarks: [`an earlier function read (${gone}) is deleted, and cannot come back under this name`],
  });
  expect(scene.function('read').id).not.toBe(gone);
});

test('a merge has the cases of what it was made of, one an input', () => {
  const scene = new Scene().add('one', { cases: [{ input: { a: 1, b: 2 }, output: 'both', run: null }] }).add('two', {
    cases: [
      { input: { b: 2, a: 1 }, output: 'both', run: 'r' },
      { input: 2, output: 2, run: null },
    ],
  });
  const edit = { ...addingEdit('merged', { cases: [{ input: 3, output: 3, run: null }] }), parents: ['one', 'two', 'none'] };
  expect(scene.set('bad', [edit as never])).toEqual({ faults: ['0 unknown-name: there is no function none'] });
  scene.do({ ...edit, parents: ['one', 'two'] } as never);
  const { cases } = scene.function('merged');
  expect(cases.map(({ output, run }) => [output, run])).toEqual([
    ['both', 'r'],
    [2, null],
    [3, null],
  ]);
  expect(newest(scene.function('merged')).provenance).toEqual({
    by: 'person',
    run: null,
    model: null,
    parents: [scene.function('one').id, scene.function('two').id],
  });
});

test('every function that is called must be stored: before, in the same set, or in a folder', () => {
  const scene = new Scene().add('gone').do({ kind: 'delete_function', name: 'gone', cascade: false });
  const circle = [addingEdit('one', { dependsOn: ['two', 'one'] }), addingEdit('two', { dependsOn: ['one'] })];
  expect(scene.set('a', [addingEdit('bad', { dependsOn: ['gone', 'nowhere'] }), ...circle])).toEqual({
    faults: [
      '0 unknown-name: bad calls the function gone, which is deleted',
      '0 unknown-name: bad calls the function nowhere, which is not stored',
    ],
  });
  expect(scene.set('b', circle)).toEqual({ remarks: [] });
  expect(scene.set('c', [{ ...addingEdit('foldered', { dependsOn: ['inFolder'] }), elsewhere: ['inFolder'] } as never])).toEqual({
    remarks: [],
  });
});

test('what imports packages needs an environment that has them', () => {
  const scene = new Scene().environment('dates', ['dayjs@1.11.13', '@scope/tz@2.0.0']).environment('gone', ['dayjs@1.11.13']);
  scene.do({ kind: 'delete_environment', name: 'gone' });
  const add = (name: string, environment: string | null, ...imports: string[]) => addingEdit(name, { environment, imports });
  expect(
    scene.set('one', [
      add('a', null, 'dayjs'),
      add('b', 'none', 'dayjs'),
      add('c', 'gone', 'dayjs'),
      add('d', 'dates', 'dayjs/plugin/utc', '@scope/tz/zone', 'lodash', '@scope/other'),
    ]),
  ).toEqual({
    faults: [
      '0 needs-environment: the function a imports dayjs, and has no environment',
      '1 unknown-environment: there is no environment none',
      '2 unknown-environment: the environment gone is deleted',
      '3 needs-environment: the function d imports lodash, @scope/other, which the environment dates does not have',
    ],
  });
  expect(scene.set('two', [add('d', 'dates', 'dayjs/plugin/utc', '@scope/tz/zone')])).toEqual({ remarks: [] });
});

test('another environment is a new version of the same source', () => {
  const scene = new Scene().environment('dates', ['dayjs@1.0.0']).add('read');
  const set = (environment: string | null, name = 'read') => [{ kind: 'set_environment', name, environment } as const];
  expect(scene.set('a', set('none'))).toEqual({ faults: ['0 unknown-environment: there is no environment none'] });
  expect(scene.set('b', set('dates', 'none'))).toEqual({ faults: ['0 unknown-name: there is no function none'] });
  expect(scene.set('c', set(null))).toEqual({ remarks: ['read has no environment as it is'] });
  expect(scene.set('d', set('dates'))).toEqual({ remarks: [] });
  expect(scene.set('e', set('dates'))).toEqual({ remarks: ['read has the environment dates as it is'] });
  const { versions } = scene.function('read');
  expect(versions.map(({ version, environment }) => [version, environment])).toEqual([
    [1, null],
    [2, 'dates'],
  ]);
  expect(versions[0]?.codeDigest).toBe(versions[1]?.codeDigest);
});

test('archived, active, pinned, with a case: each once, each by a name that lives', () => {
  const scene = new Scene().add('read');
  const name = 'read';
  const each = (id: string, kind: string, facts: object = {}) => scene.set(id, [{ kind, name, ...facts } as never]);
  for (const kind of ['archive_function', 'activate_function', 'pin_function', 'unpin_function', 'add_case', 'raise_effect'])
    expect(scene.set('bad', [{ kind, name: 'none' } as never])).toEqual({ faults: ['0 unknown-name: there is no function none'] });
  each('a', 'activate_function');
  each('b', 'archive_function');
  expect(scene.function(name).status).toEqual({ kind: 'archived' });
  each('c', 'archive_function');
  each('d', 'activate_function');
  expect(scene.function(name).status).toEqual({ kind: 'active' });
  each('e', 'pin_function', { holder: 'task t' });
  each('f', 'pin_function', { holder: 'task t' });
  expect(each('g', 'unpin_function', { holder: 'other' })).toEqual({ remarks: ['read is not held by other'] });
  each('h', 'unpin_function', { holder: 'task t' });
  expect(scene.function(name).pins).toEqual([]);
  each('i', 'add_case', { case: { input: 1, output: 2, run: null } });
  each('j', 'add_case', { case: { input: 1, output: 2, run: 'r' } });
  expect(scene.function(name).cases).toEqual([{ input: 1, output: 2, run: 'r' }]);
  expect(scene.log.map(({ change }) => change.type)).toEqual([
    'function.stored',
    'function.archived',
    'function.renewed',
    'function.pinned',
    'function.unpinned',
    'function.case',
    'function.case',
  ]);
});

test('ids follow from the set and the place', () => {
  const [one, two, other] = ['one', 'one', 'other'].map((id) => {
    const scene = new Scene();
    scene.set(id, [addingEdit('a'), addingEdit('b')]);
    return [scene.function('a').id, scene.function('b').id];
  });
  expect(one).toEqual(two);
  expect(new Set([...(one ?? []), ...(other ?? [])]).size).toBe(4);
});

test('who made a set may not let go of what is held, unless it is a person', () => {
  const scene = new Scene().add('read').do({ kind: 'pin_function', name: 'read', holder: 'task t' });
  const unpin = [{ kind: 'unpin_function', name: 'read', holder: 'task t' } as const];
  expect(scene.set('a', unpin, { by: 'librarian' })).toEqual({ faults: ['0 pinned: read is held by task t'] });
});
