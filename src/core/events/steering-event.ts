import type { Usage } from './event-parts.ts';

/**
 * What a person, or whoever holds the handle, says to a run while it goes on. `message` is the id that it has in the run's inbox, so that it is
 * taken once; null where it was said in this process.
 */
export type SteeringEvent =
  | { readonly type: 'paused'; readonly by: string; readonly message: number | null }
  | { readonly type: 'unpaused'; readonly by: string; readonly message: number | null }
  | { readonly type: 'stop.asked'; readonly by: string; readonly reason: string; readonly message: number | null }
  /** `outer`: which of the words to the run around it this is, counted from 1; absent where it was said to this run itself. */
  | { readonly type: 'said'; readonly text: string; readonly by: string; readonly message: number | null; readonly outer?: number }
  | { readonly type: 'question.asked'; readonly id: string; readonly text: string; readonly by: string; readonly message: number | null }
  | {
      readonly type: 'question.answered';
      readonly id: string;
      readonly answer: { readonly ok: true; readonly text: string } | { readonly ok: false; readonly error: string };
      /** null where no model was asked. */
      readonly usage: Usage | null;
    };

/** Every kind of steering: one that is added to the union must be named here. */
export const steeringEventTypes: { readonly [T in SteeringEvent['type']]: true } = {
  paused: true,
  unpaused: true,
  'stop.asked': true,
  said: true,
  'question.asked': true,
  'question.answered': true,
};
