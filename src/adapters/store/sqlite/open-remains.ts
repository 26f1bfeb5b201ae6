import { join, resolve } from 'node:path';
import type { StoredEvent } from '../../../core/events/envelope.ts';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { RunEnds } from '../../../ports/journal.ts';
import type { Store } from '../../../ports/store.ts';
import { fileBlobs } from './blobs.ts';
import { lockClaims } from './claims.ts';
import { fileFailure } from './file-failure.ts';
import { lockOwnership } from './ownership.ts';
import { Remains } from './remains.ts';

/**
 * Opens what can still be read of a damaged state folder, as a store for readers: of each run its whole events from the first on. Every verb
 * that writes is refused, and no file is changed or made. Fails with `io` where the files cannot even be read.
 */
export function openRemains(folder: string): Result<Store, Failure> {
  const root = resolve(folder);
  const file = join(root, 'journal.db');
  const refused = async () => fail<Failure>({ kind: 'refused', message: `${file} is damaged; nothing is written to it.` });
  try {
    const remains = new Remains(file);
    const ownership = lockOwnership(root, true);
    const reviews = lockClaims(join(root, 'reviews'), true);
    return ok({
      journal: {
        create: refused,
        append: refused,
        remove: refused,
        read: async (run, fromSeq = 0) => ok(remains.events(run).slice(fromSeq)),
        runs: async () => ok(remains.runs().flatMap(({ run, kept }) => endsOf(remains, run, kept))),
        close: async () => remains.close(),
      },
      blobs: fileBlobs(join(root, 'blobs'), true),
      inbox: { send: refused, receive: async () => ok([]) },
      ownership,
      reviews: reviews.of,
      async close() {
        remains.close();
        ownership.releaseAll();
        reviews.releaseAll();
      },
    });
  } catch (error) {
    return fail(fileFailure(error, 'read', file));
  }
}

function endsOf(remains: Remains, run: string, kept: number): RunEnds[] {
  const [first, last] = [0, kept - 1].map((seq): StoredEvent | null => remains.event(run, seq));
  return first && last ? [{ run, first, last }] : [];
}
