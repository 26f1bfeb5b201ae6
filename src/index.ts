export type { StoredEvent } from './core/events/envelope.ts';
export type { RunEvent } from './core/events/event.ts';
