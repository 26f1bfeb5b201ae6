import type { Intent, Outcome } from '../core/events/event.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';
import { performApproval } from './perform-approval.ts';
import { performCommand, performGate } from './perform-command.ts';
import { performFunction } from './perform-function.ts';
import { performGather, performItems } from './perform-items.ts';
import { performPrompt } from './perform-prompt.ts';
import { performWorkflow } from './perform-workflow.ts';
import { type Performance, treeOf } from './performance.ts';
import { redactedOutcome } from './redacted-outcome.ts';
import { secretsCommitted } from './secrets-committed.ts';

/**
 * Does what an intent asks for, through the ports, and says what came of it, without the values of secrets; null where only a person's word could
 * be the outcome.
 */
export async function perform(performance: Performance, intent: Intent): Promise<Outcome | null> {
  const { redactor } = performance.secrets;
  const onActivity: Performance['onActivity'] = (step, line) => performance.onActivity(step, redactor.words(line));
  const outcome = await carriedOut({ ...performance, onActivity }, intent);
  return outcome === null ? null : redactedOutcome(outcome, redactor);
}

async function carriedOut(performance: Performance, intent: Intent): Promise<Outcome | null> {
  const { place, clock, trees } = performance;
  const { op } = intent;
  switch (intent.type) {
    case 'command.requested':
      return performCommand(performance, intent);
    case 'gate.requested':
      return performGate(performance, intent);
    case 'prompt.requested':
      return performPrompt(performance, intent);
    case 'approval.requested':
      return performApproval(performance, intent);
    case 'workflow.requested':
      return performWorkflow(performance, intent);
    case 'function.requested':
      return performFunction(performance, intent);
    case 'wait.requested':
      await clock.wait(waitMs(intent, clock.nowMs()), performance.signal);
      return { type: 'wait.ended', op };
    case 'items.requested':
      return settle(op, await performItems(performance, intent), (items) => ({ type: 'items.listed', op, items }));
    case 'gather.requested':
      return settle(op, await performGather(performance, intent), (gathered) => ({ type: 'gathered', op, ...gathered }));
    case 'tree.requested': {
      const made = await trees.make(place, intent.name, intent.from);
      return settle(op, made, ({ warnings }) => ({ type: 'tree.made', op, warnings }));
    }
    case 'merge.requested': {
      const { tree, base, theirs, ours, name } = intent;
      const merged = await trees.merge(place, tree, { base, theirs, ours }, name);
      return settle(op, merged, (value) => ({ type: 'merge.made', op, ...value }));
    }
    default:
      return performOnTree(performance, intent);
  }
}

/** A moment that the other side named is waited for to the second; a clock that was set wrong does not make it longer than a day. */
function waitMs({ forMs, notBeforeMs }: Extract<Intent, { type: 'wait.requested' }>, nowMs: number): number {
  const untilThenMs = notBeforeMs === null ? 0 : Math.min(notBeforeMs - nowMs, longestToldMs);
  return Math.max(notBeforeMs === null ? forMs : 0, untilThenMs);
}

const longestToldMs = 24 * 3_600_000;

type OnTree = Extract<Intent, { type: 'snapshot.requested' | 'plan.requested' | 'commit.requested' | 'restore.requested' }>;

async function performOnTree(performance: Performance, intent: OnTree): Promise<Outcome> {
  const { place } = performance;
  const { workspace } = await treeOf(performance, intent);
  const { op } = intent;
  switch (intent.type) {
    case 'snapshot.requested': {
      const taken = await workspace.snapshot(place, intent.name, intent.purpose);
      return settle(op, taken, ({ snapshot, warnings }) => ({ type: 'snapshot.taken', op, snapshot, warnings }));
    }
    case 'plan.requested': {
      const planned = await workspace.planCommit(place, intent.before, intent.after, intent.subject);
      return settle(op, planned, (plan) => ({ type: 'plan.made', op, plan }));
    }
    case 'commit.requested': {
      const said = await secretsCommitted(performance, workspace, intent.plan);
      const made = await workspace.commit(place, intent.before, intent.plan);
      return settle(op, made, ({ warnings }) => ({
        type: 'commit.made',
        op,
        commit: intent.plan.commit,
        warnings: [...said, ...warnings],
      }));
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
