import type { Json } from '../../../core/model/json.ts';
import type { CallAnswer, CellFailure, Variable } from '../../../ports/sandbox.ts';

/** What goes over the channel: one frame a line, JSON and nothing else. Everything here is a copy by nature. */
export type ToChild =
  | { readonly t: 'open'; readonly primitives: readonly string[] }
  | { readonly t: 'run'; readonly code: string; readonly nowMs: number; readonly seed: string }
  | { readonly t: 'answer'; readonly n: number; readonly answer: CallAnswer; readonly nowMs: number }
  | { readonly t: 'variables' }
  /** Asks for copies of all variables that can be copied, for another process to paste. */
  | { readonly t: 'copy' }
  | { readonly t: 'paste'; readonly data: string };

export type FromChild =
  | { readonly t: 'ready' }
  | { readonly t: 'opened' }
  | { readonly t: 'out'; readonly to: 'stdout' | 'stderr'; readonly text: string }
  /** Bytes of output left out since the last such frame. */
  | { readonly t: 'cut'; readonly bytes: number }
  | { readonly t: 'call'; readonly n: number; readonly primitive: string; readonly args: readonly Json[] }
  /** The code has gone on from that answer as far as it can; 0 = from its beginning. */
  | { readonly t: 'idle'; readonly n: number }
  | { readonly t: 'end'; readonly outcome: ChildOutcome }
  | { readonly t: 'variables'; readonly variables: readonly Variable[] }
  /** `data`: of v8.serialize, in base64. */
  | { readonly t: 'copied'; readonly data: string; readonly absent: readonly string[] }
  | { readonly t: 'pasted' };

export type ChildOutcome =
  | { readonly ok: true; readonly result: Json; readonly shown: string }
  | { readonly ok: false; readonly failure: CellFailure };

/**
 * A frame has no more than this. What code sends, an argument or a result, has at most a quarter (in characters, of which one may
 * take three bytes), and fails in the code where it is more; so does an answer that is more than the whole.
 */
export const maxFrameBytes = 16 * 1024 * 1024;
