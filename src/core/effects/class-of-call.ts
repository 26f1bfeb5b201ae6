import { type EffectClass, effectClasses } from '../model/effect-class.ts';
import type { Json } from '../model/json.ts';
import { fail, ok, type Result } from '../model/result.ts';
import type { PrimitiveDeclaration, Settles } from './declaration.ts';

/** What a call with these arguments does to the outside; fails in words where its declaration's function does not keep to what was declared. */
export function classOfCall({ name, effect }: PrimitiveDeclaration, args: readonly Json[]): Result<EffectClass, string> {
  if (typeof effect === 'string') return ok(effect);
  let given: EffectClass;
  try {
    given = effect.of(args);
  } catch (error) {
    return fail(
      `the declaration of ${name} cannot tell the effect class of this call: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (!effectClasses.includes(given))
    return fail(`the declaration of ${name} gives ${JSON.stringify(given)} as the effect class of this call, which is none`);
  if (rank(given) <= rank(effect.most)) return ok(given);
  return fail(
    `the declaration of ${name} gives ${given} as the effect class of this call, more than the ${effect.most} that it declares at most`,
  );
}

/** The most that any call of it does. */
export const mostOf = ({ effect }: Pick<PrimitiveDeclaration, 'effect'>): EffectClass =>
  typeof effect === 'string' ? effect : effect.most;

const rank = (effect: EffectClass): number => effectClasses.indexOf(effect);

/** Whether it leaves something behind: it is on disk before it happens, and waits until the reads before it have returned. */
export const writes = (effect: EffectClass): boolean => rank(effect) > rank('read');

/** Whether doing it twice is not as doing it once. */
export const addsUp = (effect: EffectClass): boolean => rank(effect) > rank('idempotent');

/** How a call with these arguments is settled; `none` where the declaration's function does not say. */
export function settlesOf({ settles }: Pick<PrimitiveDeclaration, 'settles'>, args: readonly Json[]): Settles {
  if (typeof settles === 'string') return settles;
  try {
    const given = settles(args);
    return given === 'keyed' || given === 'probe' ? given : 'none';
  } catch {
    return 'none';
  }
}
