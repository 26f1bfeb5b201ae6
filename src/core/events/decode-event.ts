import { isEventType, type RunEvent } from './run-event.ts';

/**
 * An event from the JSON that a store kept; null for what is none. The one read edge: an older version's events are brought up to
 * this version's here (there is no older one yet). A newer version's are refused before (`newerEventRefusal`).
 */
export function decodeEvent(_version: number, body: string): RunEvent | null {
  try {
    const event = JSON.parse(body) as RunEvent | null;
    return event !== null && isEventType(event.type) ? event : null;
  } catch {
    return null;
  }
}
