import { declared, type PrimitiveDeclaration, type WrittenDeclaration } from '../core/effects/declaration.ts';
import type { Usage } from '../core/events/event-parts.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Json } from '../core/model/json.ts';
import type { Result } from '../core/model/result.ts';

/** A primitive that can be performed. Contract: `testing/primitive-contract.ts`. */
export interface Primitive extends PrimitiveDeclaration {
  /** Never rejects for what the outside does. */
  perform(args: readonly Json[], call: PrimitiveContext): Promise<Result<PrimitiveResult, Failure>>;
  /** With `settles: 'probe'`: reads whether a call with this key and these arguments happened, and what it gave. */
  probe?(args: readonly Json[], call: PrimitiveContext): Promise<Result<Probed, Failure>>;
}

/** A primitive as it is written: what its declaration leaves out is as `WrittenDeclaration` says. */
export type WrittenPrimitive = WrittenDeclaration & Pick<Primitive, 'perform' | 'probe'>;

/** The whole of it. */
export const primitive = (written: WrittenPrimitive): Primitive => declared(written);

export interface PrimitiveContext {
  /** The idempotency key: the same when the very same effect is sent again. */
  readonly key: string;
  /** The operation number of the call that had this key first. */
  readonly op: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Says what the call cost although it fails. What a failure says nothing of is taken for free where the estimate is. */
  readonly spent?: (spent: Pick<PrimitiveResult, 'nanoUsd' | 'usage'>) => void;
  /** Whether a result that code was given in this act has this blob. */
  readonly gave: (blob: string) => boolean;
  /** Says that it can only go on with a person's word to something within it, and what they are asked; what the call gives then is not looked at. */
  readonly waits?: (question: string) => void;
  /** The value of a secret that an argument names by its opaque handle `{"$secret": name}`; only for arguments of this call. */
  readonly secret: (name: string) => Promise<Result<string, Failure>>;
}
/** `nanoUsd`: what it cost; null = not known. */
export interface PrimitiveResult {
  readonly value: Json;
  readonly nanoUsd: number | null;
  readonly usage?: Usage;
}

export type Probed = { readonly happened: true; readonly value: Json } | { readonly happened: false } | { readonly happened: 'unknown' };
