import { expect, test } from 'vitest';
import type { EffectClass } from '../../../src/core/model/effect-class.ts';
import { addingEdit } from '../../../src/testing/sample-library.ts';
import { Scene } from './scene.ts';

const classes = (scene: Scene, ...names: string[]): EffectClass[] => names.map((name) => scene.function(name).effectClass);
const raise = (name: string, effectClass: EffectClass) => ({ kind: 'raise_effect', name, effectClass }) as const;

test('a function is as grave as the gravest that it reaches, in circles too, and follows what that becomes', () => {
  const scene = new Scene().add('leaf', { ownEffectClass: 'read' });
  scene.do(
    addingEdit('one', { dependsOn: ['two', 'leaf'] }),
    addingEdit('two', { dependsOn: ['three'] }),
    addingEdit('three', { dependsOn: ['one'], ownEffectClass: 'idempotent' }),
    addingEdit('apart'),
  );
  expect(classes(scene, 'leaf', 'one', 'two', 'three', 'apart')).toEqual(['read', 'idempotent', 'idempotent', 'idempotent', 'pure']);
  scene.add('leaf', { ownEffectClass: 'irreversible' }, true);
  expect(classes(scene, 'leaf', 'one', 'two', 'three', 'apart')).toEqual([
    'irreversible',
    'irreversible',
    'irreversible',
    'irreversible',
    'pure',
  ]);
  scene.add('leaf', { ownEffectClass: 'pure' }, true).add('three', { dependsOn: ['one'] }, true);
  expect(classes(scene, 'leaf', 'one', 'two', 'three')).toEqual(['pure', 'pure', 'pure', 'pure']);
});

test('what is raised by hand stays over versions, and counts for who calls it', () => {
  const scene = new Scene().add('leaf', { ownEffectClass: 'read' }).add('caller', { dependsOn: ['leaf'] });
  scene.do(raise('leaf', 'write'));
  expect(classes(scene, 'leaf', 'caller')).toEqual(['write', 'write']);
  scene.add('leaf', { ownEffectClass: 'pure', normalised: 'other' }, true);
  expect(classes(scene, 'leaf', 'caller')).toEqual(['write', 'write']);
  const before = scene.log.length;
  scene.do(raise('leaf', 'write'));
  expect(scene.log.length).toBe(before);
});

test('never below what analysis finds; what a person raised a person alone lowers', () => {
  const scene = new Scene().add('leaf', { ownEffectClass: 'write' });
  scene.do(addingEdit('one', { dependsOn: ['two', 'leaf', 'one'] }), addingEdit('two', { dependsOn: ['one'] }));
  expect(scene.set('a', [raise('one', 'read')])).toEqual({
    faults: ['0 effect-lowered: one is write by what it calls, and cannot be called read'],
  });
  scene.do(raise('one', 'irreversible'));
  expect(scene.set('b', [raise('one', 'write')], { by: 'librarian' })).toEqual({
    faults: ['0 effect-lowered: one was raised to irreversible by hand'],
  });
  expect(scene.set('c', [raise('one', 'irreversible')], { by: 'librarian' })).toEqual({ remarks: [] });
  scene.do(raise('one', 'write'));
  expect(classes(scene, 'one', 'two')).toEqual(['write', 'write']);
});

test('one that calls what is gone keeps its class until that is back', () => {
  const scene = new Scene().add('leaf', { ownEffectClass: 'write' }).add('caller', { dependsOn: ['leaf'] });
  scene.do({ kind: 'delete_function', name: 'leaf', cascade: true });
  scene.do({ kind: 'restore_function', id: scene.function('caller').id });
  expect(scene.function('caller')).toMatchObject({
    effectClass: 'write',
    status: { kind: 'stale', reasons: ['calls leaf, which was deleted'] },
  });
  scene.do({ kind: 'restore_function', id: scene.function('leaf').id });
  expect(scene.function('caller')).toMatchObject({ effectClass: 'write', status: { kind: 'active' } });
});
