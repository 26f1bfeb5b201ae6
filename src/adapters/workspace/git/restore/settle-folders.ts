import { mkdirSync, rmdirSync } from 'node:fs';
import type { Capture } from '../capture/capture.ts';
import { foldersOf } from '../capture/folders.ts';
import { putBackModes, putBackUnreadable } from '../capture/modes.ts';
import { hasRealParents, onDisk, shown, statOf } from '../paths/byte-path.ts';
import { moveAside } from '../place/move-aside.ts';
import { putBackSpecialFiles } from './restore-special-files.ts';
import { captureAll, look, type Restoring } from './restoring.ts';

/** Empty folders and permission bits; looks again after each round, because a folder that went may leave another one empty. */
export async function settle(work: Restoring): Promise<Capture> {
  const { repository, to } = work;
  const { root } = repository.place;
  repository.capturer.forget();
  let now = await captureAll(work);
  for (let round = 0; round < 20; round++) {
    const stays = new Set(to.leftovers.emptyFolders);
    const removed = now.emptyFolders
      .filter((folder) => !stays.has(folder))
      .reverse()
      .filter((folder) => tryRmdir(root, folder)).length;
    const made = to.leftovers.emptyFolders.filter((folder) => makeFolder(work, folder)).length;
    const entries = now.entries;
    const modes = putBackModes(root, now.modes, to.modes, entries, foldersOf(entries, to.leftovers.emptyFolders));
    const locked = putBackUnreadable(root, to.modes, []);
    const special = putBackSpecialFiles(work);
    if (removed + made + modes + locked + special === 0) return now;
    now = await look(work);
  }
  return now;
}

function tryRmdir(root: string, folder: string): boolean {
  if (!hasRealParents(root, folder)) return false;
  try {
    rmdirSync(onDisk(root, folder));
    return true;
  } catch {
    // It holds ignored files, or is not ours: it stays.
    return false;
  }
}

function makeFolder({ repository, run, notes }: Restoring, folder: string): boolean {
  const { place } = repository;
  const stat = statOf(place.root, folder);
  if (stat?.isDirectory()) return false;
  if (stat !== null) {
    const where = moveAside(place, run, folder);
    if (where !== null) notes.push(`${shown(folder)} stood in the way and is now ${where}`);
  }
  if (!hasRealParents(place.root, folder)) return false;
  mkdirSync(onDisk(place.root, folder));
  return true;
}
