import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isWithin } from '../paths/byte-path.ts';
import { asideFolder } from '../place/move-aside.ts';
import type { Place } from '../place/place.ts';
import { worktreeNames, worktreePath } from '../refs/linked-worktrees.ts';

/**
 * Takes the work trees that came since off git's list, so that none of their branches counts as checked out: those that lay in this
 * one, and are aside by now, and those whose folder is gone. One that stands elsewhere may be the user's and stays. What git had of
 * them (HEAD, index) is kept. `known` are the names of those that were there; null where nobody knows.
 */
export function putAwayWorktrees(place: Place, run: string, known: readonly string[] | null): string[] {
  const notes: string[] = [];
  for (const name of known === null ? [] : worktreeNames(place)) {
    const gitDir = join(place.commonDir, 'worktrees', name);
    const path = worktreePath(gitDir);
    if (known?.includes(name) || gitDir === place.gitDir || path === null) continue;
    const folder = dirname(path);
    if (existsSync(path) && !isWithin(folder, place.root)) continue;
    // Copied, because the git folder of a linked work tree may lie on another disk.
    const target = join(asideFolder(place, run), '.git-worktrees', `${name}-${Date.now()}`);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(gitDir, target, { recursive: true });
    rmSync(gitDir, { recursive: true });
    notes.push(`the work tree ${folder}, made since, is off git's list; what git had of it is in ${target}`);
  }
  return notes;
}
