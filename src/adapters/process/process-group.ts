import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a group has between TERM and KILL when a command is cut off. */
export const graceMs = 1000;

/** The same for what a program leaves behind when it has ended by itself: nobody waits for these. */
export const leftoverGraceMs = 250;

/** Sends a signal to a process group; false when no process of it is left. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

/** TERM to what is left of a group, KILL once `untilMs` (as `performance.now()` counts) is past; resolves when none of it runs. */
export async function endGroup(group: number, untilMs: number): Promise<void> {
  if (!signalGroup(group, 'SIGTERM')) return;
  let waitMs = 1;
  while (performance.now() < untilMs) {
    if (!runs(group)) return;
    await delay(Math.max(1, Math.min(waitMs, untilMs - performance.now())));
    waitMs = Math.min(waitMs * 2, 50);
  }
  // Ten rounds: after KILL only a process in an uninterruptible wait stays, and that cannot be waited for.
  for (let round = 0; round < 10 && signalGroup(group, 'SIGKILL') && runs(group); round++) await delay(5);
}

/**
 * Whether the group has a process that is more than a zombie. In a container whose first process reaps nothing, orphans
 * stay zombies and answer signal 0 for ever; on Linux they are told apart by their state.
 */
function runs(group: number): boolean {
  if (!signalGroup(group, 0)) return false;
  if (process.platform !== 'linux') return true;
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && isLiveMember(name, group));
}

function isLiveMember(pid: string, group: number): boolean {
  try {
    // "pid (name) state ppid pgrp …"; the name may hold spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(pgrp) === group && state !== 'Z' && state !== 'X';
  } catch {
    return false;
  }
}
