/** Why a task was not changed, run or triggered. Closed, and each with its page, as all reasons to refuse. */
export const taskRefusalCodes = [
  'task/invalid',
  'task/name-taken',
  'task/description-taken',
  'task/unknown-name',
  'task/unknown-function',
  'task/not-certified',
  'task/not-triggerable',
  'task/paused',
  'task/ended',
  'task/busy',
  'task/queue-full',
  'task/changed-meanwhile',
  'task/port-taken',
  'task/unavailable',
  'task/damaged',
] as const;

export type TaskRefusalCode = (typeof taskRefusalCodes)[number];

export const isOfTasks = (code: string): code is TaskRefusalCode => code.startsWith('task/');

/** Misuse (2) where the request itself was wrong; else the work failed (1). */
export function taskExitCodeOf(code: TaskRefusalCode): 1 | 2 {
  switch (code) {
    case 'task/invalid':
    case 'task/name-taken':
    case 'task/description-taken':
    case 'task/unknown-name':
    case 'task/unknown-function':
    case 'task/not-certified':
    case 'task/not-triggerable':
      return 2;
    case 'task/paused':
    case 'task/ended':
    case 'task/busy':
    case 'task/queue-full':
    case 'task/changed-meanwhile':
    case 'task/port-taken':
    case 'task/unavailable':
    case 'task/damaged':
      return 1;
  }
}
