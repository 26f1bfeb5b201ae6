import type { Usage } from '../core/events/event-parts.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Around } from './around.ts';
import type { BilledModel } from './prices.ts';

/** Answers prompt steps: an agent CLI, a model API, a script. Contract: `testing/runner-contract.ts`. */
export interface Runner {
  readonly name: string;
  /** What a person reads in the run's first line: "claude (found on PATH)", "scripted agent (no model)". */
  readonly label: string;
  /** Whether it can change files itself. */
  readonly edits: boolean;
  /**
   * What a call that asks for this model is billed as, known before it is made: `reported` where the runner tells what each
   * call cost; null where the model or who bills it is not known. Absent: never known.
   */
  readonly billing?: (model: string | null) => BilledModel | 'reported' | null;
  start(call: Call): Answering;
}

export interface Call {
  readonly step: string;
  readonly iteration: number;
  /** The id that a run of its own may have, as a part of this one: unique to the call. */
  readonly inner: string;
  readonly prompt: string;
  /** A tier (smart, general, fast), a model's name, or null. */
  readonly model: string | null;
  /** Rules to follow, for the system prompt where the runner has one. */
  readonly principles: readonly string[];
  readonly cwd: string;
  /** The whole environment of the agent's process. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What is said to the run meanwhile, for a runner whose work can be told something and be paused; absent where nobody says anything. */
  readonly around?: Around;
}

interface Answering {
  /** Short lines about what it is doing now ("edits src/parser.ts"), for people; not kept. */
  readonly activity: AsyncIterable<string>;
  /** Never rejects for what the agent or its provider does. */
  readonly answer: Promise<Answer>;
}

export interface Answer {
  readonly reply: { readonly ok: true; readonly text: string } | { readonly ok: false; readonly failure: Failure };
  /** Counts whether or not it failed. */
  readonly usage: Usage;
  readonly warnings: readonly string[];
  /** Up to which word to the run it heard what was said meanwhile, counted from 1; absent as none. */
  readonly heard?: number;
}
