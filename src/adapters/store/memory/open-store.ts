import type { Store } from '../../../ports/store.ts';
import { memoryBlobs } from './blobs.ts';
import { memoryInbox } from './inbox.ts';
import { memoryJournal } from './journal.ts';
import { memoryClaims, memoryOwnership } from './ownership.ts';

/** An empty store in memory, for tests: the same contracts, gone with the process. */
export function openMemoryStore(): Store {
  const inbox = memoryInbox();
  const ownership = memoryOwnership();
  const reviews = memoryClaims();
  return {
    journal: memoryJournal((run) => inbox.forget(run)),
    blobs: memoryBlobs(),
    inbox,
    ownership,
    reviews: reviews.of,
    async close() {
      ownership.releaseAll();
      reviews.releaseAll();
    },
  };
}
