import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSearchIndex } from '../src/adapters/store/sqlite/open-search-index.ts';
import { indexEntry } from '../src/core/library/search/index-entry.ts';
import { ranking } from '../src/core/library/search/ranking.ts';
import type { SearchText } from '../src/core/library/search/search-text.ts';
import type { SearchIndex } from '../src/ports/search-index.ts';
import { okValue } from '../src/testing/ok-value.ts';
import { type Sample, sampleOf } from './sample.ts';
import { syntheticLibrary, syntheticRequests } from './synthetic-library.ts';
import { timedProcess } from './whole-process.ts';

export interface SearchSpeed {
  readonly entries: number;
  /** In a process that has asked before. */
  readonly queryP50Ms: number;
  readonly queryP95Ms: number;
  /** An entry more, its text read, weighed and committed. */
  readonly addMs: Sample;
  /** The same for an entry that is there, which has one past request more. */
  readonly replaceMs: Sample;
  readonly removeMs: Sample;
  /** A process that starts, opens the index, asks once and ends, beside one that does nothing. */
  readonly processMs: Sample;
  readonly bareNodeMs: Sample;
  readonly overBareNodeMs: Sample;
}

const warmUps = 50;
const requests = 500;
const changes = 100;
const pairs = 15;

/** What a search and a change cost in an index of so many entries, which are made up. */
export async function measureSearchSpeed(scratch: string, entries: number): Promise<SearchSpeed> {
  const file = join(scratch, 'speed.db');
  const index = okValue(openSearchIndex(file));
  const all = syntheticLibrary(entries + changes);
  const more = all.slice(entries);
  for (const text of all.slice(0, entries)) await put(index, text);
  const addMs = await timesOf(more, (text) => put(index, text));
  const replaceMs = await timesOf(more, (text) =>
    put(index, { ...text, pastRequests: [...text.pastRequests, 'send the weekly report to all customers'] }),
  );
  const removeMs = await timesOf(more, async ({ id }) => okValue(await index.remove(id)));
  const asked = syntheticRequests(warmUps + requests);
  const queryMs = (await timesOf(asked, (request) => index.look((view) => ranking(view, request, { limit: 10 })))).slice(warmUps);
  await index.close();
  const alone = await freshProcesses(scratch, file, asked.slice(0, pairs));
  const sorted = queryMs.sort((one, other) => one - other);
  return {
    entries,
    queryP50Ms: sorted[Math.floor(requests * 0.5)] as number,
    queryP95Ms: sorted[Math.floor(requests * 0.95)] as number,
    addMs: sampleOf(addMs),
    replaceMs: sampleOf(replaceMs),
    removeMs: sampleOf(removeMs),
    ...alone,
  };
}

const put = async (index: SearchIndex, text: SearchText): Promise<void> => okValue(await index.put(indexEntry(text)));

async function timesOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const item of items) {
    const startedMs = performance.now();
    await work(item);
    times.push(performance.now() - startedMs);
  }
  return times;
}

async function freshProcesses(scratch: string, file: string, asked: readonly string[]) {
  const once = fileURLToPath(new URL('search-once.js', import.meta.url));
  const [ours, bare]: [number[], number[]] = [[], []];
  for (const request of asked) {
    ours.push((await timedProcess([process.execPath, once, file, request], scratch)).wallMs);
    bare.push((await timedProcess([process.execPath, '-e', '0'], scratch)).wallMs);
  }
  return {
    processMs: sampleOf(ours),
    bareNodeMs: sampleOf(bare),
    overBareNodeMs: sampleOf(ours.map((ms, at) => ms - (bare[at] as number))),
  };
}
