import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSearchIndex } from '../../src/adapters/store/sqlite/open-search-index.ts';
import { indexEntry } from '../../src/core/library/search/index-entry.ts';
import { type Ranked, ranking } from '../../src/core/library/search/ranking.ts';
import type { SearchText } from '../../src/core/library/search/search-text.ts';
import type { SearchIndex } from '../../src/ports/search-index.ts';
import { memorySearchIndex } from '../../src/testing/memory-search-index.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { searchIndexContract } from '../../src/testing/search-index-contract.ts';
import { scratchFolder } from '../scratch.ts';

function opened(file = join(scratchFolder(), 'index.db')) {
  const index = okValue(openSearchIndex(file));
  onTestFinished(() => index.close());
  return index;
}

describe('SQLite', () => searchIndexContract({ test, expect }, async () => opened()));
describe('memory', () => searchIndexContract({ test, expect }, async () => memorySearchIndex()));

const word = fc.constantFrom(
  'weather',
  'invoice',
  'delete',
  'remove',
  'log',
  'file',
  'report',
  'sendMail',
  '__proto__',
  '天気',
  '\ud800',
  'the',
  'zq',
);
const words = fc.array(word, { maxLength: 7 }).map((each) => each.join(' '));
const text: fc.Arbitrary<SearchText> = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__'),
  name: words,
  description: words,
  parameters: fc.array(word, { maxLength: 2 }),
  pastRequests: fc.array(words, { maxLength: 4 }),
});
const step = fc.oneof(
  { weight: 2, arbitrary: text.map((put) => ({ put })) },
  { weight: 1, arbitrary: text.map(({ id }) => ({ remove: id })) },
);

const found = async (index: SearchIndex, request: string): Promise<Ranked[]> =>
  okValue(await index.look((view) => ranking(view, request, { limit: 10 })));

test('every store ranks alike to the last bit, whatever came and went in whatever order', async () => {
  const folder = scratchFolder();
  let [run, ranked, removed] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.array(words, { minLength: 1, maxLength: 4 }), async (steps, requests) => {
      const sqlite = okValue(openSearchIndex(join(folder, `${run++}.db`)));
      const stores: SearchIndex[] = [sqlite, memorySearchIndex()];
      const left = new Map<string, SearchText>();
      for (const each of steps) {
        for (const store of stores) okValue(await ('put' in each ? store.put([indexEntry(each.put)]) : store.remove(each.remove)));
        if ('put' in each) left.set(each.put.id, each.put);
        else removed += Number(left.delete(each.remove));
      }
      const afresh = memorySearchIndex();
      okValue(await afresh.put([...left.values()].reverse().map(indexEntry)));
      for (const request of requests) {
        const expected = await found(afresh, request);
        ranked += expected.length;
        for (const store of stores) expect(await found(store, request)).toEqual(expected);
      }
      await sqlite.close();
    }),
    { numRuns: 60 },
  );
  // It must have compared something.
  expect(Math.min(ranked, removed)).toBeGreaterThan(0);
});

test('what was put is found by a process that opens the file later', async () => {
  const file = join(scratchFolder(), 'index.db');
  const first = okValue(openSearchIndex(file));
  okValue(await first.put([indexEntry({ id: 'w', name: 'readWeather', description: '', parameters: [], pastRequests: ['will it rain'] })]));
  const before = await found(first, 'rain');
  await first.close();
  expect(await found(opened(file), 'rain')).toEqual(before);
  expect(before).toHaveLength(1);
});

test('two connections to one file see each other', async () => {
  const file = join(scratchFolder(), 'index.db');
  const [mine, theirs] = [opened(file), opened(file)];
  const put = (index: SearchIndex, id: string) =>
    index.put([indexEntry({ id, name: 'weather', description: '', parameters: [], pastRequests: [] })]);
  const all = await Promise.all([put(mine, 'a'), put(theirs, 'b'), put(mine, 'c'), put(theirs, 'a')]);
  expect(all.every(({ ok }) => ok)).toBe(true);
  expect((await found(mine, 'weather')).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(await found(theirs, 'weather')).toEqual(await found(mine, 'weather'));
});

test('a removed library leaves no rows behind', async () => {
  const file = join(scratchFolder(), 'index.db');
  const index = opened(file);
  const texts = ['a', 'b', 'c'].map((id) => ({
    id,
    name: id,
    description: 'reads the weather',
    parameters: ['city'],
    pastRequests: ['rain'],
  }));
  okValue(await index.put(texts.map(indexEntry)));
  for (const { id } of texts) okValue(await index.remove(id));
  const looking = new DatabaseSync(file, { readOnly: true });
  onTestFinished(() => looking.close());
  for (const table of ['search_entries', 'search_terms', 'search_postings']) {
    expect(looking.prepare(`SELECT count(*) AS rows FROM ${table}`).get()).toEqual({ rows: 0 });
  }
});

test('what is no database cannot be opened, and the failure says so', () => {
  const folder = scratchFolder();
  const result = openSearchIndex(folder);
  expect(result.ok ? null : result.failure.kind).toBe('io');
});
