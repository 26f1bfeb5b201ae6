import { DatabaseSync } from 'node:sqlite';
import { openSearchIndex } from '../src/adapters/store/sqlite/open-search-index.ts';
import { indexEntry } from '../src/core/library/search/index-entry.ts';
import { ranking } from '../src/core/library/search/ranking.ts';
import { okValue } from '../src/testing/ok-value.ts';
import type { CorpusTool } from './search-corpus.ts';

/** Gives the names of the ten tools that match a request best, best first. */
export type Ranker = (request: string) => Promise<string[]>;

/** Makes a ranker of some tools; `file` is where it may keep an index. */
export type RankerOf = (tools: readonly CorpusTool[], file: string) => Promise<Ranker>;

const shown = 10;

/** Pawl's own, through the port that keeps its index. */
export const pawlRanker: RankerOf = async (tools, file) => {
  const index = okValue(openSearchIndex(file));
  const entries = tools.map(({ name, description, pastRequests }) =>
    indexEntry({ id: name, name, description, parameters: [], pastRequests }),
  );
  okValue(await index.put(entries));
  return async (request) => okValue(await index.look((view) => ranking(view, request, { limit: shown }))).map(({ id }) => id);
};

/** BM25 as the textbooks have it (k1 1.2, b 0.75) over lower-case words of all texts, nothing dropped, nothing stemmed. */
export const plainBm25: RankerOf = async (tools) => {
  const bags = tools.map(({ name, description, pastRequests }) => tokens([name, description, ...pastRequests].join(' ')));
  const average = bags.reduce((sum, bag) => sum + bag.length, 0) / bags.length;
  const counts = bags.map((bag) => {
    const count = new Map<string, number>();
    for (const token of bag) count.set(token, (count.get(token) ?? 0) + 1);
    return count;
  });
  const holders = new Map<string, number>();
  for (const count of counts) for (const token of count.keys()) holders.set(token, (holders.get(token) ?? 0) + 1);
  return async (request) => {
    const scored = tools.map(({ name }, at) => {
      let score = 0;
      for (const token of tokens(request)) {
        const count = counts[at]?.get(token) ?? 0;
        const held = holders.get(token) ?? 0;
        const rarity = Math.log(1 + (tools.length - held + 0.5) / (held + 0.5));
        score += (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * (bags[at] as string[]).length) / average));
      }
      return { name, score };
    });
    return scored
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, shown)
      .map(({ name }) => name);
  };
};

/** SQLite's FTS5 as it comes: its own tokens and its own bm25(), the words of a request joined by OR. */
export const fts5: RankerOf = async (tools) => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE VIRTUAL TABLE tools USING fts5(name, description, requests)');
  const insert = database.prepare('INSERT INTO tools VALUES (?, ?, ?)');
  for (const { name, description, pastRequests } of tools) insert.run(name, description, pastRequests.join('\n'));
  const select = database.prepare('SELECT name FROM tools WHERE tools MATCH ? ORDER BY bm25(tools) LIMIT ?');
  return async (request) => {
    const asked = tokens(request).map((token) => `"${token}"`);
    return asked.length === 0 ? [] : (select.all(asked.join(' OR '), shown) as { name: string }[]).map(({ name }) => name);
  };
};

const tokens = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
