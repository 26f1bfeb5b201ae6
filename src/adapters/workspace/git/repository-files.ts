import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Place } from './place.ts';

/**
 * Files of the git folder that steer what git does, by name: `git:` for this work tree's own folder or `common:` for the one
 * that all work trees share, then the path in it. The bytes of a link are its target.
 */
export type RepositoryFiles = ReadonlyMap<string, { readonly mode: number; readonly bytes: Buffer; readonly link: boolean }>;

/** Marks of a merge, rebase, cherry-pick, revert or bisect under way, and of a squash that is to be committed. */
const operationNames = [
  'MERGE_HEAD',
  'MERGE_MODE',
  'MERGE_MSG',
  'MERGE_AUTOSTASH',
  'MERGE_RR',
  'AUTO_MERGE',
  'SQUASH_MSG',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'REBASE_HEAD',
  'BISECT_LOG',
  'BISECT_START',
  'BISECT_TERMS',
  'BISECT_EXPECTED_REV',
  'BISECT_ANCESTORS_OK',
  'BISECT_NAMES',
  'BISECT_RUN',
  'sequencer',
  'rebase-merge',
  'rebase-apply',
];

/** Reads configuration, info/ and hooks. Links are recorded as links. */
export function readRepositoryFiles(place: Place): RepositoryFiles {
  const files = new Map<string, { mode: number; bytes: Buffer; link: boolean }>();
  for (const name of namesOf(place)) {
    const path = pathOf(place, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink()) files.set(name, { mode: 0, bytes: Buffer.from(readlinkSync(path)), link: true });
    else if (stat?.isFile()) files.set(name, { mode: stat.mode & 0o7777, bytes: readFileSync(path), link: false });
  }
  return files;
}

/** Makes the files what they were; gives the names of those that it changed. Files that came since go. */
export function putBackRepositoryFiles(place: Place, wanted: RepositoryFiles): string[] {
  const changed: string[] = [];
  for (const folder of steeringFolders(place)) {
    // A folder that became a link would lead the writes below to files outside of the repository.
    if (!isLink(pathOf(place, folder)) || wanted.get(folder)?.link) continue;
    rmSync(pathOf(place, folder));
    changed.push(folder);
  }
  const present = readRepositoryFiles(place);
  for (const [name, file] of wanted) {
    const now = present.get(name);
    if (now && now.mode === file.mode && now.link === file.link && now.bytes.equals(file.bytes)) continue;
    replaceFile(pathOf(place, name), file);
    changed.push(name);
  }
  for (const name of present.keys()) {
    if (wanted.has(name)) continue;
    rmSync(pathOf(place, name), { force: true });
    changed.push(name);
  }
  return changed;
}

/** What differs between two readings, by name. */
export function changedFiles(one: RepositoryFiles, other: RepositoryFiles): string[] {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((name) => {
    const [before, after] = [one.get(name), other.get(name)];
    return !before || !after || before.mode !== after.mode || before.link !== after.link || !before.bytes.equals(after.bytes);
  });
}

/** Names as people know them: "config", "hooks/pre-commit". */
export const inWords = (names: readonly string[]): string => names.map((name) => name.replace(/^(git|common):/, '')).join(', ');

/** The marks of operations under way: files with their bytes, folders as null. */
export function readOperations(place: Place): ReadonlyMap<string, Buffer | null> {
  const found = new Map<string, Buffer | null>();
  for (const name of operationNames) {
    const stat = lstatSync(join(place.gitDir, name), { throwIfNoEntry: false });
    if (stat) found.set(name, stat.isFile() ? readFileSync(join(place.gitDir, name)) : null);
  }
  return found;
}

/** Ends operations that began since, moving their files to `aside`; puts back the marks of those that were there. Names what went. */
export function putBackOperations(place: Place, wanted: ReadonlyMap<string, Buffer | null>, aside: string): string[] {
  const gone: string[] = [];
  for (const [name, bytes] of readOperations(place)) {
    const before = wanted.get(name);
    if (before !== undefined && (before === null || (bytes !== null && before.equals(bytes)))) continue;
    mkdirSync(aside, { recursive: true });
    rmSync(join(aside, name), { recursive: true, force: true });
    renameSync(join(place.gitDir, name), join(aside, name));
    if (before === undefined) gone.push(name);
  }
  for (const [name, bytes] of wanted)
    if (bytes !== null && !existsSync(join(place.gitDir, name))) writeFileSync(join(place.gitDir, name), bytes);
  return gone;
}

/** What is under way, in a word; null when nothing is. */
export function operationInWords(place: Place): string | null {
  const has = (name: string): boolean => existsSync(join(place.gitDir, name));
  if (has('rebase-merge') || has('rebase-apply')) return has('rebase-apply/applying') ? 'a git am' : 'a rebase';
  if (has('MERGE_HEAD')) return 'a merge';
  if (has('CHERRY_PICK_HEAD')) return 'a cherry-pick';
  if (has('REVERT_HEAD')) return 'a revert';
  if (has('BISECT_LOG')) return 'a bisect';
  return null;
}

function pathOf(place: Place, name: string): string {
  const at = name.indexOf(':');
  return join(name.slice(0, at) === 'git' ? place.gitDir : place.commonDir, name.slice(at + 1));
}

function namesOf(place: Place): string[] {
  // Not `shallow`: once git's gc has obeyed a wrong one the history behind it is gone, and to put the right one back would leave
  // a repository that git cannot read (tried).
  const names = ['common:config', 'git:config.worktree', 'common:objects/info/alternates'];
  for (const folder of steeringFolders(place)) {
    if (isLink(pathOf(place, folder))) names.push(folder);
    else for (const name of namesIn(pathOf(place, folder))) names.push(`${folder}/${name}`);
  }
  // info/refs is written by git itself for dumb servers, and by nobody else.
  return names.filter((name) => name !== 'common:info/refs');
}

const steeringFolders = (place: Place): string[] => [
  'common:info',
  'common:hooks',
  ...(place.gitDir === place.commonDir ? [] : ['git:info']),
];

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** By another name first: a reader sees the old file or the new one, and so does who comes after a crash. */
function replaceFile(path: string, file: { readonly mode: number; readonly bytes: Buffer; readonly link: boolean }): void {
  mkdirSync(dirname(path), { recursive: true });
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) rmSync(path, { recursive: true });
  const next = `${path}.pawl`;
  rmSync(next, { force: true });
  if (file.link) {
    symlinkSync(file.bytes.toString(), next);
  } else {
    writeFileSync(next, file.bytes, { flag: 'wx' });
    chmodSync(next, file.mode);
  }
  renameSync(next, path);
}
