import { foldersOf } from '../capture/folders.ts';
import { fileModeIn, folderModeIn, type Modes } from '../capture/modes.ts';
import { ancestorsOf, isWithin } from '../paths/byte-path.ts';
import { isPipeMode, type SpecialFiles } from '../paths/special-files.ts';
import type { State } from '../snapshot/state.ts';
import { pipesOf } from './as-in-tree.ts';
import { type FileEntries, isFile } from './file-entries.ts';
import { isSame, keysOf, settled } from './three-ways.ts';

/** One of three states: its files, and what is beside the tree of them. */
export interface Side extends Pick<State, 'modes' | 'leftovers'> {
  readonly entries: FileEntries;
}

/** A merge of what a tree cannot hold; `base` is what the tree was made with. */
export interface MergedAround extends Pick<State, 'modes' | 'leftovers'> {
  readonly conflicts: readonly string[];
}

/**
 * Empty folders, pipes and permission bits around merged files. All else that is beside the files is as in `ours`. `hidden`: the bits
 * of a folder that is there and that no snapshot knows, as all in it is ignored.
 */
export function mergeAround(
  base: Side,
  theirs: Side,
  ours: Side,
  merged: FileEntries,
  hidden: (folder: string) => number | undefined,
): MergedAround {
  const emptyFolders = mergeEmptyFolders(base, theirs, ours, merged);
  const special = mergePipes(base, theirs, ours);
  const leftovers = { ...ours.leftovers, emptyFolders, ...(ours.leftovers.special === undefined ? {} : { special: special.files }) };
  const modes = mergeModes(base, theirs, ours, merged, emptyFolders, hidden);
  return {
    modes: modes.modes,
    leftovers,
    conflicts: [
      ...special.conflicts,
      ...modes.conflicts,
      ...[...emptyFolders, ...Object.keys(special.files)].flatMap((path) => [path, ...ancestorsOf(path)].filter((at) => merged.has(at))),
    ],
  };
}

function mergeEmptyFolders(base: Side, theirs: Side, ours: Side, merged: FileEntries): string[] {
  const [before, there] = [new Set(base.leftovers.emptyFolders), new Set(theirs.leftovers.emptyFolders)];
  const filled = new Set([...merged.keys()].flatMap((path) => [...ancestorsOf(path)]));
  const nested = ours.leftovers.nested;
  // A folder that got a file is not removed by that.
  const isGone = (folder: string): boolean => before.has(folder) && !there.has(folder);
  const found = new Set<string>();
  for (const folder of [
    ...ours.leftovers.emptyFolders.filter((each) => !isGone(each)),
    ...[...there].filter((each) => !before.has(each)),
  ]) {
    if (filled.has(folder) || nested.some((repository) => isWithin(folder, repository))) continue;
    for (const each of [folder, ...ancestorsOf(folder)]) if (!filled.has(each)) found.add(each);
  }
  return [...found].sort();
}

/** Only pipes can have come or gone in a tree: it has no sockets and devices to begin with. */
function mergePipes(base: Side, theirs: Side, ours: Side): { readonly files: SpecialFiles; readonly conflicts: readonly string[] } {
  const [before, there, here] = [base, theirs, ours].map(({ leftovers }) => new Map(Object.entries(pipesOf(leftovers.special)))) as [
    Map<string, number>,
    Map<string, number>,
    Map<string, number>,
  ];
  const others = Object.entries(ours.leftovers.special ?? {}).filter(([, mode]) => !isPipeMode(mode));
  const files = new Map(others);
  const conflicts: string[] = [];
  for (const path of keysOf(before, there, here)) {
    const pipe = settled({ base: before.get(path), theirs: there.get(path), ours: here.get(path) }, isSame);
    if (pipe === null || (pipe.is !== undefined && files.has(path))) conflicts.push(path);
    else if (pipe.is !== undefined) files.set(path, pipe.is);
  }
  return { files: Object.fromEntries([...files].sort(([one], [other]) => (one < other ? -1 : 1))), conflicts };
}

function mergeModes(
  base: Side,
  theirs: Side,
  ours: Side,
  merged: FileEntries,
  emptyFolders: readonly string[],
  hidden: (folder: string) => number | undefined,
): { readonly modes: Modes; readonly conflicts: readonly string[] } {
  const conflicts: string[] = [];
  const settle = (path: string, bits: (side: Side) => number | undefined): number | undefined => {
    const found = settled({ base: bits(base), theirs: bits(theirs), ours: bits(ours) }, isSame);
    // Where one side has removed it, the files tell whether that is a conflict.
    if (found === null && bits(ours) !== undefined && bits(theirs) !== undefined) conflicts.push(path);
    return found?.is ?? bits(ours) ?? bits(theirs);
  };
  const files: Record<string, number> = {};
  for (const [path, entry] of merged) {
    if (!isFile(entry)) continue;
    const mode = settle(path, (side) => fileBits(side, path));
    if (mode !== undefined && mode !== fileModeIn({ ...ours.modes, files: {} }, entry)) files[path] = mode;
  }
  const foldersIn = ({
    entries,
    leftovers,
  }: Pick<Side, 'entries'> & { leftovers: Pick<State['leftovers'], 'emptyFolders'> }): Set<string> =>
    new Set(foldersOf([...entries.values()], leftovers.emptyFolders));
  const have = new Map([base, theirs, ours].map((side) => [side, foldersIn(side)]));
  const folders: Record<string, number> = {};
  for (const folder of foldersIn({ entries: merged, leftovers: { emptyFolders } })) {
    const bits = (side: Side): number | undefined => (have.get(side)?.has(folder) ? folderModeIn(side.modes, folder) : undefined);
    const mode = (bits(ours) === undefined ? hidden(folder) : undefined) ?? settle(folder, bits);
    if (mode !== undefined && mode !== ours.modes.folder) folders[folder] = mode;
  }
  return { modes: { ...ours.modes, files, folders }, conflicts };
}

function fileBits({ entries, modes }: Side, path: string): number | undefined {
  const entry = entries.get(path);
  return entry === undefined || !isFile(entry) ? undefined : fileModeIn(modes, entry);
}
