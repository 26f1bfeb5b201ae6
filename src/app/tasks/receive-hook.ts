import { timingSafeEqual } from 'node:crypto';
import { digestOf } from '../../core/model/digest.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import type { Task } from '../../core/tasks/task.ts';
import type { Tasks } from '../../ports/tasks.ts';
import type { HookAnswer, HookCall } from '../../ports/webhooks.ts';
import { takeEvent } from './trigger-task.ts';

/** What a call of a webhook comes to. A wrong token and a name that is none look the same from outside, also by the time they take. */
export async function receiveHook(tasks: Tasks, { name, token, eventId, payload }: HookCall): Promise<HookAnswer> {
  const now = await tasks.read();
  if (!now.ok) return { status: 503, body: { error: now.failure.message } };
  const found = now.value.tasks.find((task) => task.name === name && task.when.kind === 'webhook');
  const isAllowed = digestsEqual(digestOf(token ?? ''), digestIn(found) ?? digestOf('no task has this token'));
  if (found === undefined || token === null || !isAllowed)
    return { status: 401, body: { error: 'no webhook of that name, or not its token: send  Authorization: Bearer TOKEN' } };
  const taken = await takeEvent(tasks, found, { id: eventId, payload });
  if (!taken.ok) return { status: statusOf(taken.failure), body: { error: taken.failure.message, code: taken.failure.code } };
  const { occurrence, isNew } = taken.value;
  return { status: 202, body: { occurrence: occurrence.run, state: occurrence.state, isNew, note: occurrence.note } };
}

const digestIn = (task: Task | undefined): string | null => (task?.when.kind === 'webhook' ? task.when.tokenDigest : null);

const digestsEqual = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));

function statusOf({ code }: Refusal): HookAnswer['status'] {
  switch (code) {
    case 'task/queue-full':
      return 429;
    case 'task/paused':
    case 'task/ended':
      return 409;
    case 'cli/usage':
      return 400;
    default:
      return 503;
  }
}
