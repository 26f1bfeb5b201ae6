import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok } from '../../../core/model/result.ts';
import type { Blobs } from '../../../ports/blobs.ts';

/** Blobs in memory. Only `adopt` and `copyTo`, whose business is files, touch the disk. */
export function memoryBlobs(): Blobs {
  const blobs = new Map<string, Uint8Array>();
  const missing = (digest: string): Failure => ({ kind: 'not_found', message: `There is no blob ${digest}.` });
  const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  return {
    async put(bytes) {
      const digest = digestOf(bytes);
      blobs.set(digest, Uint8Array.from(bytes));
      return ok(digest);
    },
    async holds(digest, bytes) {
      const kept = blobs.get(digest);
      return kept !== undefined && Buffer.from(kept).equals(bytes);
    },
    async adopt(path) {
      try {
        const kept = await this.put(await readFile(path));
        await rm(path);
        return kept;
      } catch (error) {
        return fail({ kind: 'not_found', message: `There is no file ${path} to keep: ${(error as Error).message}` });
      }
    },
    async get(digest) {
      const bytes = blobs.get(digest);
      if (!bytes) return fail(missing(digest));
      if (digestOf(bytes) !== digest)
        return fail({ kind: 'io', message: `Blob ${digest} is damaged: its bytes are not those of this name.` });
      return ok(Uint8Array.from(bytes));
    },
    async copyTo(digest, path) {
      const bytes = blobs.get(digest);
      if (!bytes) return fail(missing(digest));
      try {
        await writeFile(path, bytes);
        return ok(undefined);
      } catch (error) {
        return fail({ kind: 'io', message: `Cannot copy a blob to ${path}: ${(error as Error).message}` });
      }
    },
    async list() {
      const list = [...blobs].map(([digest, bytes]) => ({ digest, bytes: bytes.byteLength }));
      return ok(list.sort((a, b) => (a.digest < b.digest ? -1 : 1)));
    },
    async remove(digest) {
      blobs.delete(digest);
      return ok(undefined);
    },
    sweep: async () => ok(undefined),
  };
}
