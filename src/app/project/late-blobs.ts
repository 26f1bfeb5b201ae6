import type { Blobs } from '../../ports/blobs.ts';

/** Blobs for a workspace that is looked at before the store is opened, which may make it. Nothing can be kept until `use`. */
export function lateBlobs(): { readonly blobs: Blobs; use(blobs: Blobs): void } {
  let opened: Blobs | null = null;
  const now = (): Blobs => {
    if (opened === null) throw new Error('a blob was asked for before the store was opened');
    return opened;
  };
  return {
    blobs: {
      put: (bytes) => now().put(bytes),
      holds: (digest, bytes) => now().holds(digest, bytes),
      adopt: (path) => now().adopt(path),
      get: (digest) => now().get(digest),
      copyTo: (digest, path) => now().copyTo(digest, path),
      list: () => now().list(),
      remove: (digest) => now().remove(digest),
      sweep: () => now().sweep(),
    },
    use(blobs) {
      opened = blobs;
    },
  };
}
