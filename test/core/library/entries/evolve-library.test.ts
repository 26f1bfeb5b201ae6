import { expect, test } from 'vitest';
import { authorOf } from '../../../../src/core/library/edits/set-author.ts';
import { evolveLibrary } from '../../../../src/core/library/entries/evolve-library.ts';
import { emptyLibrary } from '../../../../src/core/library/entries/library-state.ts';
import { Scene } from '../scene.ts';

test('a change of what was never stored changes nothing: of any log a library can be made', () => {
  expect(
    evolveLibrary(emptyLibrary, [
      { type: 'function.deleted', id: 'none', takenWith: null },
      { type: 'guidance.staled', id: 'none', reason: 'x' },
      { type: 'environment.deleted', name: 'none' },
    ]),
  ).toEqual(emptyLibrary);
});

test('reasons to be stale are kept apart, each once', () => {
  const scene = new Scene().add('read').guide('G');
  const [id, guidance] = [scene.function('read').id, scene.guidance('G').id];
  const change = (type: 'staled' | 'renewed', reason: string) =>
    [
      { type: `function.${type}`, id, reason },
      { type: `guidance.${type}`, id: guidance, reason },
    ] as const;
  const statuses = (...changes: Parameters<typeof evolveLibrary>[1]) => {
    const { functions, guidance: guided } = evolveLibrary(scene.state, changes);
    return [functions.get(id)?.status, guided.get(guidance)?.status];
  };
  const stale = (...reasons: string[]) => [
    { kind: 'stale', reasons },
    { kind: 'stale', reasons },
  ];
  expect(statuses(...change('staled', 'a'), ...change('staled', 'b'), ...change('staled', 'a'))).toEqual(stale('a', 'b'));
  expect(statuses(...change('staled', 'a'), ...change('staled', 'b'), ...change('renewed', 'a'))).toEqual(stale('b'));
  expect(statuses(...change('renewed', 'a'))).toEqual([{ kind: 'active' }, { kind: 'active' }]);
});

test('who made a set is told in words', () => {
  const text = (by: 'person' | 'actor' | 'librarian', run: string | null, model: string | null) => authorOf({ by, run, model });
  expect([text('person', null, null), text('actor', 'x7k2', null), text('librarian', 'x7k2', 'm-1')]).toEqual([
    'a person',
    'the agent in x7k2',
    'the librarian after x7k2 (m-1)',
  ]);
});
