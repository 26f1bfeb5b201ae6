import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCorpus } from '../../bench/search-corpus.ts';
import { measureQuality } from '../../bench/search-quality.ts';
import { scratchFolder } from '../scratch.ts';

// A corpus of our own in the form that the bench reads. It holds the ranker to what it can do, and shows that the bench measures.
const corpus = readCorpus(join(import.meta.dirname, 'requests'));

test('requests in other words find what they mean, and more of them than BM25 and FTS5 find', async () => {
  const rows = await measureQuality(corpus, scratchFolder());
  expect(rows.map(({ ranker, pastRequests }) => `${ranker}, ${pastRequests}`)).toHaveLength(9);
  for (const pastRequests of [0, 5, 20]) {
    const [bm25, fts5, pawl] = rows.filter((row) => row.pastRequests === pastRequests);
    expect(pawl?.mrrAt10).toBeGreaterThan(Math.max(bm25?.mrrAt10 ?? 1, fts5?.mrrAt10 ?? 1));
    expect(pawl?.bothAt5).toBe(1);
  }
  const [none, some] = rows.filter(({ ranker }) => ranker === 'pawl');
  expect(none?.mrrAt10).toBeGreaterThan(0.8);
  expect(some?.mrrAt10).toBeGreaterThan(none?.mrrAt10 ?? 1);
});
