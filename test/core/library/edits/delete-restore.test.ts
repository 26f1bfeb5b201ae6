import { expect, test } from 'vitest';
import { addingEdit } from '../../../../src/testing/sample-library.ts';
import { Scene } from '../scene.ts';

const drop = (name: string, cascade = false) => ({ kind: 'delete_function', name, cascade }) as const;

/** leaf ← caller ← top, each called; guidance about leaf, about top, about something else. */
const chain = () =>
  new Scene()
    .add('leaf')
    .add('caller', { dependsOn: ['leaf'] })
    .add('top', { dependsOn: ['caller', 'top'] })
    .add('apart')
    .guide('On leaf', ['leaf', 'apart'])
    .guide('On top', ['top'])
    .guide('On apart', ['apart']);

test('what others refer to does not go alone; with cascade it says what it takes', () => {
  const scene = chain();
  expect(scene.set('a', [drop('leaf'), drop('none')])).toEqual({
    faults: [
      '0 in-use: leaf cannot go alone: it is named by the function caller and the guidance "On leaf"',
      '1 unknown-name: there is no function none',
    ],
  });
  expect(scene.set('b', [drop('leaf', true)])).toEqual({
    remarks: ['with leaf went the functions caller, top and the guidance "On leaf", "On top"'],
  });
  expect([...scene.state.byName.keys()]).toEqual(['apart']);
  expect(scene.guidance('On apart').isDeleted).toBe(false);
  expect(scene.set('c', [drop('leaf')])).toEqual({ faults: ['0 unknown-name: the function leaf is deleted'] });
});

test('restoring brings back what went with it: all is as before', () => {
  const scene = chain();
  const before = scene.state;
  scene.do(drop('leaf', true));
  const { id } = scene.function('leaf');
  expect(scene.set('a', [{ kind: 'restore_function', id }])).toEqual({
    remarks: ['with leaf came back the functions caller, top and the guidance "On leaf", "On top"'],
  });
  expect(scene.state).toEqual(before);
  expect(scene.set('b', [{ kind: 'restore_function', id }])).toEqual({
    faults: [`0 not-deleted: the function leaf (${id}) is not deleted`],
  });
  expect(scene.set('c', [{ kind: 'restore_function', id: 'none' }])).toEqual({ faults: ['0 unknown-id: there is no function none'] });
});

test('a name that is taken meanwhile, or an environment that is gone, keeps it deleted', () => {
  const scene = new Scene()
    .environment('dates', ['dayjs@1.0.0'])
    .add('leaf', { environment: 'dates' })
    .add('caller', { dependsOn: ['leaf'] });
  scene.add('withPackage', { dependsOn: ['leaf'], environment: 'dates' });
  scene.do(drop('leaf', true)).add('caller');
  const old = scene.view.named('caller')[0]?.id;
  const now = scene.function('caller').id;
  expect(scene.set('a', [{ kind: 'restore_function', id: old as string }])).toEqual({
    faults: [`0 name-taken: there is another function caller by now (${now})`],
  });
  const { id } = scene.function('leaf');
  const other = scene.function('withPackage').id;
  expect(scene.set('b', [{ kind: 'restore_function', id }])).toEqual({
    remarks: [`caller (${old}) stays deleted: its name is taken by now`, 'with leaf came back the function withPackage'],
  });
  scene.do(drop('leaf', true), { kind: 'delete_environment', name: 'dates' });
  expect(scene.set('c', [{ kind: 'restore_function', id }])).toEqual({
    faults: ['0 unknown-environment: leaf needs the environment dates, which is deleted'],
  });
  expect(other).not.toBe(id);
});

test('one that came along but lacks its environment stays deleted, and is named', () => {
  const scene = new Scene()
    .environment('dates', ['dayjs@1.0.0'])
    .add('leaf')
    .add('caller', { dependsOn: ['leaf'], environment: 'dates' });
  scene.do(drop('leaf', true), { kind: 'delete_environment', name: 'dates' });
  const { id } = scene.function('caller');
  expect(scene.set('a', [{ kind: 'restore_function', id: scene.function('leaf').id }])).toEqual({
    remarks: [`caller (${id}) stays deleted: its environment dates is deleted`],
  });
});

test('what is held goes only with a person who says cascade', () => {
  const scene = chain().do({ kind: 'pin_function', name: 'caller', holder: 'task report' });
  for (const by of ['librarian', 'actor'] as const)
    expect(scene.set('a', [drop('leaf', true)], { by })).toEqual({ faults: ['0 pinned: caller is held by task report'] });
  scene.do({ kind: 'pin_function', name: 'apart', holder: 'task other' }).guide('More');
  expect(scene.set('b', [drop('apart')])).toEqual({
    faults: ['0 pinned: apart is held by task other', '0 in-use: apart cannot go alone: it is named by the guidance "On leaf", "On apart"'],
  });
  expect('remarks' in scene.set('c', [drop('leaf', true)])).toBe(true);
});

test('guidance that comes back without what it names is stale until that is back too', () => {
  const scene = chain().do(drop('leaf', true));
  const { id } = scene.guidance('On leaf');
  const restore = [{ kind: 'restore_guidance', id } as const];
  expect(scene.set('a', restore)).toEqual({ remarks: [] });
  expect(scene.guidance('On leaf').status).toEqual({ kind: 'stale', reasons: ['names leaf, which was deleted'] });
  expect(scene.set('b', restore)).toEqual({ faults: [`0 not-deleted: the guidance "On leaf" (${id}) is not deleted`] });
  expect(scene.set('c', [{ kind: 'restore_guidance', id: 'none' }])).toEqual({ faults: ['0 unknown-id: there is no guidance none'] });
  scene.do({ kind: 'restore_function', id: scene.function('leaf').id });
  expect(scene.guidance('On leaf').status).toEqual({ kind: 'active' });
});

test('a long list is cut, and so is a long title', () => {
  const scene = new Scene().add('leaf');
  scene.do(...Array.from({ length: 10 }, (_, at) => addingEdit(`caller${at}`, { dependsOn: ['leaf'] })));
  scene.guide('x'.repeat(80), ['leaf']);
  expect(scene.set('a', [drop('leaf')])).toEqual({
    faults: [
      `0 in-use: leaf cannot go alone: it is named by the functions ${Array.from({ length: 8 }, (_, at) => `caller${at}`).join(', ')} and 2 more and the guidance "${'x'.repeat(59)}…"`,
    ],
  });
});

test('what calls functions of folders comes back as it was', () => {
  const scene = new Scene();
  scene.do({ ...addingEdit('caller', { dependsOn: ['inFolder'] }), elsewhere: ['inFolder'] } as never);
  scene.do(drop('caller')).do({ kind: 'restore_function', id: scene.function('caller').id });
  expect(scene.function('caller').status).toEqual({ kind: 'active' });
});
