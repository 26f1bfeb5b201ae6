import type { Snapshot } from '../../../../core/events/event-parts.ts';
import type { KnownState, WorkspaceChanges } from '../../../../ports/workspace.ts';
import { foldersOf } from '../capture/folders.ts';
import { fileModeIn, folderModeIn } from '../capture/modes.ts';
import { parseIndex } from '../index/index-file.ts';
import type { Staging } from '../index/staging.ts';
import { shown, shownList } from '../paths/byte-path.ts';
import { cameSince, type SpecialFiles } from '../paths/special-files.ts';
import { oidBytesOf } from '../place/place.ts';
import { parseChanges, rawDiff } from '../program/tree-changes.ts';
import { sameHead } from '../refs/head.ts';
import { isRemote, shortRef } from '../refs/refs.ts';
import { changedFiles, inWords } from '../repository/repository-files.ts';
import type { Repository } from '../repository.ts';
import { committedState } from '../snapshot/committed-state.ts';
import { readState } from '../snapshot/read-state.ts';
import type { State } from '../snapshot/state.ts';
import { mayBeOthersSince } from './restore-refs.ts';

/** Names of what differs, by kind. */
interface Differences {
  readonly files: readonly string[];
  readonly permissions: readonly string[];
  readonly emptyFolders: readonly string[];
  readonly nested: readonly string[];
  readonly special: readonly string[];
  readonly head: readonly string[];
  readonly refs: readonly string[];
  readonly staging: readonly string[];
  readonly steering: readonly string[];
  readonly operations: readonly string[];
}

/** What differs between now and a snapshot, in a few words; null when nothing does. */
export async function differsFrom(repository: Repository, run: string, snapshot: Snapshot): Promise<string | null> {
  const differs = await differencesFrom(repository, run, await repository.records.load(snapshot.id), await readState(repository, run));
  const found = [...inFiles(differs), ...besidesFiles(differs)];
  return found.length === 0 ? null : found.join('; ');
}

/** What is now as in none of these states: a put-back or a commit that was stopped half way leaves some of either. */
export async function changesSince(repository: Repository, run: string, states: readonly KnownState[]): Promise<WorkspaceChanges> {
  const now = await readState(repository, run);
  const all: Differences[] = [];
  // One after another: they share a copy of the index.
  for (const known of states) all.push(await differencesFrom(repository, run, await stateOf(repository, known), now));
  const common = (kind: keyof Differences): readonly string[] =>
    all[0]?.[kind].filter((name) => all.every((differs) => differs[kind].includes(name))) ?? [];
  const files = [...common('files'), ...common('permissions'), ...common('emptyFolders'), ...common('nested'), ...common('special')];
  const besides = besidesFiles({
    ...(all[0] as Differences),
    head: common('head'),
    refs: common('refs'),
    staging: [],
    steering: common('steering'),
    operations: common('operations'),
  });
  return {
    files: files.map(shown),
    staged: common('staging').length > 0,
    besides: besides.length === 0 ? null : besides.join('; '),
  };
}

function inFiles({ files, permissions, emptyFolders, nested, special }: Differences): string[] {
  return [
    ...(files.length > 0 ? [`${files.length} ${files.length === 1 ? 'file differs' : 'files differ'} (${shownList(files)})`] : []),
    ...(permissions.length > 0 ? [`permissions differ (${shownList(permissions)})`] : []),
    ...(emptyFolders.length > 0 ? [`empty folders differ (${shownList(emptyFolders)})`] : []),
    ...(nested.length > 0 ? [`repositories inside of this one came or went (${shownList(nested)})`] : []),
    ...(special.length > 0 ? [`pipes or other special files differ (${shownList(special)})`] : []),
  ];
}

function besidesFiles({ head, refs, staging, steering, operations }: Differences): string[] {
  return [
    ...head,
    ...(refs.length > 0 ? [`branches or tags moved (${refs.slice(0, 3).map(shortRef).join(', ')})`] : []),
    ...staging,
    ...(steering.length > 0 ? [`changed in .git: ${inWords(steering)}`] : []),
    ...(operations.length > 0 ? [`a git operation began or ended (${operations.join(', ')})`] : []),
  ];
}

async function stateOf(repository: Repository, { snapshot, commit }: KnownState): Promise<State> {
  const state = await repository.records.load(snapshot.id);
  if (commit === null) return state;
  return { ...state, ...(await committedState(repository, await repository.records.load(commit.before.id), commit.plan)) };
}

type Now = Awaited<ReturnType<typeof readState>>;

async function differencesFrom(repository: Repository, run: string, then: State, { state: now, capture }: Now): Promise<Differences> {
  const { git, place } = repository;
  const isSameTree = now.tree === then.tree;
  const files = isSameTree
    ? []
    : parseChanges((await git.shadow(place, ['diff-tree', '-r', ...rawDiff, then.tree, now.tree])).stdout).map((change) => change.path);
  const modes = capture.entries
    .filter((entry) => (entry.mode & 0o170000) === 0o100000 && fileModeIn(now.modes, entry) !== fileModeIn(then.modes, entry))
    .map((entry) => entry.path);
  const folders = foldersOf(capture.entries, now.leftovers.emptyFolders).filter(
    (folder) => folderModeIn(now.modes, folder) !== folderModeIn(then.modes, folder),
  );
  const nestedIn = ({ leftovers }: State) => [...leftovers.nested, ...leftovers.gitFolders];
  const mayBeOthers = mayBeOthersSince(place, run, then);
  return {
    files,
    permissions: isSameTree ? [...modes, ...folders] : [],
    emptyFolders: symmetricDifference(now.leftovers.emptyFolders, then.leftovers.emptyFolders),
    nested: symmetricDifference(nestedIn(now), nestedIn(then)),
    special: then.leftovers.special === undefined ? [] : specialDifference(now.leftovers.special ?? {}, then.leftovers.special),
    head: sameHead(now.head, then.head) ? [] : ['HEAD moved'],
    refs: [...new Set([...now.refs.keys(), ...then.refs.keys()])].filter(
      (name) => !isRemote(name) && now.refs.get(name) !== then.refs.get(name) && !(now.refs.has(name) && mayBeOthers(name)),
    ),
    staging: isSameStaging(now.staging, then.staging, oidBytesOf(place)) ? [] : ['what is staged differs'],
    steering: changedFiles(now.files, then.files),
    operations: symmetricDifference([...now.operations.keys()], [...then.operations.keys()]),
  };
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

const specialDifference = (now: SpecialFiles, then: SpecialFiles): string[] => [
  ...new Set([
    ...cameSince(now, then),
    ...cameSince(then, now),
    ...Object.keys(now).filter((path) => now[path] !== (then[path] ?? now[path])),
  ]),
];

function symmetricDifference(one: readonly string[], other: readonly string[]): string[] {
  return [...one.filter((item) => !other.includes(item)), ...other.filter((item) => !one.includes(item))];
}
