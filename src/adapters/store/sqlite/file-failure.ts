import type { Failure } from '../../../core/model/failure.ts';
import { storageMark } from '../../../core/model/storage-trouble.ts';

/** What the operating system's error codes mean to a person, and what to do next. */
const meanings: Readonly<Record<string, readonly [what: string, next: string]>> = {
  ENOSPC: ['the disk is full', 'Free some space and try again; nothing that was kept is lost.'],
  EDQUOT: ['the disk quota is used up', 'Free some space and try again; nothing that was kept is lost.'],
  EFBIG: ['the file would grow past the size that is allowed here', 'Raise the limit (`ulimit -f`) and try again.'],
  EROFS: ['the file system is read-only', 'Make it writable, or work in a copy that is.'],
  EACCES: ['permission is denied', 'Give yourself the right to write there, or run as the owner of the folder.'],
  EPERM: ['permission is denied', 'Give yourself the right to write there, or run as the owner of the folder.'],
  ENOTDIR: ['a part of the path is a file, not a folder', 'Move that file away and try again.'],
  EMFILE: ['too many files are open', 'Raise the limit (`ulimit -n`) and try again.'],
};

/**
 * A failed file operation as a failure of kind `io`: "Cannot <verb> <path>: the disk is full." Throws what is no error of
 * the operating system, for that is a bug of ours.
 */
export function fileFailure(error: unknown, verb: string, path: string): Failure {
  const code = errorCode(error);
  if (code === null) throw error;
  const [what, next] = meanings[code] ?? [(error as Error).message, 'See whether the disk is healthy and mounted, then try again.'];
  return { kind: 'io', message: `Cannot ${verb} ${path}: ${what}.`, hint: next, ...storageMark(error) };
}

/** The operating system's code of an error (`ENOENT`), or null when it has none. */
export function errorCode(error: unknown): string | null {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return typeof code === 'string' && typeof syscall === 'string' ? code : null;
}
