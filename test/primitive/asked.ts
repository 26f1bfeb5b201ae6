import type { Json } from '../../src/core/model/json.ts';
import { fail } from '../../src/core/model/result.ts';
import type { Primitive, PrimitiveContext } from '../../src/ports/primitive.ts';

/** Performs a call of one of these primitives; gives its value, or `kind: message` where it failed. */
export const asked =
  (primitives: readonly Primitive[], more: Partial<PrimitiveContext> = {}) =>
  async (name: string, ...args: Json[]): Promise<Json> => {
    const found = primitives.find((each) => each.name === name);
    if (found === undefined) throw new Error(`no ${name}`);
    const context = {
      key: 'k'.repeat(64),
      op: 1,
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      gave: () => true,
      secret: async () => fail({ kind: 'not_found' as const, message: '' }),
    };
    const given = await found.perform(args, { ...context, ...more });
    return given.ok ? given.value.value : `${given.failure.kind}: ${given.failure.message}`;
  };
