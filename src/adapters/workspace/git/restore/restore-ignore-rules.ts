import { readFileSync, writeFileSync } from 'node:fs';
import type { Capture } from '../capture/capture.ts';
import { hasRealParents, isWithin, joinNul, onDisk, statOf } from '../paths/byte-path.ts';
import { moveAside } from '../place/move-aside.ts';
import type { TreeChange } from '../program/tree-changes.ts';
import type { Restoring } from './restoring.ts';

/** Puts back the ignore files among the changes: what they hide or show decides about every other file. */
export async function putBackIgnoreFiles({ repository, to }: Restoring, changes: readonly TreeChange[]): Promise<void> {
  const { git, place } = repository;
  const gone = changes.filter((change) => change.status === 'A').map((change) => change.path);
  const back = changes.filter((change) => change.status !== 'A').map((change) => change.path);
  const fromStdin = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  if (gone.length > 0) await git.shadow(place, ['rm', '-f', '-q', '--ignore-unmatch', ...fromStdin], { stdin: joinNul(gone) });
  if (back.length > 0) await git.shadow(place, ['checkout', '-q', '-f', to.tree, ...fromStdin], { stdin: joinNul(back) });
}

/**
 * Ignore files that hide themselves are in no tree. Those that came since go aside, because they hide what else came; those of
 * the user get their words back, because without them everything they hid would look like something that came since. Gives the
 * paths it changed.
 */
export function putBackHiddenRules({ repository, run, to }: Restoring, now: Capture): string[] {
  const { place } = repository;
  const users = new Map(to.leftovers.hiddenRules.map((rule) => [rule.path, Buffer.from(rule.content, 'base64')]));
  const changed: string[] = [];
  for (const { path } of now.hiddenRules) {
    const wasLocked = to.leftovers.unreadable.some((locked) => isWithin(path, locked));
    if (!users.has(path) && !wasLocked && moveAside(place, run, path) !== null) changed.push(path);
  }
  for (const [path, content] of users) {
    const stat = statOf(place.root, path);
    const isWritable = (stat === null || stat.isFile()) && hasRealParents(place.root, path);
    if (!isWritable || (stat !== null && readFileSync(onDisk(place.root, path)).equals(content))) continue;
    writeFileSync(onDisk(place.root, path), content);
    changed.push(path);
  }
  return changed;
}
