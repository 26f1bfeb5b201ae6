import type { EffectClass } from '../model/effect-class.ts';
import type { Failure } from '../model/failure.ts';
import type { NanoUsd } from '../model/money.ts';
import type { Value } from '../model/value.ts';
import type { Usage } from './event-parts.ts';

/** The effect journal: what code in a session asked of its primitives, and what it was given. One act's events make one journal. */
export type EffectEvent = EffectRequested | EffectEnded | EffectHeld | EffectJudged;

/**
 * Intent. A call as it arrived. Where it is performed and writes, this is on disk before it happens; a read's is on disk before the
 * next write happens, or with the end of its cell. `op` grows with the order of arrival in the act.
 */
export interface EffectRequested {
  readonly type: 'effect.requested';
  readonly op: number;
  /** The tool call whose code it serves, by its `op`; 0 = none. */
  readonly cell: number;
  /** Order of arrival in its cell, from 1. A number is missing where a crash came before that call had begun. */
  readonly n: number;
  /** As code named it; of `withheld: mistake` perhaps no primitive at all. */
  readonly primitive: string;
  /** The list of arguments as canonical JSON, without secrets and without what is declared to be redacted. */
  readonly arguments: Value;
  /** sha256 of that canonical JSON, in hex. */
  readonly digest: string;
  /** Whether something was taken out of the arguments, so that they cannot be sent again as they were. */
  readonly redacted: boolean;
  readonly class: EffectClass;
  /** sha256 of the primitive's name and those arguments that say which effect it is. */
  readonly identity: string;
  /** How many calls of that identity came before it in this phase of the act. */
  readonly count: number;
  /** The idempotency key: sha256 of the scope of the act (run or occurrence), primitive, identity and count. */
  readonly key: string;
  readonly settles: 'keyed' | 'probe' | 'none';
  /** Whether the act had failed in its entrypoint by then: calls are counted anew, and what was done before is a receipt. */
  readonly takeover: boolean;
  /** Why code says that it is another effect than those that were done before; null = it does not. */
  readonly distinct: string | null;
  /** Why nothing is performed for it; null = it is. */
  readonly withheld: Withheld | null;
}

export type Withheld =
  /** It is no call that the primitive takes. */
  | { readonly why: 'mistake' }
  /** What it would cost is not left. */
  | { readonly why: 'budget' }
  /** It was done before the takeover: answered with what came of that operation. */
  | { readonly why: 'receipt'; readonly receipt: number }
  /** A takeover's write that may repeat one of these operations in other words: answered with them. */
  | { readonly why: 'held'; readonly receipts: readonly number[] };

/** Outcome. What came of a call, and when code was given it. */
export interface EffectEnded {
  readonly type: 'effect.ended';
  readonly op: number;
  /** The value as canonical JSON, without secrets. Failure `in_doubt`: it is not known whether it happened. */
  readonly result: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: Failure };
  /** sha256 of the canonical JSON of the value, or of the failure. */
  readonly digest: string;
  readonly durationMs: number;
  /** null = not known, which is never free. With `usage.unpricedCalls` the part that is known. */
  readonly nanoUsd: NanoUsd | null;
  /** Tokens of a model that it asked; null = none. */
  readonly usage: Usage | null;
  /** In which results were given to the code of the cell, from 1. */
  readonly order: number;
  /** What the session's clock said from then on. */
  readonly nowMs: number;
  /** How it became known what came of it, where the process that asked was gone; null = it was there. */
  readonly settled: 'again' | 'keyed' | 'probe' | 'person' | null;
}

/**
 * Fact. Only a person can say how it goes on with a requested effect. `in_doubt`: whether it happened. `irreversible`: whether it may
 * be done, as it may be a repetition. `within`: a question of the act that the call began, which waits; the answer goes to that one.
 */
export interface EffectHeld {
  readonly type: 'effect.held';
  readonly op: number;
  readonly why: 'in_doubt' | 'irreversible' | 'within';
  readonly question: string;
}

/** Fact. What a person said to that. `in_doubt`, approved: it happened. `irreversible`, approved: it goes out. */
export interface EffectJudged {
  readonly type: 'effect.judged';
  readonly op: number;
  readonly approved: boolean;
  readonly words: string;
  readonly by: string;
}
