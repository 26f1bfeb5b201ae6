import { chmodSync } from 'node:fs';
import type { IndexEntry } from '../index/index-file.ts';
import { isWithin, onDisk, statOf } from '../paths/byte-path.ts';

/** Permission bits of a whole work tree: what is usual in it, and every path that differs. Links have none. */
export interface Modes {
  readonly file: number;
  readonly executable: number;
  readonly folder: number;
  readonly files: Readonly<Record<string, number>>;
  readonly folders: Readonly<Record<string, number>>;
  /** What may not be read, by path, with the bits of its kind; absent where everything may. */
  readonly unreadable?: Readonly<Record<string, number>>;
}

/** The part of it that is of files. */
export type FileModes = Pick<Modes, 'file' | 'executable' | 'files'>;

export const filesIn = ({ file, executable, files }: FileModes): FileModes => ({ file, executable, files });

const permissionBits = 0o7777;
const isFile = (entry: IndexEntry): boolean => (entry.mode & 0o170000) === 0o100000;
const isExecutable = (entry: Pick<IndexEntry, 'mode'>): boolean => (entry.mode & 0o111) !== 0;

/** Reads permission bits, a file's again only when its inode has changed since: git's own stat of it says so. */
export class ModeReader {
  readonly #root: string;
  #seen = new Map<string, { readonly changed: number; readonly mode: number }>();

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * `known` is what is known of files that this reader has not seen, null where nothing is; 'again' looks at every file: git could
   * not read some, and its stat of those is an old one.
   */
  read(entries: readonly IndexEntry[], folders: readonly string[], known: FileModes | null | 'again'): Modes {
    const seen = new Map<string, { changed: number; mode: number }>();
    const plain: (readonly [string, number])[] = [];
    const executable: (readonly [string, number])[] = [];
    for (const entry of entries) {
      if (!isFile(entry)) continue;
      const changed = entry.changedSeconds + entry.changedNanos / 1e9;
      let last = this.#seen.get(entry.path);
      if (known === 'again' || last?.changed !== changed) {
        const mode = known === null || known === 'again' ? statOf(this.#root, entry.path)?.mode : fileModeIn(known, entry);
        if (mode === undefined) continue;
        last = { changed, mode: mode & permissionBits };
      }
      seen.set(entry.path, last);
      (isExecutable(entry) ? executable : plain).push([entry.path, last.mode]);
    }
    this.#seen = seen;
    const ofFolders: (readonly [string, number])[] = [];
    for (const folder of folders) {
      const mode = statOf(this.#root, folder)?.mode;
      if (mode !== undefined) ofFolders.push([folder, mode & permissionBits]);
    }
    const usual = { file: mostCommon(plain, 0o644), executable: mostCommon(executable, 0o755), folder: mostCommon(ofFolders, 0o755) };
    return {
      ...usual,
      files: { ...others(plain, usual.file), ...others(executable, usual.executable) },
      folders: others(ofFolders, usual.folder),
    };
  }
}

/** The bits a file of the shadow's index is to have. */
export const fileModeIn = (modes: FileModes, entry: Pick<IndexEntry, 'path' | 'mode'>): number =>
  own(modes.files, entry.path) ?? (isExecutable(entry) ? modes.executable : modes.file);

/** The bits a folder is to have. */
export const folderModeIn = (modes: Modes, folder: string): number => own(modes.folders, folder) ?? modes.folder;

/** Gives every file and folder the bits it is to have, folders last and deepest first; says how many differed from `now`. */
export function putBackModes(root: string, now: Modes, wanted: Modes, entries: readonly IndexEntry[], folders: readonly string[]): number {
  let changed = 0;
  for (const entry of entries) {
    const mode = fileModeIn(wanted, entry);
    if (!isFile(entry) || fileModeIn(now, entry) === mode || !statOf(root, entry.path)?.isFile()) continue;
    chmodSync(onDisk(root, entry.path), mode);
    changed += 1;
  }
  for (const folder of folders.toSorted((one, other) => other.length - one.length)) {
    const stat = statOf(root, folder);
    if (!stat?.isDirectory() || (stat.mode & permissionBits) === folderModeIn(wanted, folder)) continue;
    chmodSync(onDisk(root, folder), folderModeIn(wanted, folder));
    changed += 1;
  }
  return changed;
}

/** The bits of paths that may not be read: a stat needs no leave to read. */
export function readUnreadable(root: string, paths: readonly string[]): Pick<Modes, 'unreadable'> {
  const found = paths.flatMap((path) => {
    const mode = statOf(root, path)?.mode;
    return mode === undefined ? [] : [[path, mode] as const];
  });
  return found.length === 0 ? {} : { unreadable: Object.fromEntries(found) };
}

/** Locks again what the user had locked, unless a path of `except` lies in it; says how many were open. What is of another kind now stays as it is. */
export function putBackUnreadable(root: string, wanted: Modes, except: readonly string[]): number {
  let changed = 0;
  const pairs = Object.entries(wanted.unreadable ?? {}).filter(([path]) => !except.some((other) => isWithin(other, path)));
  for (const [path, mode] of pairs.toSorted(([one], [other]) => other.length - one.length)) {
    const now = statOf(root, path)?.mode;
    if (now === undefined || now === mode || (now & 0o170000) !== (mode & 0o170000) || (mode & 0o170000) === 0o120000) continue;
    if (tryChmod(root, path, mode & permissionBits)) changed += 1;
  }
  return changed;
}

/** Makes folders enterable and writable for their owner, as far as we may; says whether any was not. */
export function unlockFolders(root: string, folders: readonly string[]): boolean {
  let unlocked = false;
  for (const folder of folders.toSorted((one, other) => one.length - other.length)) {
    const stat = statOf(root, folder);
    if (stat?.isDirectory() && (stat.mode & 0o700) !== 0o700)
      unlocked = tryChmod(root, folder, (stat.mode & permissionBits) | 0o700) || unlocked;
  }
  return unlocked;
}

/** Changes the bits of a path where we may; a refusal is left to whatever needs them next. */
export function tryChmod(root: string, path: string, mode: number): boolean {
  try {
    chmodSync(onDisk(root, path), mode);
    return true;
  } catch {
    // Not ours.
    return false;
  }
}

// `__proto__` is a file name like any other.
const own = (record: Readonly<Record<string, number>>, path: string): number | undefined =>
  Object.hasOwn(record, path) ? record[path] : undefined;

function mostCommon(pairs: readonly (readonly [string, number])[], otherwise: number): number {
  const counts = new Map<number, number>();
  for (const [, mode] of pairs) counts.set(mode, (counts.get(mode) ?? 0) + 1);
  let best = otherwise;
  for (const [mode, count] of counts) if (count > (counts.get(best) ?? 0)) best = mode;
  return best;
}

const others = (pairs: readonly (readonly [string, number])[], usual: number): Record<string, number> =>
  Object.fromEntries(pairs.filter(([, mode]) => mode !== usual));
