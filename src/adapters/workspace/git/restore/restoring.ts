import type { Capture } from '../capture/capture.ts';
import { foldersOf } from '../capture/folders.ts';
import { rulesFor } from '../capture/leftovers.ts';
import { tryChmod, unlockFolders } from '../capture/modes.ts';
import { isWithin, statOf } from '../paths/byte-path.ts';
import { excludesOf } from '../repository/repository-files.ts';
import type { Repository } from '../repository.ts';
import { holdTree } from '../snapshot/hold.ts';
import { captureFiles } from '../snapshot/read-state.ts';
import type { State } from '../snapshot/state.ts';

/** What a restore of files works on. */
export interface Restoring {
  readonly repository: Repository;
  readonly run: string;
  readonly to: State;
  /** The user's state, where what its rules hide stays although the target's rules show it; null where nothing like that is known. */
  readonly users: State | null;
  /** Name of the snapshot of the state that is left; further trees are held beside it. */
  readonly leftRef: string;
  /** Trees that are held already. */
  readonly heldTrees: Set<string>;
  readonly notes: string[];
}

/** Reads everything that can be read, opening what a step has locked, and holds what was not recorded yet. */
export async function captureAll(work: Restoring): Promise<Capture> {
  const { repository, to, run, heldTrees } = work;
  const { root } = repository.place;
  let now = await look(work);
  const users = new Set(to.leftovers.unreadable);
  // Behind a locked folder there may be another one.
  for (let round = 0; round < 50 && openUp(root, now, users); round++) {
    repository.capturer.forget();
    now = await look(work);
  }
  if (!heldTrees.has(now.tree)) {
    await holdTree(repository.git, repository.place, run, `${work.leftRef}.more-${now.tree.slice(0, 12)}`, now.tree);
    heldTrees.add(now.tree);
  }
  return now;
}

/** Reads by the target's rules, and leaves alone what its user had locked. */
export function look({ repository, to }: Restoring): Promise<Capture> {
  const userExclude = Buffer.concat([excludesOf(to.files), rulesFor(to.leftovers.unreadable)]);
  return captureFiles(repository, to.files, { alsoNested: to.leftovers.nested, userExclude });
}

/** Whether a path was not readable for the user: it may be their only copy, which no snapshot holds. */
export const wasLocked = ({ to }: Restoring, path: string): boolean => to.leftovers.unreadable.some((locked) => isWithin(path, locked));

/** Gives their owner access to folders and files that a step has locked, but for those that the user had locked; says whether it could. */
function openUp(root: string, now: Capture, users: ReadonlySet<string>): boolean {
  const locked = now.unreadable.filter((path) => !users.has(path));
  let opened = unlockFolders(root, [...foldersOf(now.entries, now.emptyFolders), ...locked]);
  const files = now.complaints.length > 0 ? [...locked, ...now.entries.map((entry) => entry.path)] : locked;
  for (const path of files) {
    const stat = statOf(root, path);
    if (stat?.isFile() && (stat.mode & 0o400) === 0 && !users.has(path))
      opened = tryChmod(root, path, (stat.mode & 0o7777) | 0o600) || opened;
  }
  return opened;
}
