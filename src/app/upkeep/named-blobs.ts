import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Store } from '../../ports/store.ts';
import { eventsOf } from '../history/find-run.ts';

const digestForm = /[0-9a-f]{64}/g;

/**
 * Every blob that runs name: in their events, and in the records of the snapshots that stand there. Anything that looks like the
 * digest of a blob counts as one. Fails when one event or record cannot be read: what it names would be taken for garbage.
 */
export async function namedBlobs(store: Store, runs: readonly string[], blobs: ReadonlySet<string>): Promise<Result<Set<string>, Refusal>> {
  const named = new Set<string>();
  const mark = (text: string): void => {
    for (const [digest] of text.matchAll(digestForm)) if (blobs.has(digest)) named.add(digest);
  };
  const read = new Set<string>();
  for (const run of runs) {
    const events = await eventsOf(store, run);
    if (!events.ok) return unreadable(events.failure, run);
    mark(JSON.stringify(events.value));
    for (const record of recordsIn(events.value)) {
      if (read.has(record)) continue;
      read.add(record);
      const bytes = await store.blobs.get(record);
      if (!bytes.ok) return unreadable(refusalOf('store/unavailable', bytes.failure), run);
      mark(new TextDecoder().decode(bytes.value));
    }
  }
  return ok(named);
}

/** The blobs that are records of snapshots: wherever one stands in an event, whatever the event calls it. */
function recordsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { id, tree, ref } = value as { id?: unknown; tree?: unknown; ref?: unknown };
  const below = Object.values(value).flatMap(recordsIn);
  return typeof id === 'string' && typeof tree === 'string' && typeof ref === 'string' ? [id, ...below] : below;
}

const unreadable = ({ message }: Refusal, run: string): Result<never, Refusal> =>
  fail({
    code: 'store/unavailable',
    message: `nothing was removed, as it cannot be told what run ${run} still needs: ${message}`,
    hint: `put back what is damaged, or let run ${run} go too: pawl gc --interrupted --older-than DURATION, so that it counts as old`,
  });
