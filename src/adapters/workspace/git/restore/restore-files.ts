import type { Capture } from '../capture/capture.ts';
import { fileModeIn, putBackUnreadable } from '../capture/modes.ts';
import { ancestorsOf, joinNul, shown, shownList, splitNul, statOf } from '../paths/byte-path.ts';
import { moveAside } from '../place/move-aside.ts';
import { parseChanges, rawDiff, type TreeChange } from '../program/tree-changes.ts';
import { isIgnoreFile } from '../snapshot/hidden-by.ts';
import type { State } from '../snapshot/state.ts';
import { ioTrouble } from '../trouble.ts';
import { withBroughtToLight } from './brought-to-light.ts';
import { putBackHiddenRules, putBackIgnoreFiles } from './restore-ignore-rules.ts';
import { removeSpecialFiles } from './restore-special-files.ts';
import { captureAll, look, type Restoring, wasLocked } from './restoring.ts';
import { settle } from './settle-folders.ts';

/**
 * Makes the files of the work tree exactly those of `to`; gives the paths it changed. Configuration and excludes must be
 * those of `to` already. May be stopped anywhere and run again.
 */
export async function putBackFiles(restoring: Restoring): Promise<string[]> {
  const { repository, run, users } = restoring;
  let work = restoring;
  const { place, git } = repository;
  let now = await captureAll(work);
  const removed = await removeSpecialFiles(work, now, 'rules');
  if (removed.length > 0) now = await captureAll(work);
  await checkObjects(work, await changesTo(work));
  const changed = new Set<string>(removed);
  // Each round may show rules that the last one's rules hid.
  for (let round = 0; round < 50; round++) {
    if (users !== null) {
      // Before anything in it is opened or taken for something new.
      work = { ...work, to: await withBroughtToLight(work, users, await look(work)) };
      now = await captureAll(work);
    }
    const files = (await changesTo(work)).filter((change) => isIgnoreFile(change.path));
    // Rules that were shown meanwhile, in a cache that is ignored, are hidden again by then and stay.
    const hidden = round === 0 && files.length > 0 ? [] : putBackHiddenRules(work, now);
    if (files.length + hidden.length === 0) break;
    await putBackIgnoreFiles(work, files);
    for (const path of [...hidden, ...files.map((change) => change.path)]) changed.add(path);
    repository.capturer.forget();
    if (users === null) now = await captureAll(work);
  }
  const { to } = work;
  for (const path of await removeSpecialFiles(work, now, 'all')) changed.add(path);
  await leaveIgnoredAlone(work);
  now = await moveNewcomersAside(work, now);
  const changes = await changesTo(work);
  clearTheWay(work, changes);
  for (const change of changes) changed.add(change.path);
  for (const path of pathsWithOtherModes(now, to)) changed.add(path);
  await git.shadow(place, ['read-tree', '--reset', '-u', to.tree]);
  now = await settle(work);
  if (now.tree !== to.tree) {
    const wrong = (await changesTo(work)).map((change) => change.path);
    throw ioTrouble(
      `the files could not be put back: ${shownList(wrong)} still differ${wrong.length === 1 ? 's' : ''}`,
      `Look for a program that still writes there, then try again. What was left is kept as pawl/${run}/${work.leftRef}.`,
    );
  }
  return [...changed];
}

/** What separates the shadow's index from the target; "old" is the target. */
async function changesTo({ repository, to }: Restoring): Promise<TreeChange[]> {
  return parseChanges((await repository.git.shadow(repository.place, ['diff-index', '--cached', ...rawDiff, to.tree])).stdout);
}

/** Every blob that is to be written must be there before the first file is touched. */
async function checkObjects({ repository, run }: Restoring, changes: readonly TreeChange[]): Promise<void> {
  const wanted = changes.filter((change) => change.status !== 'A');
  if (wanted.length === 0) return;
  const answer = await repository.git.shadow(repository.place, ['cat-file', '--batch-check'], {
    stdin: wanted.map((change) => `${change.oldOid}\n`).join(''),
  });
  const lines = answer.stdout.toString().split('\n');
  const missing = wanted.filter((_, at) => lines[at]?.endsWith(' missing'));
  if (missing.length === 0) return;
  throw ioTrouble(
    `${missing.length} of the files to put back are gone from the repository's objects (${shownList(missing.map((change) => change.path))}); nothing was changed`,
    `Somebody removed refs/pawl/${run} or objects. Look for them in a copy or a clone (git fsck).`,
  );
}

/** Files that the target's rules ignore, though they were shown meanwhile, and those its user had locked leave the shadow's index and stay on the disk. */
async function leaveIgnoredAlone(work: Restoring): Promise<void> {
  const { git, place } = work.repository;
  const ignored = new Set(splitNul((await git.shadow(place, ['ls-files', '-ci', '--exclude-standard', '-z'])).stdout));
  if (ignored.size === 0 && work.to.leftovers.unreadable.length === 0) return;
  const changes = await changesTo(work);
  const strangers = changes.filter((change) => change.status === 'A' && (ignored.has(change.path) || wasLocked(work, change.path)));
  // At once, lest a rule of the user's (`!name`) shows them again; but for folders in which files are still to be written.
  const awaited = changes.filter((change) => change.status !== 'A').map((change) => change.path);
  putBackUnreadable(place.root, work.to.modes, awaited);
  if (strangers.length === 0) return;
  await git.shadow(place, ['update-index', '--force-remove', '-z', '--stdin'], { stdin: joinNul(strangers.map((change) => change.path)) });
  work.repository.capturer.forget();
}

/** Repositories, `.git` folders and unreadable files that came since. */
async function moveNewcomersAside(work: Restoring, now: Capture): Promise<Capture> {
  const { repository, to, run, notes } = work;
  const moved: string[] = [];
  const move = (path: string): void => {
    if (!wasLocked(work, path) && moveAside(repository.place, run, path) !== null) moved.push(path);
  };
  for (const path of now.nested) if (!to.leftovers.nested.includes(path)) move(path);
  for (const folder of now.gitFolders) if (!to.leftovers.gitFolders.includes(folder)) move(`${folder}/.git`);
  for (const path of now.unreadable) if (!to.leftovers.unreadable.includes(path)) move(path);
  for (const path of to.leftovers.nested) {
    if (statOf(repository.place.root, path) === null)
      notes.push(
        `the repository ${shown(path)} was removed since; snapshots do not cover repositories inside of this one, so it is not back`,
      );
  }
  if (moved.length === 0) return now;
  notes.push(`moved to .pawl/runs/${run}/left/ because no snapshot holds them: ${shownList(moved, 5)}`);
  repository.capturer.forget();
  return captureAll(work);
}

/** Whatever stands where a file is to be written and is in no tree (an ignored file, a folder of them) is moved, not overwritten. */
function clearTheWay({ repository, run, notes }: Restoring, changes: readonly TreeChange[]): void {
  const { place } = repository;
  const going = new Set(changes.filter((change) => change.status === 'A').map((change) => change.path));
  for (const { path, status } of changes) {
    if (status === 'A') continue;
    const blocker =
      [...ancestorsOf(path)].findLast((folder) => statOf(place.root, folder)?.isDirectory() === false) ??
      (isInTheWay(place.root, path, status) ? path : null);
    if (blocker === null || going.has(blocker) || changes.some((change) => change.path === blocker && change.status === 'T')) continue;
    const where = moveAside(place, run, blocker);
    if (where !== null) notes.push(`${shown(blocker)} stood in the way and is now ${where}`);
  }
}

/** A folder where a file is to be, or an ignored file where one was deleted. */
function isInTheWay(root: string, path: string, status: TreeChange['status']): boolean {
  const stat = statOf(root, path);
  return stat !== null && (stat.isDirectory() || status === 'D');
}

function pathsWithOtherModes(now: Capture, to: State): string[] {
  return now.entries
    .filter((entry) => (entry.mode & 0o170000) === 0o100000 && fileModeIn(now.modes, entry) !== fileModeIn(to.modes, entry))
    .map((entry) => entry.path);
}
