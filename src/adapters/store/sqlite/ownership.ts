import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok } from '../../../core/model/result.ts';
import type { Ownership } from '../../../ports/ownership.ts';
import { fileFailure } from './file-failure.ts';
import { forgetOwner, readOwner, writeOwner } from './owner-file.ts';
import { isBusy, sqliteCode } from './sqlite-failure.ts';

/**
 * Two that try at the same moment can each see the other's half-taken lock and both be refused. So a refusal counts only
 * after several tries at random moments, about 150 ms in all.
 */
const tries = 12;
const longestPauseMs = 25;
const looks = 4;

/** Two files of a state folder, of one lock. */
export interface LockFiles {
  readonly lock: string;
  readonly owner: string;
}

const workspaceLock: LockFiles = { lock: 'lock.db', owner: 'owner.json' };

/**
 * The lock is an open BEGIN EXCLUSIVE on a database of its own, which the kernel frees when its holder dies, however it
 * dies. Beside it stands who holds it, for the message only.
 *
 * Never open that database in any other way: a process that closes a second descriptor of a file loses all its locks on it.
 */
export function lockOwnership(
  folder: string,
  readOnly: boolean,
  { lock: lockName, owner: ownerName }: LockFiles = workspaceLock,
): Ownership & { releaseAll(): void } {
  const held = new Set<DatabaseSync>();
  const path = join(folder, lockName);
  const ownerPath = join(folder, ownerName);

  function release(lock: DatabaseSync): void {
    if (!held.delete(lock)) return;
    forgetOwner(ownerPath);
    lock.close();
  }

  return {
    async acquire(claim) {
      if (readOnly) return fail({ kind: 'refused', message: `${folder} was opened for reading only, which takes no ownership.` });
      try {
        mkdirSync(folder, { recursive: true });
        for (let tried = 0; tried < tries; tried++) {
          if (tried > 0) await wait(Math.random() * longestPauseMs);
          const lock = tryLock(path);
          if (!lock) continue;
          held.add(lock);
          writeOwner(ownerPath, claim);
          return ok({ owned: true, release: async () => release(lock) });
        }
        return ok({ owned: false, owner: readOwner(ownerPath) });
      } catch (error) {
        return fail(lockFailure(error, path));
      }
    },
    async holder() {
      try {
        for (let looked = 1; ; looked++) {
          // A lock that nobody ever took has no file, and looking must not make one.
          if (!existsSync(path) || canRead(path)) return ok(null);
          const owner = readOwner(ownerPath);
          if (owner) return ok(owner);
          if (looked === looks) return ok({ run: '', pid: 0, host: '' });
          // A new owner takes the lock first and then notes its name.
          await wait(longestPauseMs);
        }
      } catch (error) {
        return fail(lockFailure(error, path));
      }
    },
    releaseAll() {
      for (const lock of held) release(lock);
    },
  };
}

function lockFailure(error: unknown, path: string): Failure {
  if (sqliteCode(error) === null) return fileFailure(error, 'lock the workspace by', path);
  return {
    kind: 'io',
    message: `${path}, which says who owns the workspace, cannot be locked: ${(error as Error).message}.`,
    hint: 'If no run is at work here, move that file away and try again: it holds nothing.',
  };
}

/** Whether nobody holds the lock, seen by a read, which an EXCLUSIVE transaction forbids and which stops nobody for longer. */
function canRead(path: string): boolean {
  const probe = new DatabaseSync(path, { timeout: 0, readOnly: true });
  try {
    probe.prepare('SELECT count(*) FROM sqlite_schema').get();
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  } finally {
    probe.close();
  }
}

/** A connection that holds the lock as long as it is open, or null while another one does. */
function tryLock(path: string): DatabaseSync | null {
  // Asked beforehand: of a file that may only be read SQLite takes a shared lock and says that all is well.
  if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (isBusy(error)) return null;
    throw error;
  }
}
