import type { EffectHeld } from '../core/events/effect-event.ts';
import type { Failure } from '../core/model/failure.ts';
import type { NanoUsd } from '../core/model/money.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { EffectJournal } from './effect-journal.ts';
import type { KnownPrimitives } from './known-primitives.ts';
import type { Performer } from './performer.ts';
import type { SecretValues } from './secret-values.ts';

/** What a person said. */
export interface Judgement {
  readonly approved: boolean;
  readonly words: string;
  readonly by: string;
}

/** What only a person can answer goes through this. */
export interface AskPerson {
  /** Resolves when somebody has answered; null where nobody will while this process runs: the call then waits until its cell ends. */
  ask(question: EffectHeld): Promise<Judgement | null>;
  /** Something within a call waits for a person, who has been asked this. */
  waits(question: string): void;
}

/** What is left of a budget. */
export interface Spending {
  /** Why no more than so much may be spent now; null = it may. */
  refusal(nanoUsd: NanoUsd): Failure | null;
}

/** What the parts of one act's effects share. */
export interface EffectParts {
  /** The run, or the occurrence of a task: what keys are made for. */
  readonly scope: string;
  readonly primitives: KnownPrimitives;
  readonly journal: EffectJournal;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly secrets: SecretValues;
  readonly performer: Performer;
  readonly person: AskPerson;
  readonly spending: Spending;
  /** Aborted when the act is stopped. */
  readonly signal: AbortSignal;
}
