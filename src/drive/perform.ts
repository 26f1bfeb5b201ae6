import type { Intent, Outcome } from '../core/events/event.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';
import { performCommand, performGate } from './perform-command.ts';
import { performPrompt } from './perform-prompt.ts';
import type { Performance } from './performance.ts';

/** Does what an intent asks for, through the ports, and says what came of it. */
export async function perform(performance: Performance, intent: Intent): Promise<Outcome> {
  const { workspace, place } = performance;
  const { op } = intent;
  switch (intent.type) {
    case 'command.requested':
      return performCommand(performance, intent);
    case 'gate.requested':
      return performGate(performance, intent);
    case 'prompt.requested':
      return performPrompt(performance, intent);
    case 'snapshot.requested': {
      const taken = await workspace.snapshot(place, intent.name, intent.purpose);
      return settle(op, taken, ({ snapshot, warnings }) => ({ type: 'snapshot.taken', op, snapshot, warnings }));
    }
    case 'plan.requested': {
      const planned = await workspace.planCommit(place, intent.before, intent.after, intent.subject);
      return settle(op, planned, (plan) => ({ type: 'plan.made', op, plan }));
    }
    case 'commit.requested': {
      const made = await workspace.commit(place, intent.before, intent.plan);
      return settle(op, made, ({ warnings }) => ({ type: 'commit.made', op, commit: intent.plan.commit, warnings }));
    }
    case 'restore.requested': {
      const restored = await workspace.restore(place, intent.to, intent.left);
      return settle(op, restored, (report) => ({ type: 'restore.done', op, report }));
    }
  }
}

function settle<T>(op: number, result: Result<T, Failure>, done: (value: T) => Outcome): Outcome {
  return result.ok ? done(result.value) : { type: 'workspace.failed', op, failure: result.failure };
}
