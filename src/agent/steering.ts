import type { ActState } from '../core/act/act-state.ts';
import type { ActRunEvent } from '../core/events/run-event.ts';
import { steeringOf } from '../journaling/steering-of.ts';
import type { Received } from '../ports/inbox.ts';

/** What a message to an act means for it: unlike other runs it asks people questions, and may be answered. */
export function actSteeringOf(received: Received, state: ActState): ActRunEvent[] {
  const { id, message } = received;
  if (message.kind === 'answer') {
    const waiting = message.clarification ?? [...state.clarifications.keys()][0];
    if (waiting !== undefined && state.clarifications.has(waiting))
      return [{ type: 'clarification.answered', id: waiting, text: message.text, by: message.by, message: id }];
  }
  return steeringOf(received, state);
}
