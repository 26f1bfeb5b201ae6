import { constants } from 'node:os';

/** How a worker's process ended that nobody ended. */
export interface WorkerEnd {
  readonly kind: 'memory' | 'ended';
  readonly message: string;
}

const outOfMemory = /out of memory|Allocation failed|bad_alloc|Cannot allocate memory|ERR_MEMORY_ALLOCATION_FAILED/i;

/** What it means, by what the process said last and how it went. bubblewrap gives a signal as 128 and its number. */
export function workerEnd(code: number | null, signal: NodeJS.Signals | null, said: string): WorkerEnd {
  const number = signal ? constants.signals[signal] : code !== null && code > 128 ? code - 128 : 0;
  if (outOfMemory.test(said)) return { kind: 'memory', message: 'The code needed more memory than the session may have.' };
  // Nobody here sent it: the system had no memory left.
  if (number === constants.signals.SIGKILL)
    return { kind: 'memory', message: 'The system ended the session, most likely for want of memory.' };
  const name = Object.entries(constants.signals).find(([, each]) => each === number)?.[0];
  const how = name ? `by ${name}` : `with code ${code}`;
  const last = said
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .at(0);
  return { kind: 'ended', message: `The session's process ended ${how}${last ? `: ${last.slice(0, 300)}` : ''}.` };
}
