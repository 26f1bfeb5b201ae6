import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideEdits } from '../../../src/core/library/edits/decide-edits.ts';
import type { LibraryEdit } from '../../../src/core/library/edits/library-edit.ts';
import { evolveLibrary, libraryOf, viewOf } from '../../../src/core/library/entries/evolve-library.ts';
import { newest } from '../../../src/core/library/entries/library-entry.ts';
import { effectClasses } from '../../../src/core/model/effect-class.ts';
import { addingEdit, sampleSet } from '../../../src/testing/sample-library.ts';
import { Scene } from './scene.ts';

const names = ['a', 'b', 'constructor', 'toString'] as const;
const name = fc.constantFrom(...names);
const facts = fc.record({
  dependsOn: fc.uniqueArray(name, { maxLength: 2 }),
  normalised: fc.constantFrom('x', 'y'),
  input: fc.constantFrom({ type: 'string' }, { type: 'number' }),
  ownEffectClass: fc.constantFrom(...effectClasses),
  environment: fc.constantFrom(null, 'dates'),
});
/** Ids are not known beforehand: the place of an entry among all of its kind stands for it. */
const place = fc.nat(5);
type Made = (scene: Scene) => LibraryEdit;
const functionAt = (scene: Scene, at: number): string => [...scene.state.functions.keys()][at] ?? 'none';
const guidanceAt = (scene: Scene, at: number): string => [...scene.state.guidance.keys()][at] ?? 'none';
const sections = [{ heading: '', text: 'x' }];
const edit: fc.Arbitrary<Made> = fc.oneof(
  fc.tuple(name, facts, fc.boolean()).map(
    ([each, given, overwrite]): Made =>
      () =>
        addingEdit(each, given, overwrite),
  ),
  fc.tuple(name, fc.boolean()).map(
    ([each, cascade]): Made =>
      () => ({ kind: 'delete_function', name: each, cascade }),
  ),
  place.map(
    (at): Made =>
      (scene) => ({ kind: 'restore_function', id: functionAt(scene, at) }),
  ),
  fc.tuple(name, fc.constantFrom(...effectClasses)).map(
    ([each, effectClass]): Made =>
      () => ({ kind: 'raise_effect', name: each, effectClass }),
  ),
  fc.tuple(fc.constantFrom('archive_function' as const, 'activate_function' as const), name).map(
    ([kind, each]): Made =>
      () => ({ kind, name: each }),
  ),
  fc.tuple(fc.constantFrom('pin_function' as const, 'unpin_function' as const), name).map(
    ([kind, each]): Made =>
      () => ({ kind, name: each, holder: 'task' }),
  ),
  fc.uniqueArray(name, { maxLength: 2 }).map(
    (functions): Made =>
      () => ({ kind: 'add_guidance', title: 'G', sections, functions }),
  ),
  place.map(
    (at): Made =>
      (scene) => ({ kind: 'update_guidance', id: guidanceAt(scene, at), delta: { title: 'H' } }),
  ),
  fc.tuple(fc.constantFrom('delete_guidance' as const, 'restore_guidance' as const), place).map(
    ([kind, at]): Made =>
      (scene) => ({ kind, id: guidanceAt(scene, at) }),
  ),
  fc.boolean().map(
    (exists): Made =>
      () => ({ kind: 'put_environment', name: 'dates', packages: ['d@1.0.0'], manifest: '', lock: '', exists }),
  ),
  fc.constantFrom('delete_environment' as const, 'restore_environment' as const).map(
    (kind): Made =>
      () => ({ kind, name: 'dates' }),
  ),
  fc.nat(8).map(
    (set): Made =>
      () => ({ kind: 'undo_set', set: String(set) }),
  ),
);
const life = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 10 });

/** Lives it, set after set, those at fault left out; says what is to hold after each. */
function lived(sets: readonly (readonly ((scene: Scene) => LibraryEdit)[])[], each: (scene: Scene) => void = () => {}): Scene {
  const scene = new Scene();
  for (const [at, set] of sets.entries()) {
    scene.set(
      String(at),
      set.map((made) => made(scene)),
    );
    each(scene);
  }
  return scene;
}

test('names are unique among the living, and every name leads to its function', () => {
  fc.assert(
    fc.property(life, (sets) => {
      lived(sets, ({ state }) => {
        const living = [...state.functions.values()].filter(({ isDeleted }) => !isDeleted);
        expect([...state.byName].sort()).toEqual(living.map(({ name: own, id }) => [own, id]).sort());
      });
    }),
  );
});

test('what stands is the fold of the log, and what was decided against', () => {
  fc.assert(
    fc.property(life, (sets) => {
      const { state, log } = lived(sets);
      expect(libraryOf(log)).toEqual(state);
      const decided = decideEdits(sampleSet('next', [addingEdit('a', {}, true)]), viewOf(state, log));
      if (!decided.ok) return;
      const { after, changes } = decided.value;
      const evolved = evolveLibrary(state, changes);
      for (const [id, entry] of after.functions) expect(evolved.functions.get(id)).toEqual(entry);
      for (const [id, entry] of after.guidance) expect(evolved.guidance.get(id)).toEqual(entry);
    }),
  );
});

test('a set is all or nothing: one with a mistake more changes nothing', () => {
  fc.assert(
    fc.property(life, (sets) => {
      const scene = lived(sets);
      const before = scene.state;
      expect(scene.set('last', [addingEdit('fresh'), { kind: 'delete_guidance', id: 'none' }])).toMatchObject({
        faults: expect.anything(),
      });
      expect(scene.state).toBe(before);
    }),
  );
});

test('restoring what was deleted is as before, but for what others took meanwhile', () => {
  fc.assert(
    fc.property(life, name, (sets, each) => {
      const scene = lived(sets);
      const before = scene.state;
      const entry = scene.view.living(each);
      if (entry === null) return;
      scene.do({ kind: 'delete_function', name: each, cascade: true }, { kind: 'restore_function', id: entry.id });
      expect(scene.state).toEqual(before);
    }),
  );
});

test('effect classes are never milder than what a function does, calls, or was raised to', () => {
  fc.assert(
    fc.property(life, (sets) => {
      const { state, view } = lived(sets);
      for (const entry of state.functions.values()) {
        if (entry.isDeleted) continue;
        const rank = effectClasses.indexOf(entry.effectClass);
        const called = newest(entry).dependsOn.flatMap((each) => view.living(each)?.effectClass ?? []);
        for (const floor of [newest(entry).ownEffectClass, entry.raisedTo ?? 'pure', ...called])
          expect(rank).toBeGreaterThanOrEqual(effectClasses.indexOf(floor));
      }
    }),
  );
});

test('what is undone at once is as before: names, code, guidance', () => {
  fc.assert(
    fc.property(life, fc.array(edit, { minLength: 1, maxLength: 3 }), (sets, last) => {
      const scene = lived(sets);
      const before = scene.state;
      const made = last.map((each) => each(scene)).filter(({ kind }) => kind !== 'undo_set');
      const came = scene.set('last', made);
      if ('faults' in came || !scene.log.some(({ set }) => set === 'last')) return;
      scene.do({ kind: 'undo_set', set: 'last' });
      const standing = ({ functions, guidance }: Scene['state']) => [
        [...functions.values()]
          .filter(({ isDeleted }) => !isDeleted)
          .map((entry) => [
            entry.id,
            newest(entry).codeDigest,
            entry.raisedTo,
            entry.effectClass,
            entry.status.kind === 'archived',
            entry.pins.toSorted(),
          ])
          .sort(),
        [...guidance.values()]
          .filter(({ isDeleted }) => !isDeleted)
          .map(({ id, title, functionIds }) => [id, title, functionIds])
          .sort(),
      ];
      expect(standing(scene.state)).toEqual(standing(before));
    }),
  );
});
