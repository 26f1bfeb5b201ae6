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

/** How long it took, and how much processor time of it: while other programs use the machine the second is nearer to the truth. */
export interface Times {
  readonly wallMs: Sample;
  readonly cpuMs: Sample;
}

export interface SearchSpeed {
  readonly entries: number;
  /** In a process that has asked before. */
  readonly query: Times;
  /** 95 of 100 took no longer. */
  readonly queryP95: { readonly wallMs: number; readonly cpuMs: number };
  /** An entry more, its text read, weighed and committed. */
  readonly add: Times;
  /** The same for an entry that is there, which has one past request more. */
  readonly replace: Times;
  readonly remove: Times;
  /** A process that starts, opens the index, asks once and ends, less one that does nothing, in pairs; and that one. */
  readonly overBareNode: Times;
  readonly bareNode: Times;
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
  okValue(await index.put(all.slice(0, entries).map(indexEntry)));
  const add = await timesOf(more, (text) => put(index, text));
  const replace = await timesOf(more, (text) => put(index, { ...text, pastRequests: [...text.pastRequests, 'send the weekly report'] }));
  const remove = await timesOf(more, async ({ id }) => okValue(await index.remove(id)));
  const asked = syntheticRequests(warmUps + requests);
  const query = (await timesOf(asked, (request) => index.look((view) => ranking(view, request, { limit: 10 })))).slice(warmUps);
  await index.close();
  return {
    entries,
    query: samples(query),
    queryP95: { wallMs: p95(query.map(({ wallMs }) => wallMs)), cpuMs: p95(query.map(({ cpuMs }) => cpuMs)) },
    add: samples(add),
    replace: samples(replace),
    remove: samples(remove),
    ...(await freshProcesses(scratch, file, asked.slice(0, pairs))),
  };
}

const put = async (index: SearchIndex, text: SearchText): Promise<void> => okValue(await index.put([indexEntry(text)]));

interface Time {
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function timesOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<Time[]> {
  const times: Time[] = [];
  for (const item of items) {
    const [startedMs, cpuBefore] = [performance.now(), process.cpuUsage()];
    await work(item);
    const { user, system } = process.cpuUsage(cpuBefore);
    times.push({ wallMs: performance.now() - startedMs, cpuMs: (user + system) / 1000 });
  }
  return times;
}

const samples = (times: readonly Time[]): Times => ({
  wallMs: sampleOf(times.map(({ wallMs }) => wallMs)),
  cpuMs: sampleOf(times.map(({ cpuMs }) => cpuMs)),
});

const p95 = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] as number;

async function freshProcesses(
  scratch: string,
  file: string,
  asked: readonly string[],
): Promise<Pick<SearchSpeed, 'overBareNode' | 'bareNode'>> {
  const once = fileURLToPath(new URL('search-once.js', import.meta.url));
  const timed = async (...argv: [string, ...string[]]): Promise<Time> => {
    const { wallMs, cpuMs } = await timedProcess(argv, scratch);
    return { wallMs, cpuMs: cpuMs ?? Number.NaN };
  };
  const [over, bare]: [Time[], Time[]] = [[], []];
  for (const request of asked) {
    const ours = await timed(process.execPath, once, file, request);
    const nothing = await timed(process.execPath, '-e', '0');
    bare.push(nothing);
    over.push({ wallMs: ours.wallMs - nothing.wallMs, cpuMs: ours.cpuMs - nothing.cpuMs });
  }
  return { overBareNode: samples(over), bareNode: samples(bare) };
}
