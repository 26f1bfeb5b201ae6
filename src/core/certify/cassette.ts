import type { EffectClass } from '../model/effect-class.ts';
import type { Json } from '../model/json.ts';

/** A finished run of a task as plain data: what it was given, every call that it made, and how it ended. What is certified is held against these. */
export interface Cassette {
  readonly id: string;
  readonly input: Json;
  /** In the order in which they were begun. */
  readonly calls: readonly RecordedCall[];
  readonly outcome: Outcome;
}

/** One call of a primitive. Values of secrets stand as `{{secret:NAME}}`, in arguments as in results. */
export interface RecordedCall {
  /** Order in its run, from 1. */
  readonly seq: number;
  /** By its path below `ctx`: `http.get`. */
  readonly primitive: string;
  readonly args: readonly Json[];
  readonly class: EffectClass;
  readonly answer: Answer;
}

/** What came of a call: a value, or the text of what was thrown (`CODE: words`). */
export type Answer = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly error: string };

/** How a run ended: with its output, or with the code of what was thrown (`CODE` of `CODE: words`; `CRASH` where it had none). */
export type Outcome = { readonly ok: true; readonly output: Json } | { readonly ok: false; readonly error: string };
