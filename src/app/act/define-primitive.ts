import type { Settles, WrittenDeclaration } from '../../core/effects/declaration.ts';
import type { EffectClass } from '../../core/model/effect-class.ts';
import type { Json } from '../../core/model/json.ts';
import type { Probed } from '../../ports/primitive.ts';

/**
 * A primitive of the user's own, as it is written in a file that `pawl.yml` names (`docs/primitives.md`). `Args` is the list of arguments that
 * its schema takes.
 */
export interface PrimitiveDefinition<Args extends readonly unknown[] = readonly Json[]>
  extends Omit<WrittenDeclaration, 'effect' | 'settles'> {
  readonly effect: EffectClass | { readonly most: EffectClass; readonly of: (args: Args) => EffectClass };
  readonly settles?: Settles | ((args: Args) => Settles);
  /** Does it and gives JSON. What it throws is a failure; with a `kind` such as 'refused' it says that nothing was done. */
  readonly perform: (args: Args, call: OwnCall) => unknown;
  /** With `settles: 'probe'`: whether a call with this key happened. */
  readonly probe?: (args: Args, call: OwnCall) => Probed | Promise<Probed>;
}

/** What is known of one call. */
export interface OwnCall {
  /** The same when the very same effect is sent again: an idempotency key. */
  readonly key: string;
  readonly timeoutMs: number;
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal;
  /** The value of a secret of `pawl.yml`. Rejects where there is none. */
  readonly secret: (name: string) => Promise<string>;
  /** Says what the call cost, in dollars; may be said several times. */
  readonly cost: (usd: number) => void;
}

/** Gives the definition back: for its types. */
export const definePrimitive = <Args extends readonly unknown[] = readonly Json[]>(
  definition: PrimitiveDefinition<Args>,
): PrimitiveDefinition<Args> => definition;
