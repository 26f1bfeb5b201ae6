import type { Owner, Ownership } from '../../../ports/ownership.ts';

export function memoryOwnership(): Ownership & { releaseAll(): void } {
  let owner: Owner | null = null;
  return {
    async acquire(claim) {
      if (owner) return { ok: false, owner };
      const mine = { ...claim };
      owner = mine;
      return {
        ok: true,
        async release() {
          if (owner === mine) owner = null;
        },
      };
    },
    async holder() {
      return owner;
    },
    releaseAll() {
      owner = null;
    },
  };
}
