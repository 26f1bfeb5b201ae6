import type { ActSettings } from '../core/events/act-event.ts';
import type { Json } from '../core/model/json.ts';
import { neverPaused, type Pauses } from '../ports/pauses.ts';
import type { Cell } from '../ports/sandbox.ts';

/** A cell of code as the model asked for it, or one that runs a stored function. */
export interface CodeCell {
  readonly kind: 'code' | 'function';
  /** The operation of its call. */
  readonly op: number;
  readonly code: string;
  readonly mode: 'stateless' | 'stateful' | 'read_only';
  /** The stateful session that it runs in; null = one of its own. */
  readonly session: string | null;
  readonly requestedAtMs: number;
  /** The stored function that it runs; null = it runs none. */
  readonly name: string | null;
  /** Its argument, as JSON; null = it runs none. */
  readonly input: string | null;
}

/** Reads the arguments of `execute_code`, which meet its declaration. */
export function codeCellOf(given: Readonly<Record<string, Json>>, op: number, requestedAtMs: number): CodeCell {
  const mode = (given.mode ?? (given.session === undefined ? 'stateless' : 'stateful')) as CodeCell['mode'];
  const session = mode === 'stateless' ? null : String(given.session ?? 'main');
  return { kind: 'code', op, code: String(given.code), mode, session, requestedAtMs, name: null, input: null };
}

/** Reads the arguments of `execute_function`. */
export const calledCellOf = ({ name, args = {} }: Readonly<Record<string, Json>>, op: number, requestedAtMs: number): CodeCell =>
  functionCellOf(String(name), JSON.stringify(args), op, requestedAtMs);

/** The cell of a stored function: a session of its own. `input` is JSON. */
export function functionCellOf(name: string, input: string, op: number, requestedAtMs: number): CodeCell {
  // Parsed there: as a literal a key named __proto__ would be something else.
  const code = `await ctx.call(${JSON.stringify(name)}, JSON.parse(${JSON.stringify(input)}))`;
  return { kind: 'function', op, code, mode: 'stateless', session: null, requestedAtMs, name, input };
}

/** The cell that a session is given: the same clock and the same chance each time that it is run. */
export const cellOf = (
  { op, code, mode, requestedAtMs }: CodeCell,
  { seed, limits }: ActSettings,
  signal: AbortSignal,
  pauses: Pauses = neverPaused,
): Cell => ({
  code,
  mode: mode === 'read_only' ? 'read_only' : 'keep',
  nowMs: requestedAtMs,
  seed: `${seed}/${op}`,
  timeoutMs: limits.codeTimeoutMs,
  pauses,
  signal,
});
