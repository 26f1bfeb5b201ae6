import type { Blobs } from '../../ports/blobs.ts';

/** As much as is remembered at once; the oldest go first. A snapshot's record with its index is a few MB at the most. */
const limitBytes = 128 * 1024 * 1024;

/**
 * Blobs that what was put is also remembered of, for as long as this process lives: an agent that removes `.pawl` takes the records
 * of the snapshots along, and with them, but for this, the way back.
 */
export function rememberedBlobs(blobs: Blobs): Blobs {
  const remembered = new Map<string, Uint8Array>();
  let bytesHeld = 0;
  const remember = (digest: string, bytes: Uint8Array): void => {
    if (remembered.has(digest)) return;
    remembered.set(digest, bytes);
    bytesHeld += bytes.length;
    for (const [oldest, old] of remembered) {
      if (bytesHeld <= limitBytes) break;
      remembered.delete(oldest);
      bytesHeld -= old.length;
    }
  };
  return {
    ...blobs,
    async put(bytes) {
      const put = await blobs.put(bytes);
      if (put.ok) remember(put.value, bytes);
      return put;
    },
    async holds(digest, bytes) {
      const held = await blobs.holds(digest, bytes);
      if (held) remember(digest, bytes);
      return held;
    },
    async get(digest) {
      const got = await blobs.get(digest);
      const known = remembered.get(digest);
      return got.ok || known === undefined ? got : { ok: true, value: known };
    },
  };
}
