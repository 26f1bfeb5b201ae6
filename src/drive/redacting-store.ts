import type { Redactor } from '../core/secrets/redactor.ts';
import type { Store } from '../ports/store.ts';

/** A store into which values are put without the secrets in them. What it adopts as a file has been through a filter before. */
export function redactingStore(store: Store, redactor: Redactor): Store {
  if (redactor.idle) return store;
  const { journal, blobs, inbox, ownership, reviews } = store;
  return {
    journal,
    inbox,
    ownership,
    reviews,
    blobs: {
      put: (bytes) => blobs.put(redactor.bytes(bytes)),
      holds: (digest, bytes) => blobs.holds(digest, redactor.bytes(bytes)),
      adopt: (path) => blobs.adopt(path),
      get: (digest) => blobs.get(digest),
      copyTo: (digest, path) => blobs.copyTo(digest, path),
      list: () => blobs.list(),
      remove: (digest) => blobs.remove(digest),
      sweep: () => blobs.sweep(),
    },
    close: () => store.close(),
  };
}
