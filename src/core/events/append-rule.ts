import type { Failure } from '../model/failure.ts';

/**
 * Whether events may be appended to a run whose last event is `last` (undefined = there is no such run): the one rule of
 * every journal. Null when they may; else a failure of kind `refused`. A higher epoch is a new owner and is welcome.
 */
export function appendRefusal(
  write: { readonly run: string; readonly expectedSeq: number; readonly epoch: number },
  last: { readonly seq: number; readonly epoch: number } | undefined,
): Failure | null {
  if (!last) return { kind: 'refused', message: `There is no run ${write.run} to append to; nothing was written.` };
  if (write.epoch < last.epoch) {
    return {
      kind: 'refused',
      message: `Another process has taken over run ${write.run} (epoch ${last.epoch}, this one's is ${write.epoch}); nothing was written.`,
      hint: `Look at it with \`pawl show ${write.run}\`.`,
    };
  }
  if (write.expectedSeq !== last.seq + 1) {
    return {
      kind: 'refused',
      message: `Run ${write.run} has moved on: its next event is ${last.seq + 1}, not ${write.expectedSeq}; nothing was written.`,
      hint: `Look at it with \`pawl show ${write.run}\`.`,
    };
  }
  return null;
}

/** The refusal to create a run whose id is in use. */
export const takenRefusal = (run: string): Failure => ({
  kind: 'refused',
  message: `There is a run ${run} already; nothing was written.`,
});

/** The refusal to read events of a version that this program does not know. */
export const newerEventRefusal = (run: string, version: number): Failure => ({
  kind: 'refused',
  message: `Run ${run} holds events of version ${version}, which a newer Pawl wrote; this one cannot read them.`,
  hint: 'Update Pawl, or use the version that began the run.',
});
