import type { Telling } from '../handle/run-handle.ts';

/** What an act notifies whoever watches of: what its model wants them to know. */
export const newNotified = (): Telling => (stored) => (stored.event.type === 'notified' ? [stored.event.text] : []);
