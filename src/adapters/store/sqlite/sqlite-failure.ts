import { basename } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';

/** Primary result codes; the low byte of the extended code that node reports. https://sqlite.org/rescode.html */
const busy = 5;
const locked = 6;
const readOnly = 8;
const ioError = 10;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const lockProtocol = 15;
const notADatabase = 26;

/** Extended codes after which the file can no longer be trusted: short read, fsync, folder fsync, corrupt file system. */
const untrustedIo = new Set([522, 1034, 1290, 8458]);

/** The result code of an error that SQLite raised, or null for any other error. */
export function sqliteCode(error: unknown): number | null {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode : null;
}

/** Whether the same transaction, begun anew, may go well: someone else held a lock. */
export function isBusy(error: unknown): boolean {
  const code = primary(error);
  return code === busy || code === locked;
}

/** Whether a connection may not or cannot create the files that SQLite wants beside the database. */
export function isUnwritable(error: unknown): boolean {
  const code = primary(error);
  return code === cannotOpen || code === readOnly;
}

/** Whether the file is no longer what was written: nothing more may be written to it. */
export function isDamage(error: unknown): boolean {
  const code = primary(error);
  return code === corrupt || code === notADatabase || untrustedIo.has(sqliteCode(error) ?? 0);
}

/** An error of SQLite as a failure of kind `io` about `file`. Throws what is no failure of the world, with its cause. */
export function sqliteFailure(error: unknown, file: string): Failure {
  switch (primary(error)) {
    case busy:
    case locked:
      return {
        kind: 'io',
        message: `${file} was locked by another process for too long; nothing was written.`,
        hint: 'Look for a program that holds it open (`fuser` names it), end that, and try again.',
        retryable: true,
      };
    case full:
      return {
        kind: 'io',
        message: `The disk is full: nothing was written to ${file}.`,
        hint: 'Free some space; everything up to here is kept.',
      };
    case readOnly:
      return { kind: 'io', message: `${file} is read-only: nothing was written.`, hint: 'Make the file and its folder writable.' };
    case cannotOpen:
      return {
        kind: 'io',
        message: `${file}, or a file beside it, cannot be opened.`,
        hint: 'See that the folder can be written to and that files may still be opened (`ulimit -n`).',
      };
    case corrupt:
    case notADatabase:
      return damaged(file, primary(error) === corrupt ? 'its content contradicts itself' : 'it does not begin as a database does');
    case ioError:
      if (isDamage(error)) return damaged(file, `the disk failed while it was used (${(error as Error).message})`);
      return {
        kind: 'io',
        message: `${file} cannot be read or written: ${(error as Error).message}; nothing was written.`,
        hint: 'See whether the disk is healthy and has room (also `ulimit -f`).',
      };
    case lockProtocol:
      return {
        kind: 'io',
        message: `${file} lies where files cannot be locked reliably.`,
        hint: 'Work in a folder on a local disk.',
      };
    default:
      throw new Error(`SQLite refused a statement on ${file}`, { cause: error });
  }
}

/** The failure for a file that is not, or no longer, a database of ours. Nothing is ever written to such a file. */
export function damaged(file: string, why: string): Failure {
  const { without, hint } = sortOf(basename(file));
  return {
    kind: 'io',
    damaged: true,
    message: `${file} is damaged: ${why}. It has been left exactly as it is, and ${without}.`,
    hint,
  };
}

function sortOf(name: string): { readonly without: string; readonly hint: string } {
  const again = 'Put back a copy (`pawl backup` makes some), or move the file away to begin anew; runs go on without it.';
  if (name.startsWith('library')) return { without: 'nothing is stored or found without it', hint: again };
  if (name.startsWith('tasks')) return { without: 'no task is run without it', hint: again };
  return {
    without: 'no run goes on without a journal',
    hint: '`pawl runs` and `pawl show` show what can still be read; `pawl doctor --repair` moves it aside and saves that into a new one.',
  };
}

const primary = (error: unknown): number | null => {
  const code = sqliteCode(error);
  return code === null ? null : code & 0xff;
};
