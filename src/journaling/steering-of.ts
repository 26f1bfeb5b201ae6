import type { Fact } from '../core/events/event.ts';
import type { SteeringEvent } from '../core/events/steering-event.ts';
import type { Received } from '../ports/inbox.ts';

/** What a message to a run means for it, of whatever kind the run is. What asks for how it is already means nothing. */
export function steeringOf(
  { id, message }: Received,
  { paused }: { readonly paused: boolean },
): (SteeringEvent | Extract<Fact, { type: 'cancel.asked' }>)[] {
  const { by } = message;
  switch (message.kind) {
    case 'cancel':
      return [{ type: 'cancel.asked', by }];
    case 'pause':
      return paused ? [] : [{ type: 'paused', by, message: id }];
    case 'unpause':
      return paused ? [{ type: 'unpaused', by, message: id }] : [];
    case 'stop':
      return [{ type: 'stop.asked', by, reason: message.reason, message: id }];
    case 'say':
    // What waits for nobody's answer takes it as a word like any other: it was said, and is not lost.
    case 'answer':
      return [{ type: 'said', text: message.text, by, message: id }];
    case 'ask':
      return [{ type: 'question.asked', id: message.id, text: message.text, by, message: id }];
  }
}
