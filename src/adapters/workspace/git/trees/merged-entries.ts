import { ancestorsOf } from '../paths/byte-path.ts';
import { type FileEntries, type FileEntry, isFile, isSameEntry } from './file-entries.ts';
import { isSame, keysOf, settled, type Three } from './three-ways.ts';

/** A file whose content both sides have changed. */
export interface ContentToMerge {
  readonly path: string;
  readonly mode: number;
  /** Object ids. */
  readonly base: string;
  readonly theirs: string;
  readonly ours: string;
}

/** What the files come to as far as whole files tell. */
export interface MergedEntries {
  readonly entries: Map<string, FileEntry>;
  readonly contents: readonly ContentToMerge[];
  readonly conflicts: readonly string[];
}

/**
 * Merges three trees path by path. A path is the same file in all of them: renames are not looked for, since a guess that is wrong
 * would put one file's changes into another, and what is missed is only a conflict.
 */
export function mergeEntries(base: FileEntries, theirs: FileEntries, ours: FileEntries): MergedEntries {
  const entries = new Map(ours);
  const contents: ContentToMerge[] = [];
  const conflicts: string[] = [];
  for (const path of keysOf(base, theirs)) {
    const three = { base: base.get(path), theirs: theirs.get(path), ours: ours.get(path) };
    const whole = settled(three, isSameEntry);
    if (whole === null) {
      const content = contentOf(path, three);
      if (content === null) conflicts.push(path);
      else if (typeof content.merged === 'string') entries.set(path, { path, mode: content.mode, oid: content.merged });
      else contents.push({ path, mode: content.mode, ...content.merged });
    } else if (whole.is === undefined) entries.delete(path);
    else entries.set(path, whole.is);
  }
  return { entries, contents, conflicts: [...conflicts, ...pathsInFiles(entries)] };
}

/** Of a file that is one in all three states: its content, or the contents to merge; null where it is not. */
function contentOf(
  path: string,
  { base, theirs, ours }: Three<FileEntry>,
): { readonly mode: number; readonly merged: string | Omit<ContentToMerge, 'path' | 'mode'> } | null {
  if (!base || !theirs || !ours || ![base, theirs, ours].every(isFile)) return null;
  const mode = settled({ base: base.mode, theirs: theirs.mode, ours: ours.mode }, isSame)?.is;
  if (mode === undefined) throw new Error(`${path} has three modes, and git knows two`);
  const oids = { base: base.oid, theirs: theirs.oid, ours: ours.oid };
  const whole = settled(oids, isSame);
  return { mode, merged: whole?.is ?? oids };
}

/** Paths below one that is a file itself: one side's folder is the other side's file. */
function pathsInFiles(entries: ReadonlyMap<string, FileEntry>): string[] {
  const found = new Set<string>();
  for (const path of entries.keys()) for (const folder of ancestorsOf(path)) if (entries.has(folder)) found.add(folder);
  return [...found];
}
