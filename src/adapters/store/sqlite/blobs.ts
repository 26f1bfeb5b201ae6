import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { Blobs, StoredBlob } from '../../../ports/blobs.ts';
import { digestOf } from './blob-digest.ts';
import { bytesIn, copyDigesting, digestOfFile, hasBytes, makeFolder, moveWhole, sync, writeWhole } from './blob-file.ts';
import { errorCode, fileFailure } from './file-failure.ts';

const digestForm = /^[0-9a-f]{64}$/;

/** What `writeWhole` leaves when its process is killed. */
const leftoverForm = /^[0-9a-f]{64}\.[0-9a-f]{12}\.tmp$/;

/** Blobs as files `root/ab/<digest>`, mode 0444. */
export function fileBlobs(root: string, readOnly: boolean): Blobs {
  const pathOf = (digest: string): string => join(root, digest.slice(0, 2), digest);
  const readerRefusal: Failure = { kind: 'refused', message: `${root} was opened for reading only; nothing was written.` };

  async function keep(digest: string, bytes: number, place: (path: string) => Promise<void>): Promise<Result<string, Failure>> {
    if (readOnly) return fail(readerRefusal);
    const path = pathOf(digest);
    try {
      await makeFolder(dirname(path));
      if ((await bytesIn(path)) !== bytes) await place(path);
      // Also when it was there: whoever named it may have died before this.
      await sync(dirname(path));
      return ok(digest);
    } catch (error) {
      return fail(fileFailure(error, 'keep a blob in', root));
    }
  }

  return {
    put(bytes) {
      const digest = digestOf(bytes);
      return keep(digest, bytes.byteLength, (path) => writeWhole(path, (temporary) => writeFile(temporary, bytes, { flag: 'wx' })));
    },

    holds: async (digest, bytes) => digestForm.test(digest) && hasBytes(pathOf(digest), bytes),

    async adopt(source) {
      try {
        const bytes = await bytesIn(source);
        if (bytes === null) return fail({ kind: 'not_found', message: `There is no file ${source} to keep.` });
        const kept = await keep(await digestOfFile(source), bytes, (path) => moveWhole(source, path));
        // Moved already, or a copy of what is kept.
        if (kept.ok) await rm(source, { force: true });
        return kept;
      } catch (error) {
        return fail(fileFailure(error, 'take over', source));
      }
    },

    async get(digest) {
      if (!digestForm.test(digest)) return fail(missing(digest));
      try {
        const bytes = await readFile(pathOf(digest));
        return digestOf(bytes) === digest ? ok(bytes) : fail(changed(pathOf(digest)));
      } catch (error) {
        return fail(errorCode(error) === 'ENOENT' ? missing(digest) : fileFailure(error, 'read', pathOf(digest)));
      }
    },

    async copyTo(digest, path) {
      try {
        if (!digestForm.test(digest) || (await bytesIn(pathOf(digest))) === null) return fail(missing(digest));
        if ((await copyDigesting(pathOf(digest), path)) === digest) return ok(undefined);
        await rm(path, { force: true });
        return fail(changed(pathOf(digest)));
      } catch (error) {
        return fail(fileFailure(error, 'copy a blob to', path));
      }
    },

    async list() {
      try {
        const blobs: StoredBlob[] = [];
        for (const folder of await namesIn(root)) {
          for (const digest of (await namesIn(join(root, folder))).filter((name) => digestForm.test(name))) {
            const bytes = await bytesIn(pathOf(digest));
            if (bytes !== null) blobs.push({ digest, bytes });
          }
        }
        return ok(blobs);
      } catch (error) {
        return fail(fileFailure(error, 'list the blobs in', root));
      }
    },

    async remove(digest) {
      if (readOnly) return fail(readerRefusal);
      try {
        if (digestForm.test(digest)) await rm(pathOf(digest), { force: true });
        return ok(undefined);
      } catch (error) {
        return fail(fileFailure(error, 'remove', pathOf(digest)));
      }
    },

    async sweep() {
      if (readOnly) return fail(readerRefusal);
      try {
        for (const folder of await namesIn(root)) {
          const leftovers = (await namesIn(join(root, folder))).filter((name) => leftoverForm.test(name));
          for (const name of leftovers) await rm(join(root, folder, name), { force: true });
        }
        return ok(undefined);
      } catch (error) {
        return fail(fileFailure(error, 'clear up', root));
      }
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return [];
    throw error;
  }
}

const missing = (digest: string): Failure => ({ kind: 'not_found', message: `There is no blob ${digest}.` });

const changed = (path: string): Failure => ({
  kind: 'io',
  message: `${path} is damaged: its bytes are not those that were kept under this name.`,
  hint: 'The file was changed from outside, or the disk lost a part of it. Put it back from a backup if you have one.',
});
