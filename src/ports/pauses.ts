/** Whether something stands still just now, so that time which passes meanwhile is no time of its own. */
export interface Pauses {
  readonly isPaused: boolean;
  /** `listener` is called with each change. Gives what ends that. */
  listen(listener: () => void): () => void;
}

/** Of what never stands still. */
export const neverPaused: Pauses = { isPaused: false, listen: () => () => {} };
