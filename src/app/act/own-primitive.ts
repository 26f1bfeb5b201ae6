import { addsUp, classOfCall } from '../../core/effects/class-of-call.ts';
import type { PrimitiveDeclaration } from '../../core/effects/declaration.ts';
import { type Failure, type FailureKind, failureKinds } from '../../core/model/failure.ts';
import type { Json } from '../../core/model/json.ts';
import { nanoUsdOf } from '../../core/model/money.ts';
import { fail, ok } from '../../core/model/result.ts';
import type { Primitive, PrimitiveContext, Probed } from '../../ports/primitive.ts';
import type { OwnCall, PrimitiveDefinition } from './define-primitive.ts';

/** A primitive of a definition that has no faults: its functions are the user's, and may throw. */
export function ownPrimitive(declaration: PrimitiveDeclaration, { perform, probe }: PrimitiveDefinition): Primitive {
  return {
    ...declaration,
    async perform(args, context) {
      const { call, spent } = ownCall(context);
      try {
        const value = ((await perform(args, call)) ?? null) as Json;
        return ok({ value, nanoUsd: spent() ?? (declaration.estimateNanoUsd === 0 ? 0 : null) });
      } catch (error) {
        return fail(thrown(declaration, args, error));
      }
    },
    ...(probe === undefined
      ? {}
      : {
          async probe(args, context) {
            try {
              return ok(probedOf(await probe(args, ownCall(context).call)));
            } catch (error) {
              return fail(thrown(declaration, args, error));
            }
          },
        }),
  };
}

/** What does not say plainly whether it happened does not know. */
function probedOf(given: unknown): Probed {
  const { happened, value = null } = (given ?? {}) as { readonly happened?: unknown; readonly value?: Json };
  if (happened === true) return { happened, value };
  return { happened: happened === false ? false : 'unknown' };
}

function ownCall(context: PrimitiveContext): { call: OwnCall; spent: () => number | null } {
  let nanoUsd: number | null = null;
  const call: OwnCall = {
    key: context.key,
    timeoutMs: context.timeoutMs,
    signal: context.signal,
    async secret(name) {
      const value = await context.secret(name);
      if (value.ok) return value.value;
      throw Object.assign(new Error(value.failure.message), { kind: value.failure.kind });
    },
    cost(usd) {
      nanoUsd = (nanoUsd ?? 0) + (nanoUsdOf(usd) ?? 0);
    },
  };
  return { call, spent: () => nanoUsd };
}

/** Where it does not say otherwise, nobody knows how far a write came before it threw. */
function thrown(declaration: PrimitiveDeclaration, args: readonly Json[], error: unknown): Failure {
  const { kind, message } = (typeof error === 'object' && error !== null ? error : { message: String(error) }) as {
    kind?: unknown;
    message?: unknown;
  };
  const effect = classOfCall(declaration, args);
  const unknown: FailureKind = effect.ok && !addsUp(effect.value) ? 'io' : 'in_doubt';
  const isKind = (failureKinds as readonly unknown[]).includes(kind);
  return { kind: isKind ? (kind as FailureKind) : unknown, message: `ctx.${declaration.name}: ${String(message)}` };
}
