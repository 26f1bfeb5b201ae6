import type { Contract } from '../../../../core/certify/gate/contract.ts';
import type { Run } from '../../../../core/certify/gate/equivalence.ts';
import { effectsOf } from '../../../../core/certify/world/material.ts';
import type { World } from '../../../../core/certify/world/world.ts';
import { canonicalText } from '../../../../core/model/canonical-json.ts';

type Check = (input: unknown, output: unknown, effects: unknown, eq: (one: unknown, other: unknown) => boolean) => unknown;

/** Declared postconditions, as far as they speak of what a run has: those that ask for the state of the world cannot be held here. */
export class Postconditions {
  private readonly checks: readonly { readonly id: string; readonly holds: Check }[];

  constructor({ postconditions }: Contract) {
    this.checks = postconditions
      .filter(({ js }) => !/\bworld\b/.test(js))
      .map(({ id, js }) => ({ id, holds: new Function('input', 'output', 'effects', 'eq', `return (${js})`) as Check }));
  }

  /** Those that a run breaks; one that threw breaks nothing. */
  broken({ outcome, calls }: Run, { input }: World): readonly string[] {
    if (!outcome.ok) return [];
    const effects = effectsOf(calls).map(({ answer, ...call }) => ({
      ...call,
      ...(answer.ok ? { result: answer.value } : { error: answer.error }),
    }));
    return this.checks.filter(({ holds }) => !isHeld(() => holds(input, outcome.output, effects, same))).map(({ id }) => id);
  }
}

const same = (one: unknown, other: unknown): boolean => canonicalText(one ?? null) === canonicalText(other ?? null);

function isHeld(check: () => unknown): boolean {
  try {
    return Boolean(check());
  } catch {
    return false;
  }
}
