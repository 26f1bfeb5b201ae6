import type { Refusal } from '../../core/model/refusal.ts';
import type { Occurrence } from '../../core/tasks/occurrence.ts';
import type { Task } from '../../core/tasks/task.ts';

/** An open occurrence stands in the way. */
export const isBusy = ({ name }: Task, { run, state }: Occurrence): Refusal => ({
  code: 'task/busy',
  message: `run ${run} of "${name}" ${state === 'asking' ? 'waits for you' : state === 'waiting' ? 'waits for its turn' : 'is not over'}`,
  hint:
    state === 'asking'
      ? `pawl approve ${run}  answers it`
      : `wait for it; pawl show ${run}  says how far it is, pawl cancel ${run}  ends it`,
});

/** Nothing can come of it any more. */
export const hasEnded = ({ name, ended }: Task): Refusal => ({
  code: 'task/ended',
  message: `"${name}" has ended (${ended}), for good`,
  hint: 'pawl task add  makes a new one',
});
