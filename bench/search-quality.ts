import { join } from 'node:path';
import type { SearchCorpus } from './search-corpus.ts';
import { fts5, pawlRanker, plainBm25, type Ranker, type RankerOf } from './search-rankers.ts';

export interface Quality {
  readonly ranker: string;
  /** How many past requests each tool has, at most. */
  readonly pastRequests: number;
  /** Share of queries for one tool with a right one among the first 1, 5 and 10. */
  readonly recallAt1: number;
  readonly recallAt5: number;
  readonly recallAt10: number;
  /** Mean of 1 / place of the first right one, 0 where it is not among ten. */
  readonly mrrAt10: number;
  /** Share of queries for two tools with both among the first five. */
  readonly bothAt5: number;
}

const rankers: readonly (readonly [string, RankerOf])[] = [
  ['BM25, plain', plainBm25],
  ['SQLite FTS5, as it comes', fts5],
  ['pawl', pawlRanker],
];

/** How well each ranker finds what the corpus says is right, with none, five and twenty past requests a tool. */
export async function measureQuality(corpus: SearchCorpus, scratch: string): Promise<Quality[]> {
  const rows: Quality[] = [];
  for (const pastRequests of [0, 5, 20]) {
    const tools = corpus.tools.map((tool) => ({ ...tool, pastRequests: tool.pastRequests.slice(0, pastRequests) }));
    for (const [ranker, rankerOf] of rankers) {
      const found = await rankerOf(tools, join(scratch, `${rows.length}.db`));
      rows.push({ ranker, pastRequests, ...(await qualityOf(found, corpus)) });
    }
  }
  return rows;
}

async function qualityOf(ranker: Ranker, { single, double }: SearchCorpus): Promise<Omit<Quality, 'ranker' | 'pastRequests'>> {
  const places: number[] = [];
  for (const { query, tools } of single) {
    const place = (await ranker(query)).findIndex((name) => tools.includes(name));
    places.push(place < 0 ? Number.POSITIVE_INFINITY : place + 1);
  }
  let both = 0;
  for (const { query, tools } of double) {
    const first = (await ranker(query)).slice(0, 5);
    if (tools.every((name) => first.includes(name))) both += 1;
  }
  const within = (place: number): number => places.filter((each) => each <= place).length / places.length;
  return {
    recallAt1: within(1),
    recallAt5: within(5),
    recallAt10: within(10),
    mrrAt10: places.reduce((sum, place) => sum + 1 / place, 0) / places.length,
    bothAt5: both / double.length,
  };
}
