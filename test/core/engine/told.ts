import type { Fact } from '../../../src/core/events/event.ts';
import type { WorkflowRunEvent } from '../../../src/core/events/run-event.ts';
import type { PlayedRun } from './played-run.ts';
import { askedBy } from './played-run.ts';

/** What was asked of the world, in order: "start", "fix", "fix gate", "fix commit". */
export const asked = ({ events }: PlayedRun): string[] =>
  events.flatMap((event) => (event.type.endsWith('.requested') && 'op' in event && 'step' in event ? [askedBy(event)] : []));

/** What the engine concluded, a line each. */
export const concluded = ({ events }: PlayedRun): string[] => events.flatMap((event) => lineOf(event) ?? []);

function lineOf(event: WorkflowRunEvent): string | null {
  switch (event.type) {
    case 'step.finished':
      return event.result.ok ? `${event.step}: ${event.result.outcome}` : `${event.step} (${event.result.why}): ${event.result.error}`;
    case 'iteration.finished':
      return `${event.step} ${event.iteration} ${event.verdict}${event.reason === '' ? '' : `: ${event.reason}`}`;
    case 'branch.taken':
      return `${event.step} -> ${event.ends ? '(the end)' : event.goto}`;
    case 'warning':
      return `warning: ${event.message}`;
    default:
      return null;
  }
}

/** How the run ended: "succeeded completed", "failed stuck: …". */
export function ending({ events }: PlayedRun): string {
  const { status, outcome, error } = finishedOf(events);
  return `${status} ${outcome}${error === null ? '' : `: ${error}`}`;
}

export function finishedOf(events: readonly WorkflowRunEvent[]): Extract<Fact, { type: 'run.finished' }> {
  const last = events.at(-1);
  if (last?.type !== 'run.finished') throw new Error(`the last event is ${last?.type}`);
  return last;
}
