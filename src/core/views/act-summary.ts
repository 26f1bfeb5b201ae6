import type { ActEnding, ActPhase, ActSettings, ActTotals, CallProblem, StorageEnd } from '../events/act-event.ts';
import type { EffectEnded, EffectHeld, EffectRequested } from '../events/effect-event.ts';
import type { Usage } from '../events/event-parts.ts';
import type { Failure } from '../model/failure.ts';
import type { Value } from '../model/value.ts';

/** An act as a reader sees it. */
export interface ActSummary {
  readonly settings: ActSettings;
  readonly phase: ActPhase;
  readonly label: string;
  /** The function that it was begun with; null = none, or not yet. */
  readonly entrypoint: EntrypointSummary | null;
  readonly turns: readonly TurnSummary[];
  /** What people said and were told, in order. */
  readonly remarks: readonly Remark[];
  /** Questions of the model's, and of models of acts within, that nobody has answered. */
  readonly clarifications: readonly ClarificationSummary[];
  /** Acts within that go on beside it. */
  readonly beside: readonly string[];
  /** What only a person can say about an effect, and nobody has said. */
  readonly held: readonly Pick<EffectHeld, 'op' | 'why' | 'question'>[];
  /** Librarians at work for it, the review last. */
  readonly storage: readonly StorageSummary[];
  readonly paused: boolean;
  readonly ending: ActEnding | null;
  readonly totals: ActTotals | null;
}

/** `within`: the act within that asks; absent where the act's own model does. */
interface ClarificationSummary {
  readonly id: number;
  readonly op: number;
  readonly question: string;
  readonly within?: string;
}

interface EntrypointSummary {
  readonly op: number;
  readonly startedAtMs: number;
  /** null while it runs. */
  readonly endedAtMs: number | null;
  readonly output: Value | null;
  readonly isError: boolean;
  readonly effects: readonly EffectSummary[];
}

/** A librarian's work. `run` null = nobody could do it; `end` null = it has not ended. */
export interface StorageSummary {
  readonly run: string | null;
  readonly label: string;
  readonly end: StorageEnd | null;
}

export interface TurnSummary {
  readonly turn: number;
  readonly attempt: number;
  readonly startedAtMs: number;
  /** null while the model is asked. */
  readonly endedAtMs: number | null;
  readonly text: Value | null;
  readonly failure: Failure | null;
  readonly usage: Usage | null;
  readonly calls: readonly CallSummary[];
}

export interface CallSummary {
  readonly name: string;
  readonly arguments: Value;
  readonly problem: CallProblem | null;
  /** The operation that carries it out; null while it waits, and where it was refused. */
  readonly op: number | null;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly output: Value | null;
  readonly isError: boolean;
  readonly refused: boolean;
  readonly effects: readonly EffectSummary[];
}

export interface EffectSummary {
  readonly requested: EffectRequested;
  readonly ended: EffectEnded | null;
}

export interface Remark {
  readonly atMs: number;
  /** Behind which turn it came. */
  readonly turn: number;
  readonly by: 'person' | 'model' | 'pawl';
  readonly text: string;
}
