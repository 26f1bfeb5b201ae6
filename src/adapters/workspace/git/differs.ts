import type { Snapshot } from '../../../core/events/event-parts.ts';
import { shownList } from './byte-path.ts';
import { foldersOf } from './capture.ts';
import { parseIndex } from './index-file.ts';
import { fileModeIn, folderModeIn } from './modes.ts';
import { oidBytesOf } from './place.ts';
import { isRemote, sameHead, shortRef } from './refs.ts';
import { changedFiles, inWords } from './repository-files.ts';
import type { Staging } from './staging.ts';
import { type Repository, readState } from './state.ts';
import { parseChanges, rawDiff } from './tree-changes.ts';

/** What differs between now and a snapshot, in a few words; null when nothing does. */
export async function differsFrom(repository: Repository, run: string, snapshot: Snapshot): Promise<string | null> {
  const { git, place, records } = repository;
  const then = await records.load(snapshot.id);
  const { state: now, capture } = await readState(repository, run);
  const found: string[] = [];
  if (now.tree !== then.tree) {
    const paths = parseChanges((await git.shadow(place, ['diff-tree', '-r', ...rawDiff, then.tree, now.tree])).stdout).map(
      (change) => change.path,
    );
    found.push(`${paths.length} ${paths.length === 1 ? 'file differs' : 'files differ'} (${shownList(paths)})`);
  } else {
    const modes = capture.entries
      .filter((entry) => (entry.mode & 0o170000) === 0o100000 && fileModeIn(now.modes, entry) !== fileModeIn(then.modes, entry))
      .map((entry) => entry.path);
    const folders = foldersOf(capture.entries, now.leftovers.emptyFolders).filter(
      (folder) => folderModeIn(now.modes, folder) !== folderModeIn(then.modes, folder),
    );
    if (modes.length + folders.length > 0) found.push(`permissions differ (${shownList([...modes, ...folders])})`);
  }
  const empty = symmetricDifference(now.leftovers.emptyFolders, then.leftovers.emptyFolders);
  if (empty.length > 0) found.push(`empty folders differ (${shownList(empty)})`);
  const nested = symmetricDifference(
    [...now.leftovers.nested, ...now.leftovers.gitFolders],
    [...then.leftovers.nested, ...then.leftovers.gitFolders],
  );
  if (nested.length > 0) found.push(`repositories inside of this one came or went (${shownList(nested)})`);
  if (!sameHead(now.head, then.head)) found.push('HEAD moved');
  const refs = [...new Set([...now.refs.keys(), ...then.refs.keys()])].filter(
    (name) => !isRemote(name) && now.refs.get(name) !== then.refs.get(name),
  );
  if (refs.length > 0) found.push(`branches or tags moved (${refs.slice(0, 3).map(shortRef).join(', ')})`);
  if (!isSameStaging(now.staging, then.staging, oidBytesOf(place))) found.push('what is staged differs');
  const files = changedFiles(now.files, then.files);
  if (files.length > 0) found.push(`changed in .git: ${inWords(files)}`);
  const operations = symmetricDifference([...now.operations.keys()], [...then.operations.keys()]);
  if (operations.length > 0) found.push(`a git operation began or ended (${operations.join(', ')})`);
  return found.length === 0 ? null : found.join('; ');
}

/** Git refreshes the times in an index whenever somebody asks for the status: only what is staged counts. */
function isSameStaging(one: Staging, other: Staging, oidBytes: number): boolean {
  if (one.bytes === null || other.bytes === null) return one.bytes === other.bytes;
  if (one.bytes.equals(other.bytes)) return true;
  const [mine, theirs] = [one.bytes, other.bytes].map((bytes) => parseIndex(bytes, oidBytes)) as [
    ReturnType<typeof parseIndex>,
    ReturnType<typeof parseIndex>,
  ];
  // Most of a split index lies in another file; two that differ in bytes are taken to differ.
  if ([...mine.extensions, ...theirs.extensions].includes('link')) return false;
  if (mine.entries.length !== theirs.entries.length) return false;
  return mine.entries.every((entry, at) => {
    const twin = theirs.entries[at];
    return (
      twin !== undefined &&
      entry.path === twin.path &&
      entry.oid === twin.oid &&
      entry.mode === twin.mode &&
      entry.stage === twin.stage &&
      entry.marks === twin.marks
    );
  });
}

function symmetricDifference(one: readonly string[], other: readonly string[]): string[] {
  return [...one.filter((item) => !other.includes(item)), ...other.filter((item) => !one.includes(item))];
}
