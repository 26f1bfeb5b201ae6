import { chmodSync, lstatSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { moveAside } from './aside.ts';
import type { Place } from './place.ts';

/** A `.git` that is no folder but leads to one: the file of a linked work tree or a submodule, or a link. `bytes` of a link are its target. */
export interface GitLink {
  readonly link: boolean;
  readonly mode: number;
  readonly bytes: Buffer;
}

/** null where `.git` is a folder, or is not there. */
export function readGitLink(root: string): GitLink | null {
  const path = join(root, '.git');
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink()) return { link: true, mode: 0, bytes: readlinkSync(path, { encoding: 'buffer' }) };
  return stat?.isFile() ? { link: false, mode: stat.mode & 0o7777, bytes: readFileSync(path) } : null;
}

/**
 * Puts `.git` back where it led to the git folder and a step has removed or replaced it; what stands there now, maybe a whole
 * repository, goes aside. Gives a sentence about it, null when there was nothing to do.
 */
export function putBackGitLink(place: Place, run: string): string | null {
  const wanted = place.gitLink ?? null;
  if (wanted === null) return null;
  const now = readGitLink(place.root);
  if (now !== null && now.link === wanted.link && now.bytes.equals(wanted.bytes)) return null;
  // Whole before it is in place: half a `.git` file would hide the repository from every later look.
  const ready = join(place.stateDir, 'git-link');
  rmSync(ready, { force: true });
  if (wanted.link) symlinkSync(wanted.bytes, ready);
  else writeFileSync(ready, wanted.bytes);
  if (!wanted.link) chmodSync(ready, wanted.mode);
  const where = moveAside(place, run, '.git');
  renameSync(ready, join(place.root, '.git'));
  return where === null ? '.git was removed since and is back' : `.git was replaced since and is back; what stood there is now ${where}`;
}
