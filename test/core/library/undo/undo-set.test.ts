import { expect, test } from 'vitest';
import { newest } from '../../../../src/core/library/entries/library-entry.ts';
import { addingEdit } from '../../../../src/testing/sample-library.ts';
import { Scene } from '../scene.ts';

const undo = (scene: Scene, set: string, by: 'person' | 'librarian' = 'person') =>
  scene.set(`undo ${set}`, [{ kind: 'undo_set', set }], { by });
const put = (packages: readonly string[], exists = false) =>
  ({ kind: 'put_environment', name: 'dates', packages, manifest: JSON.stringify(packages), lock: '', exists }) as const;
const guidance = (title: string, ...functions: string[]) =>
  ({ kind: 'add_guidance', title, sections: [{ heading: '', text: 'How.' }], functions }) as const;

test('what a set added becomes tombstones, all together', () => {
  const scene = new Scene().add('leaf');
  const before = [...scene.state.byName.keys()];
  scene.set('review', [
    put(['dayjs@1.0.0']),
    addingEdit('one', { dependsOn: ['two', 'leaf'] }),
    addingEdit('two', { dependsOn: ['one'], environment: 'dates' }),
    guidance('On one', 'one'),
  ]);
  expect(undo(scene, 'review')).toEqual({ remarks: [] });
  expect([...scene.state.byName.keys()]).toEqual(before);
  expect(scene.guidance('On one').isDeleted).toBe(true);
  expect(scene.state.environments.get('dates')?.isDeleted).toBe(true);
  expect(undo(scene, 'none')).toEqual({ faults: ['0 unknown-set: no set of changes none was applied to this library'] });
});

test('what a set deleted lives again, and what it changed is as before in a new version', () => {
  const scene = new Scene()
    .environment('dates', ['dayjs@1.0.0'])
    .environment('gone', ['a@1.0.0'])
    .add('leaf', { cases: [{ input: 1, output: 1, run: null }] })
    .add('caller', { dependsOn: ['leaf'] })
    .add('doomed')
    .add('along', { dependsOn: ['doomed'] })
    .add('old')
    .do({ kind: 'archive_function', name: 'old' }, { kind: 'pin_function', name: 'leaf', holder: 'task t' })
    .do({ kind: 'pin_function', name: 'leaf', holder: 'task s' })
    .guide('On leaf', ['leaf'])
    .guide('Doomed');
  const [onLeaf, doomed] = [scene.guidance('On leaf').id, scene.guidance('Doomed').id];
  const before = scene.state;
  scene.set('review', [
    addingEdit('leaf', { normalised: 'other', input: { type: 'string' }, cases: [{ input: 2, output: 2, run: null }] }, true),
    { kind: 'raise_effect', name: 'leaf', effectClass: 'write' },
    { kind: 'unpin_function', name: 'leaf', holder: 'task t' },
    { kind: 'pin_function', name: 'leaf', holder: 'task u' },
    { kind: 'delete_function', name: 'doomed', cascade: true },
    { kind: 'activate_function', name: 'old' },
    { kind: 'archive_function', name: 'caller' },
    { kind: 'delete_guidance', id: doomed },
    put(['dayjs@2.0.0'], true),
    { kind: 'delete_environment', name: 'gone' },
  ]);
  scene.set('guidance', [{ kind: 'update_guidance', id: onLeaf, delta: { title: 'On the leaf' } }]);
  expect(undo(scene, 'guidance')).toEqual({ remarks: [] });
  expect(scene.guidance('On leaf')).toMatchObject({ version: 3, sections: [{ text: 'How.' }] });
  expect(undo(scene, 'review')).toEqual({
    remarks: ['leaf is as it was in its version 1, which is its version 3 now'],
  });
  expect([...scene.state.byName.keys()].sort()).toEqual([...before.byName.keys()].sort());
  const leaf = scene.function('leaf');
  expect([newest(leaf).codeDigest, newest(leaf).version, leaf.raisedTo, leaf.effectClass, leaf.pins]).toEqual([
    newest(leaf).codeDigest,
    3,
    null,
    'pure',
    ['task s', 'task t'],
  ]);
  expect(leaf.cases).toEqual([{ input: 1, output: 1, run: null }]);
  expect([scene.function('old').status.kind, scene.function('caller').status.kind, scene.function('along').isDeleted]).toEqual([
    'archived',
    'active',
    false,
  ]);
  expect(scene.state.guidance.get(doomed)?.isDeleted).toBe(false);
  expect(scene.state.environments.get('dates')).toMatchObject({ version: 3, packages: ['dayjs@1.0.0'] });
  expect(scene.state.environments.get('gone')?.isDeleted).toBe(false);
});

test('undoing makes nothing stale that was not, and takes back what the set made stale', () => {
  const scene = new Scene()
    .add('leaf')
    .add('caller', { dependsOn: ['leaf'] })
    .guide('On leaf', ['leaf']);
  scene.set('review', [addingEdit('leaf', { normalised: 'other', input: { type: 'string' } }, true)]);
  expect([scene.function('caller').status.kind, scene.guidance('On leaf').status.kind]).toEqual(['stale', 'stale']);
  undo(scene, 'review');
  expect([scene.function('caller').status.kind, scene.guidance('On leaf').status.kind]).toEqual(['active', 'active']);
});

test('an undoing can be undone', () => {
  const scene = new Scene().add('leaf');
  scene.set('review', [addingEdit('leaf', { normalised: 'other' }, true), addingEdit('new'), guidance('On new', 'new')]);
  const [code, guidanceId] = [newest(scene.function('leaf')).codeDigest, scene.guidance('On new').id];
  undo(scene, 'review');
  expect(newest(scene.function('leaf')).codeDigest).not.toBe(code);
  expect('remarks' in undo(scene, 'undo review')).toBe(true);
  expect(newest(scene.function('leaf')).codeDigest).toBe(code);
  expect([scene.view.living('new')?.isDeleted, scene.state.guidance.get(guidanceId)?.isDeleted]).toEqual([false, false]);
});

test('what somebody changed since is not undone, nor what others refer to by now, nor what is held', () => {
  const scene = new Scene().add('leaf').guide('On nothing');
  const { id } = scene.guidance('On nothing');
  scene.set('review', [
    addingEdit('leaf', { normalised: 'b' }, true),
    addingEdit('changed'),
    addingEdit('called'),
    addingEdit('held'),
    guidance('New'),
    { kind: 'update_guidance', id, delta: { title: 'Other' } },
    put(['dayjs@1.0.0']),
  ]);
  scene.do(
    addingEdit('leaf', { normalised: 'c' }, true),
    addingEdit('changed', { normalised: 'b' }, true),
    addingEdit('later', { dependsOn: ['called'] }),
    { kind: 'pin_function', name: 'held', holder: 'task t' },
    { kind: 'update_guidance', id: scene.guidance('New').id, delta: { title: 'Newer' } },
    { kind: 'update_guidance', id, delta: { title: 'Third' } },
    put(['dayjs@2.0.0'], true),
  );
  const newer = scene.guidance('Newer').id;
  expect(undo(scene, 'review')).toEqual({
    faults: [
      `0 changed-since: the guidance "Newer" (${newer}) was changed since`,
      '0 changed-since: the function changed was changed since',
      '0 in-use: changed, called, held cannot go: by now there is what names them, the function later',
      '0 pinned: held is held by task t',
      '0 changed-since: the function leaf was changed since',
      `0 changed-since: the guidance "Third" (${id}) was changed since`,
      '0 changed-since: the environment dates was changed since',
    ],
  });
});

test('what was deleted since stays so, and what is gone already needs no undoing', () => {
  const scene = new Scene().environment('dates', ['dayjs@1.0.0']).add('leaf').guide('On leaf');
  const { id } = scene.guidance('On leaf');
  scene.set('review', [
    addingEdit('leaf', { normalised: 'b' }, true),
    addingEdit('new'),
    guidance('New'),
    { kind: 'update_guidance', id, delta: { title: 'Other' } },
    put(['dayjs@2.0.0'], true),
    { ...put(['a@1.0.0']), name: 'fresh' },
  ]);
  const fresh = scene.guidance('New').id;
  scene.do(
    { kind: 'delete_function', name: 'leaf', cascade: false },
    { kind: 'delete_function', name: 'new', cascade: false },
    { kind: 'delete_guidance', id },
    { kind: 'delete_guidance', id: fresh },
    { kind: 'delete_environment', name: 'dates' },
    { kind: 'delete_environment', name: 'fresh' },
  );
  expect(undo(scene, 'review')).toEqual({
    remarks: [
      'the environment dates was deleted since, and stays so',
      'leaf was deleted since, and stays so',
      `the guidance "Other" (${id}) was deleted since, and stays so`,
    ],
  });
});

test('a name that was given away since keeps what a set deleted from coming back', () => {
  const scene = new Scene().add('leaf');
  scene.set('review', [{ kind: 'delete_function', name: 'leaf', cascade: false }]);
  scene.add('leaf');
  expect(undo(scene, 'review')).toEqual({
    faults: [`0 name-taken: there is another function leaf by now (${scene.function('leaf').id})`],
  });
});

test('a set that pinned, raised or restored is undone too', () => {
  const scene = new Scene().add('leaf').add('gone').do({ kind: 'delete_function', name: 'gone', cascade: false });
  scene.set('review', [
    { kind: 'raise_effect', name: 'leaf', effectClass: 'write' },
    { kind: 'restore_function', id: scene.function('gone').id },
  ]);
  scene.do({ kind: 'raise_effect', name: 'leaf', effectClass: 'irreversible' });
  undo(scene, 'review');
  expect([scene.function('leaf').raisedTo, scene.view.living('gone')]).toEqual(['irreversible', null]);
});

test('guidance that agreed with what is taken back is stale then; what was stale before stays so', () => {
  const scene = new Scene().add('leaf').add('other').guide('On leaf', ['leaf', 'other']);
  scene.add('other', { normalised: 'changed' }, true);
  scene.set('review', [addingEdit('leaf', { normalised: 'b' }, true)]);
  const { id } = scene.guidance('On leaf');
  undo(scene, 'review');
  expect(scene.guidance('On leaf').status).toEqual({ kind: 'stale', reasons: ['names other, which changed in its version 2'] });
  scene.set('second', [addingEdit('leaf', { normalised: 'b' }, true)]);
  scene.do({ kind: 'update_guidance', id, delta: {} });
  undo(scene, 'second');
  expect(scene.guidance('On leaf').status).toEqual({ kind: 'stale', reasons: ['names leaf, which changed in its version 5'] });
});

test('cases that a set brought or took away are as before; what somebody did with them since stays', () => {
  const one = (input: number, run: string | null = null) => ({ input, output: input, run });
  const remove = (input: number) => ({ kind: 'remove_case', name: 'leaf', input }) as const;
  const add = (input: number, run: string | null = null) => ({ kind: 'add_case', name: 'leaf', case: one(input, run) }) as const;
  const scene = new Scene().add('leaf', { cases: [1, 2, 3, 4].map((each) => one(each)) });
  const before = scene.function('leaf').cases;
  scene.set('review', [remove(1), remove(2), add(3, 'seen'), add(5), add(6)]);
  const left = scene.log.length;
  undo(scene, 'review');
  expect(scene.function('leaf').cases.toSorted((a, b) => Number(a.input) - Number(b.input))).toEqual(before);
  expect(scene.log.slice(left).map(({ change }) => change.type)).not.toContain('function.stored');
  scene.set('again', [remove(1), remove(2), add(5), add(6)]);
  scene.set('since', [add(1, 'later'), remove(5), add(6, 'later')]);
  undo(scene, 'again');
  const kept = scene.function('leaf').cases.map(({ input, run }) => [input, run]);
  expect(kept.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
    [1, 'later'],
    [2, null],
    [3, null],
    [4, null],
    [6, 'later'],
  ]);
});
