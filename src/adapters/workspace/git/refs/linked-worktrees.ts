import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readRegular } from '../paths/regular-file.ts';
import type { Place } from '../place/place.ts';
import { headFrom } from './head.ts';

/**
 * Branches that another work tree of this repository has checked out, by full name, with that work tree's path. Of the linked
 * ones, those in `known` count: an agent's `git worktree add` does not make a branch the user's.
 */
export function checkedOutElsewhere(place: Place, known: readonly string[] = worktreeNames(place)): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const look = (gitDir: string, path: string): void => {
    if (gitDir === place.gitDir) return;
    try {
      const head = headFrom(readRegular(join(gitDir, 'HEAD')) ?? Buffer.alloc(0), gitDir);
      if ('branch' in head) found.set(head.branch, path);
    } catch {
      // A work tree whose HEAD cannot be read has nothing checked out.
    }
  };
  look(place.commonDir, place.commonDir);
  for (const name of known) {
    const gitDir = join(place.commonDir, 'worktrees', name);
    const path = worktreePath(gitDir);
    if (path !== null && existsSync(path)) look(gitDir, path);
  }
  return found;
}

/** Whether the repository has more than this work tree, of those in `known`, so that refs and the one stash list are shared. */
export const hasOtherWorktrees = (place: Place, known: readonly string[]): boolean => place.gitDir !== place.commonDir || known.length > 0;

/** Names of the linked work trees, as git has them under `worktrees`, in order; those whose folder is gone as well. */
export function worktreeNames(place: Place): string[] {
  try {
    return readdirSync(join(place.commonDir, 'worktrees')).sort();
  } catch {
    return [];
  }
}

/** Where the `.git` file of a linked work tree lies, of whose git folder this is; null where that does not say. */
export function worktreePath(gitDir: string): string | null {
  return readRegular(join(gitDir, 'gitdir'))?.toString('utf8').trim() ?? null;
}
