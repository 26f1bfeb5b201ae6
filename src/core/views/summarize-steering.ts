import type { SteeringEvent } from '../events/steering-event.ts';
import { costOfCall, sumOfCosts } from './cost.ts';
import type { RunSummary } from './run-summary.ts';

/** The summary of a run of whatever kind once a person has said something to it, or was answered. */
export function withSteering(summary: RunSummary, event: SteeringEvent, atMs: number): RunSummary {
  const remarks = summary.act === null ? [...summary.remarks, { atMs, kind: event.type, text: steeringText(event) }] : summary.remarks;
  const next = { ...summary, remarks };
  switch (event.type) {
    case 'paused':
      return { ...next, paused: event.by };
    case 'unpaused':
      return { ...next, paused: null };
    case 'stop.asked':
      return { ...next, cancelledBy: event.by };
    case 'question.answered':
      return event.usage === null ? next : { ...next, cost: sumOfCosts(next.cost, costOfCall(event.usage)) };
    case 'said':
    case 'question.asked':
      return next;
  }
}

/** What a person said to a run, or was answered, in words and without a full stop. */
export function steeringText(event: SteeringEvent): string {
  switch (event.type) {
    case 'paused':
      return `paused by ${event.by}`;
    case 'unpaused':
      return `goes on, says ${event.by}`;
    case 'stop.asked':
      return `asked to end by ${event.by}${event.reason === '' ? '' : `: ${event.reason}`}`;
    case 'said':
      return `${event.by} says: ${event.text}`;
    case 'question.asked':
      return `${event.by} asks: ${event.text}`;
    case 'question.answered':
      return event.answer.ok ? `answered: ${event.answer.text}` : `not answered: ${event.answer.error}`;
  }
}
