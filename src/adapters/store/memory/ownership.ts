import { ok } from '../../../core/model/result.ts';
import type { Claim, Owner, Ownership } from '../../../ports/ownership.ts';

export function memoryOwnership(): Ownership & { releaseAll(): void } {
  let owner: Owner | null = null;
  return {
    async acquire(claim) {
      if (owner) return ok({ owned: false, owner });
      const mine = { ...claim };
      owner = mine;
      const release = async (): Promise<void> => {
        if (owner === mine) owner = null;
      };
      return ok({ owned: true, release });
    },
    async holder() {
      return ok(owner);
    },
    releaseAll() {
      owner = null;
    },
  };
}

/** One for each run. */
export function memoryClaims(): { of(run: string): Claim; releaseAll(): void } {
  const claims = new Map<string, ReturnType<typeof memoryOwnership>>();
  return {
    of(run) {
      const claim = claims.get(run) ?? memoryOwnership();
      claims.set(run, claim);
      return { ...claim, forget: async () => undefined };
    },
    releaseAll() {
      for (const claim of claims.values()) claim.releaseAll();
    },
  };
}
