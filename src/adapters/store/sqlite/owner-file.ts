import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Owner } from '../../../ports/ownership.ts';

/**
 * Notes who took the lock. Best effort, without fsync: it is for the message only, and a full disk must not keep a run
 * from being cancelled or resumed.
 */
export function writeOwner(path: string, owner: Owner): void {
  const temporary = `${path}.${owner.pid}.tmp`;
  try {
    writeFileSync(temporary, `${JSON.stringify(owner)}\n`);
    renameSync(temporary, path);
  } catch {
    forgetOwner(temporary);
    forgetOwner(path);
  }
}

/** Removes the note, before the lock is let go. */
export function forgetOwner(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A note that is left is seen to be stale by its reader.
  }
}

/** Who holds the lock, as far as the note can be believed; null when there is none or it names a process that is dead. */
export function readOwner(path: string): Owner | null {
  try {
    const { run, pid, host } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Owner>;
    if (typeof run !== 'string' || typeof pid !== 'number' || typeof host !== 'string') return null;
    return host === hostname() && !isAlive(pid) ? null : { run, pid, host };
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
