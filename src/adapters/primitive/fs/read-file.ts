import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import type { Failure } from '../../../core/model/failure.ts';
import type { Json } from '../../../core/model/json.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { quoted } from '../../../core/model/shown-text.ts';
import { type AllowedRoots, pathOf } from './allowed-roots.ts';
import { fileFailure } from './file-failure.ts';

/** So much of a file is read at once. */
export const readLimitBytes = 16 * 1024 * 1024;

export interface ReadOptions {
  readonly as?: 'text' | 'bytes';
  /** In bytes. */
  readonly from?: number;
  readonly to?: number;
}

/** A file, or a part of it, as text or as `{ $blob }`. */
export async function readFileOf(roots: AllowedRoots, path: string, options: ReadOptions): Promise<Result<Json, Failure>> {
  const place = await roots.place(path);
  if (!place.ok) return place;
  if (place.value.missing.length > 0) return fail({ kind: 'not_found', message: `${quoted(path)} is not there` });
  const real = pathOf(place.value);
  let file: FileHandle | null = null;
  try {
    // A pipe would be waited for until somebody writes to it.
    file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { size, dev, ino } = await file.stat();
    if (!(await file.stat()).isFile())
      return fail({ kind: 'refused', message: `${quoted(path)} is no file`, hint: 'fs.list reads folders' });
    // A folder on the way may have become a link since it was looked at.
    const now = await lstat(real);
    if ((await realpath(real)) !== real || now.ino !== ino || now.dev !== dev)
      return fail({ kind: 'refused', message: `${quoted(path)} was moved while it was opened` });
    const { from = 0, to = size } = options;
    const length = Math.max(0, Math.min(to, size) - from);
    if (length > readLimitBytes)
      return fail({
        kind: 'too_large',
        message: `${quoted(path)} has ${size} bytes`,
        hint: `read at most ${readLimitBytes} bytes at once: { from, to }`,
      });
    return contentOf(path, await readAll(file, from, length), options.as ?? 'text');
  } catch (error) {
    return fail(fileFailure(path, error));
  } finally {
    await file?.close();
  }
}

async function readAll(file: FileHandle, from: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let at = 0;
  while (at < length) {
    const { bytesRead } = await file.read(bytes, at, length - at, from + at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}

function contentOf(path: string, bytes: Uint8Array, as: 'text' | 'bytes'): Result<Json, Failure> {
  if (as === 'bytes') return ok({ $blob: Buffer.from(bytes).toString('base64') });
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return fail({ kind: 'refused', message: `${quoted(path)} is no UTF-8 text here`, hint: 'read it as bytes: { as: "bytes" }' });
  }
}
