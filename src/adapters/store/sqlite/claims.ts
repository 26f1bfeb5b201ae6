import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Claim } from '../../../ports/ownership.ts';
import { lockOwnership } from './ownership.ts';

/** A lock for each run, in a folder of its own, which is gone when what it stands for is done. */
export function lockClaims(folder: string, readOnly: boolean): { of(run: string): Claim; releaseAll(): void } {
  const locks = new Map<string, ReturnType<typeof lockOwnership>>();
  return {
    of(run) {
      const path = join(folder, run);
      const lock = locks.get(run) ?? lockOwnership(path, readOnly);
      locks.set(run, lock);
      return {
        ...lock,
        // One who waits for it meanwhile finds in the journal that it is done.
        async forget() {
          locks.delete(run);
          rmSync(path, { recursive: true, force: true });
        },
      };
    },
    releaseAll() {
      for (const lock of locks.values()) lock.releaseAll();
    },
  };
}
