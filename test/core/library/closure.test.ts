import { expect, test } from 'vitest';
import { closureOf } from '../../../src/core/library/closure.ts';
import { addingEdit } from '../../../src/testing/sample-library.ts';
import { Scene } from './scene.ts';

const circle = (more: object = {}) =>
  new Scene()
    .environment('dates', ['dayjs@1.0.0'])
    .do(
      addingEdit('leaf', { environment: 'dates', ...more }),
      addingEdit('one', { dependsOn: ['two', 'one'] }),
      { ...addingEdit('two', { dependsOn: ['one', 'leaf', 'inFolder'] }), elsewhere: ['inFolder'] } as never,
      addingEdit('apart'),
    );
const closure = (scene: Scene, name = 'one') => closureOf(scene.view, scene.function(name));

test('a closure is all that a function reaches, circles too, and what is not in the library', () => {
  const { functions, environments, missing, effectClass } = closure(circle());
  expect([functions.map(({ name }) => name), environments.map(({ name, version }) => [name, version]), missing, effectClass]).toEqual([
    ['one', 'leaf', 'two'],
    [['dates', 1]],
    ['inFolder'],
    'pure',
  ]);
  expect(closure(circle(), 'two').functions.map(({ name }) => name)).toEqual(['two', 'leaf', 'one']);
});

test('its digest changes with code and locks that are reached, and with nothing else', () => {
  const before = closure(circle()).digest;
  expect(closure(circle({ source: 'formatted otherwise', normalised: circle().function('leaf').name })).digest).not.toBe(before);
  const normalised = 'the same';
  expect(closure(circle({ source: 'a', normalised })).digest).toBe(closure(circle({ source: 'b', normalised, description: 'c' })).digest);
  expect(closure(circle().add('apart', { normalised: 'x' }, true)).digest).toBe(before);
  expect(closure(circle().environment('dates', ['dayjs@2.0.0'], true)).digest).not.toBe(before);
});

test('what a function names and the library lost is missing', () => {
  const scene = new Scene()
    .add('leaf')
    .add('caller', { dependsOn: ['leaf'] })
    .do({ kind: 'delete_function', name: 'leaf', cascade: true });
  expect(closureOf(scene.view, scene.function('caller')).missing).toEqual(['leaf']);
  const gone = { ...scene.function('leaf'), versions: [{ ...scene.function('leaf').versions[0], environment: 'none' }] };
  expect(closureOf(scene.view, gone as never).environments).toEqual([]);
});
