import { statSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Place } from '../place/place.ts';
import { refusal, systemCode } from '../trouble.ts';

const lockWaitMs = 2000;
const lockPollMs = 50;

/** Waits a little for a lock on the user's index to go; refused, naming the file and its age, when it stays. It is never removed. */
export async function waitForLock(place: Place): Promise<void> {
  await takeLock(place, async () => {
    if (await isLocked(place)) throw Object.assign(new Error('locked'), { code: 'EEXIST' });
  });
}

/** The lock that is there, in words; null when there is none, or only one that a killed run of ours has left: that will be removed. */
export function lockInWords(place: Place): string | null {
  const lock = join(place.gitDir, 'index.lock');
  try {
    if (isOwnLock(place)) return null;
    const seconds = Math.max(0, Math.round((Date.now() - statSync(lock).mtimeMs) / 1000));
    return `${lock} is there (${seconds} s old): another git program is at work, or one was killed`;
  } catch {
    return null;
  }
}

/** What a person does about a lock that stays. */
export const lockHint = 'Wait until the other git program has ended; if none is running, remove that file and try again.';

/** Takes git's own lock by `take`, which fails with EEXIST while another has it; waits a little, then refuses as `waitForLock` does. */
export async function takeLock(place: Place, take: () => Promise<void>): Promise<void> {
  await dropOwnLock(place);
  const until = performance.now() + lockWaitMs;
  for (;;) {
    try {
      return await take();
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
    if (performance.now() > until) throw refusal(lockInWords(place) ?? 'the index was locked', lockHint);
    await delay(lockPollMs);
  }
}

const isLocked = (place: Place): Promise<boolean> =>
  stat(join(place.gitDir, 'index.lock')).then(
    () => true,
    () => false,
  );

async function dropOwnLock(place: Place): Promise<void> {
  if (isOwnLock(place)) await rm(join(place.gitDir, 'index.lock'), { force: true });
}

/** A lock that we made ourselves and died with is the same file as our prepared copy: that alone may go. */
function isOwnLock(place: Place): boolean {
  const [mine, theirs] = [ownCopyPath(place), join(place.gitDir, 'index.lock')].map((path) => statSync(path, { throwIfNoEntry: false }));
  return mine !== undefined && theirs !== undefined && mine.ino === theirs.ino && mine.dev === theirs.dev;
}

/** In the git folder, because a hard link needs the same file system. */
export const ownCopyPath = (place: Place): string => join(place.gitDir, 'pawl-index');
