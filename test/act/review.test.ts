import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLibrary } from '../../src/adapters/store/sqlite/library.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import { acting, calls, code, says } from './acting.ts';

const countLetters = `/** Counts the letters of a file. Input: file, a path. Gives the number. Fails where there is no such file. */
export default async function count_letters({ file }: { file: string }, ctx): Promise<number> {
  return (await ctx.fs.read(file)).trim().length;
}`;

const storedIn = async (repo: string): Promise<string[]> => {
  const library = await openLibrary(join(repo, '.pawl'));
  if (!library.ok) throw new Error(library.failure.message);
  const now = await library.value.read();
  await library.value.close();
  return now.ok ? [...now.value.state.byName.keys()] : [];
};

test('what was done is looked through behind the result, and what is worth keeping is stored whole', async () => {
  const requests: ModelRequest[] = [];
  const done = acting([code("(await ctx.fs.read('a.txt')).trim().length"), says('three')], {
    librarian: (request, number) => {
      requests.push(request);
      return [
        calls('search_functions', { query: 'count letters' }),
        calls('add_function', { source: countLetters }),
        says('Kept one function.'),
      ][number];
    },
  });
  expect(await done.handle.result()).toBe('three');
  for await (const _ of done.handle.events);
  expect(done.handle.done()).toBe(true);
  expect(done.of('warning')).toEqual([]);
  expect(done.of('review.ended')).toMatchObject([
    { outcome: 'stored', changes: ['new function count_letters'], summary: 'Kept one function.' },
  ]);
  expect(await storedIn(done.repo)).toEqual(['count_letters']);
});
