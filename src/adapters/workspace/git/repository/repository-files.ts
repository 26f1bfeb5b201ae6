import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isWithin } from '../paths/byte-path.ts';
import type { Place } from '../place/place.ts';

/**
 * A file that steers git, or a link in its place: then `bytes` are where it leads, and `content` what stands there, of those links
 * that people set to share a configuration. `git config` writes through them.
 */
export interface RepositoryFile {
  readonly mode: number;
  readonly bytes: Buffer;
  readonly link: boolean;
  readonly content?: Buffer;
}

/**
 * Files of the git folder that steer what git does, by name: `git:` for this work tree's own folder or `common:` for the one
 * that all work trees share, then the path in it.
 */
export type RepositoryFiles = ReadonlyMap<string, RepositoryFile>;

/** Where history ends in a shallow clone: read with the others, put back by `restore-shallow` alone. */
export const shallowName = 'common:shallow';

/** Reads configuration, info/ and hooks. */
export function readRepositoryFiles(place: Place): RepositoryFiles {
  const files = new Map<string, RepositoryFile>();
  for (const name of namesOf(place)) {
    const path = pathOf(place, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink())
      files.set(name, { mode: 0, bytes: Buffer.from(readlinkSync(path)), link: true, ...contentBehind(name, path) });
    else if (stat?.isFile()) files.set(name, { mode: stat.mode & 0o7777, bytes: readFileSync(path), link: false });
  }
  return files;
}

/** The user's ignore rules for this repository alone. */
export function excludesOf(files: RepositoryFiles): Buffer {
  const file = files.get('common:info/exclude');
  return (file?.link ? file.content : file?.bytes) ?? Buffer.alloc(0);
}

/** Not of hooks: what a link among them leads to may be large, and git never writes there. */
function contentBehind(name: string, path: string): { content?: Buffer } {
  if (!/:(config|config\.worktree|info\/exclude|info\/attributes)$/.test(name)) return {};
  try {
    return statSync(path).isFile() ? { content: readFileSync(path) } : {};
  } catch {
    // It leads nowhere.
    return {};
  }
}

/** Makes the files what they were; gives the names of those that it changed. Files that came since go. */
export function putBackRepositoryFiles(place: Place, wanted: RepositoryFiles): string[] {
  const changed = new Set<string>();
  for (const folder of steeringFolders(place)) {
    // A folder that became a link would lead the writes below to files outside of the repository.
    if (!isLink(pathOf(place, folder)) || wanted.get(folder)?.link) continue;
    rmSync(pathOf(place, folder));
    changed.add(folder);
  }
  const present = readRepositoryFiles(place);
  // First those that came since, as one of them may stand where a folder was.
  for (const name of present.keys()) {
    if (wanted.has(name) || name === shallowName) continue;
    rmSync(pathOf(place, name), { force: true });
    changed.add(name);
  }
  for (const [name, file] of wanted) {
    if (name === shallowName) continue;
    const now = present.get(name);
    if (!now || now.mode !== file.mode || now.link !== file.link || !now.bytes.equals(file.bytes)) {
      replaceFile(pathOf(place, name), file);
      changed.add(name);
    }
    if (file.content !== undefined && putBackContent(place, pathOf(place, name), file.content)) changed.add(name);
  }
  return [...changed].sort();
}

/** Writes what stood behind a link; says whether it had to. In the work tree it is a file like any other, and put back as one. */
function putBackContent(place: Place, link: string, content: Buffer): boolean {
  const folder = existsSync(link) ? dirname(realpathSync(link)) : null;
  if (folder === null || (isWithin(folder, place.root) && !isWithin(folder, place.commonDir) && !isWithin(folder, place.gitDir)))
    return false;
  const path = realpathSync(link);
  if (!statSync(path).isFile() || readFileSync(path).equals(content)) return false;
  replaceFile(path, { mode: statSync(path).mode & 0o7777, bytes: content, link: false });
  return true;
}

/** What differs between two readings, by name. */
export function changedFiles(one: RepositoryFiles, other: RepositoryFiles): string[] {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((name) => {
    const [before, after] = [one.get(name), other.get(name)];
    return !before || !after || !sameFile(before, after);
  });
}

const sameFile = (one: RepositoryFile, other: RepositoryFile): boolean =>
  one.mode === other.mode &&
  one.link === other.link &&
  one.bytes.equals(other.bytes) &&
  // A record from before contents were kept says nothing of them.
  (one.content === undefined || other.content === undefined || one.content.equals(other.content));

/** Names as people know them: "config", "hooks/pre-commit". */
export const inWords = (names: readonly string[]): string => names.map((name) => name.replace(/^(git|common):/, '')).join(', ');

function pathOf(place: Place, name: string): string {
  const at = name.indexOf(':');
  return join(name.slice(0, at) === 'git' ? place.gitDir : place.commonDir, name.slice(at + 1));
}

function namesOf(place: Place): string[] {
  const names = ['common:config', 'git:config.worktree', 'common:objects/info/alternates', shallowName];
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

/** Everything in a folder that is no folder, by its path there: people keep hooks of a kind in folders below `hooks`. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .flatMap((entry) => (entry.isDirectory() ? namesIn(join(folder, entry.name)).map((name) => `${entry.name}/${name}`) : [entry.name]))
      .sort();
  } catch {
    return [];
  }
}

/** By another name first: a reader sees the old file or the new one, and so does who comes after a crash. */
function replaceFile(path: string, file: RepositoryFile): void {
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
