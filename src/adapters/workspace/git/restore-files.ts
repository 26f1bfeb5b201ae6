import { mkdirSync, rmdirSync } from 'node:fs';
import { moveAside } from './aside.ts';
import { ancestorsOf, hasRealParents, isWithin, joinNul, onDisk, shown, shownList, splitNul, statOf } from './byte-path.ts';
import { type Capture, foldersOf } from './capture.ts';
import { holdTree } from './hold.ts';
import { rulesFor } from './leftovers.ts';
import { fileModeIn, putBackModes, putBackUnreadable, tryChmod, unlockFolders } from './modes.ts';
import type { State } from './record.ts';
import { putBackHiddenRules, putBackIgnoreFiles } from './restore-ignore-rules.ts';
import { captureFiles, type Repository } from './state.ts';
import { parseChanges, rawDiff, type TreeChange } from './tree-changes.ts';
import { ioTrouble } from './trouble.ts';

/** What a restore of files works on. */
export interface Restoring {
  readonly repository: Repository;
  readonly run: string;
  readonly to: State;
  /** Name of the snapshot of the state that is left; further trees are held beside it. */
  readonly leftRef: string;
  /** Trees that are held already. */
  readonly heldTrees: Set<string>;
  readonly notes: string[];
}

/**
 * Makes the files of the work tree exactly those of `to`; gives the paths it changed. Configuration and excludes must be
 * those of `to` already. May be stopped anywhere and run again.
 */
export async function putBackFiles(work: Restoring): Promise<string[]> {
  const { repository, to, run } = work;
  const { place, git } = repository;
  let now = await captureAll(work);
  await checkObjects(work, await changesTo(work));
  const changed = new Set<string>();
  // Each round may show rules that the last one's rules hid.
  for (let round = 0; round < 50; round++) {
    const files = (await changesTo(work)).filter((change) => /(^|\/)\.gitignore$/.test(change.path));
    const hidden = putBackHiddenRules(work, now);
    if (files.length + hidden.length === 0) break;
    await putBackIgnoreFiles(work, files);
    for (const path of [...hidden, ...files.map((change) => change.path)]) changed.add(path);
    repository.capturer.forget();
    now = await captureAll(work);
  }
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

/** Reads everything that can be read, opening what a step has locked, and holds what was not recorded yet. */
async function captureAll(work: Restoring): Promise<Capture> {
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
function look({ repository, to }: Restoring): Promise<Capture> {
  const userExclude = Buffer.concat([to.files.get('common:info/exclude')?.bytes ?? Buffer.alloc(0), rulesFor(to.leftovers.unreadable)]);
  return captureFiles(repository, to.files, { alsoNested: to.leftovers.nested, userExclude });
}

/** Whether a path was not readable for the user: it may be their only copy, which no snapshot holds. */
const wasLocked = ({ to }: Restoring, path: string): boolean => to.leftovers.unreadable.some((locked) => isWithin(path, locked));

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

/** Empty folders and permission bits; looks again after each round, because a folder that went may leave another one empty. */
async function settle(work: Restoring): Promise<Capture> {
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
    if (removed + made + modes + locked === 0) return now;
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

function pathsWithOtherModes(now: Capture, to: State): string[] {
  return now.entries
    .filter((entry) => (entry.mode & 0o170000) === 0o100000 && fileModeIn(now.modes, entry) !== fileModeIn(to.modes, entry))
    .map((entry) => entry.path);
}
