import { type ActEvent, actEventTypes } from './act-event.ts';
import type { EffectEvent } from './effect-event.ts';
import { type Fact, sortOfEvent, type WorkflowEvent } from './event.ts';
import { type SteeringEvent, steeringEventTypes } from './steering-event.ts';

/**
 * Everything that can happen in a run, of whatever kind: the waist between the machines, the store and all readers. A run is of a workflow
 * or an act, by its first event.
 */
export type RunEvent = WorkflowEvent | ActEvent | SteeringEvent;

/** What can happen in the run of a workflow: what its machine concludes, and what it is told. */
export type WorkflowRunEvent = WorkflowEvent | SteeringEvent;

/** What can happen in the run of an act: some facts are of both kinds of runs. */
export type ActRunEvent = ActEvent | SteeringEvent | Extract<Fact, { type: (typeof sharedFacts)[number] }>;

const sharedFacts = ['resumed', 'warning', 'cancel.asked', 'deadline.passed', 'run.applied', 'run.undone'] as const;

export const isWorkflowEvent = (event: RunEvent): event is WorkflowEvent => Object.hasOwn(sortOfEvent, event.type);

export const isSteeringEvent = (event: RunEvent): event is SteeringEvent => Object.hasOwn(steeringEventTypes, event.type);

export const isWorkflowRunEvent = (event: RunEvent): event is WorkflowRunEvent => isWorkflowEvent(event) || isSteeringEvent(event);

export const isActRunEvent = (event: RunEvent): event is ActRunEvent =>
  Object.hasOwn(actEventTypes, event.type) || isSteeringEvent(event) || sharedFacts.some((shared) => shared === event.type);

export const isEffectEvent = (event: RunEvent): event is EffectEvent => event.type.startsWith('effect.');

/** Whether this version of Pawl knows events of this kind. */
export const isEventType = (type: string): type is RunEvent['type'] =>
  Object.hasOwn(sortOfEvent, type) || Object.hasOwn(actEventTypes, type) || Object.hasOwn(steeringEventTypes, type);

/** Whether a run has ended with this event, of its own accord. */
export const isEnd = (event: RunEvent): event is Extract<RunEvent, { type: 'run.finished' | 'act.finished' }> =>
  event.type === 'run.finished' || event.type === 'act.finished';

/** Whether a run is over with this event: it ended, or a person took or dropped it. A review comes when its act is over. */
export const isOver = (event: RunEvent): boolean =>
  isEnd(event) || event.type === 'run.undone' || event.type === 'run.applied' || event.type === 'review.ended';
