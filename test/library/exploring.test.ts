import { expect, test } from 'vitest';
import { searchIn } from '../../src/app/library/search-library.ts';
import { memoryLibrary } from '../../src/testing/memory-library.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { addingEdit, sampleSet } from '../../src/testing/sample-library.ts';

test('filters leave places to what passes, and what was never shown gets a place now and then', async () => {
  const library = memoryLibrary();
  const edits = Array.from({ length: 12 }, (_, at) =>
    addingEdit(`readPage${at}`, {
      description: 'Reads a page.',
      tags: at === 11 ? ['rare'] : [],
      ownEffectClass: at % 2 === 0 ? 'read' : 'write',
    }),
  );
  const ids = okValue(await library.apply(sampleSet('one', edits))).ids as string[];
  const found = async (search: Parameters<typeof searchIn>[2], turn?: number) =>
    okValue(await searchIn(library, 'read a page', search, turn));
  expect((await found({ limit: 3, tag: 'rare' })).map(({ id }) => id)).toEqual([ids[11]]);
  expect((await found({ limit: 20, effectClass: 'write' })).every(({ effectClass }) => effectClass === 'write')).toBe(true);
  const first = await found({ limit: 5 });
  okValue(await library.count(first.map(({ id }) => ({ run: 'r', entry: id, kind: 'shown', request: null }))));
  const known = new Set(first.map(({ id }) => id));
  expect((await found({ limit: 5 }, 1)).every(({ id, uses }) => known.has(id) && uses.shown === 1)).toBe(true);
  expect((await found({ limit: 5 }, 4)).filter(({ id }) => !known.has(id)).length).toBe(1);
});
