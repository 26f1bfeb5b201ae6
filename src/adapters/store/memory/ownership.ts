import { ok } from '../../../core/model/result.ts';
import type { Owner, Ownership } from '../../../ports/ownership.ts';

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
