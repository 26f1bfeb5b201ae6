import { expect, test } from 'vitest';
import { addingEdit } from '../../../src/testing/sample-library.ts';
import { Scene } from './scene.ts';

const scene = () =>
  new Scene()
    .add('leaf')
    .add('caller', { dependsOn: ['leaf'] })
    .add('self', { dependsOn: ['self'] })
    .guide('On leaf', ['leaf']);
const other = { normalised: 'other', input: { type: 'string' } };

test('who calls a function whose form changed is stale, and guidance about one whose code changed', () => {
  const changed = scene().add('leaf', { normalised: 'other' }, true);
  expect(changed.function('caller').status).toEqual({ kind: 'active' });
  expect(changed.guidance('On leaf').status).toEqual({ kind: 'stale', reasons: ['names leaf, which changed in its version 2'] });
  changed.add('leaf', { ...other, returns: { type: 'number' } }, true);
  expect(changed.function('caller').status).toEqual({
    kind: 'stale',
    reasons: ['calls leaf, whose input or result changed in its version 3'],
  });
  expect(changed.guidance('On leaf').status).toMatchObject({ reasons: { length: 2 } });
});

test('what changed in formatting alone makes nothing stale, nor does a function that calls itself', () => {
  const same = scene().add('leaf', { source: 'other text', normalised: scene().function('leaf').name }, true);
  same
    .add('leaf', { source: 'third text', normalised: same.function('leaf').name }, true)
    .add('self', { ...other, dependsOn: ['self'] }, true);
  expect(same.function('self').status.kind).toBe('active');
  expect(same.guidance('On leaf').status).toMatchObject({ reasons: ['names leaf, which changed in its version 2'] });
});

test('what changes in the same set is not stale', () => {
  const together = scene();
  const { id } = together.guidance('On leaf');
  together.do(
    addingEdit('caller', { dependsOn: ['leaf'], normalised: 'new' }, true),
    { kind: 'update_guidance', id, delta: { title: 'On the new leaf' } },
    addingEdit('leaf', other, true),
  );
  expect([together.function('caller').status, together.guidance('On the new leaf').status]).toEqual([
    { kind: 'active' },
    { kind: 'active' },
  ]);
});

test('a new version, or an update, is not stale any more; what is archived stays so', () => {
  const stale = scene().add('leaf', other, true);
  const { id } = stale.guidance('On leaf');
  stale.add('caller', { dependsOn: ['leaf'] }, true).do({ kind: 'update_guidance', id, delta: {} });
  expect([stale.function('caller').status, stale.guidance('On leaf').status]).toEqual([{ kind: 'active' }, { kind: 'active' }]);
  stale.do({ kind: 'archive_function', name: 'caller' }).add('leaf', { input: { type: 'null' } }, true);
  expect(stale.function('caller').status).toEqual({ kind: 'archived' });
});

test('a reason is told once, and one of several that goes leaves the others', () => {
  const twice = new Scene()
    .add('a')
    .add('b')
    .add('caller', { dependsOn: ['a', 'b'] })
    .guide('On both', ['a', 'b']);
  twice.do({ kind: 'delete_function', name: 'a', cascade: true });
  const [caller, guidance, a] = [twice.function('caller').id, twice.guidance('On both').id, twice.function('a').id];
  twice.do({ kind: 'restore_function', id: caller }, { kind: 'restore_guidance', id: guidance });
  twice.add('b', other, true).do({ kind: 'restore_function', id: a });
  expect([twice.function('caller').status, twice.guidance('On both').status]).toMatchObject([
    { reasons: ['calls b, whose input or result changed in its version 2'] },
    { reasons: ['names b, which changed in its version 2'] },
  ]);
});
