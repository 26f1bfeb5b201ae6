import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Snapshot } from '../../../../core/events/event-parts.ts';
import type { Merged } from '../../../../ports/trees.ts';
import { uncommittedGone } from '../commit/uncommitted-before.ts';
import { shown } from '../paths/byte-path.ts';
import { headCommit } from '../refs/head.ts';
import { readRefs } from '../refs/refs.ts';
import type { Repository } from '../repository.ts';
import { isIgnoreFile } from '../snapshot/hidden-by.ts';
import { hold } from '../snapshot/hold.ts';
import type { State } from '../snapshot/state.ts';
import { allOf } from '../trouble.ts';
import { asInTree } from './as-in-tree.ts';
import { type FileEntries, type FileEntry, isSameEntry, readEntries } from './file-entries.ts';
import { mergeAround, type Side } from './merged-around.ts';
import { mergeContents } from './merged-contents.ts';
import { mergeEntries } from './merged-entries.ts';
import { bitsOnDisk, noneOfOurs } from './none-of-ours.ts';
import { keysOf } from './three-ways.ts';

/** The three states of a merge. */
export interface States<T> {
  readonly base: T;
  readonly theirs: T;
  readonly ours: T;
}

/**
 * Merges the files of three states and records the result under `name`, or gives the paths that conflict. Only objects and, at the
 * end, refs are written. `user` must have a shadow of its own: see `besidePlace`.
 */
export async function mergeStates(user: Repository, run: string, snapshots: States<Snapshot>, name: string): Promise<Merged> {
  const { git, place, records } = user;
  const [base, theirs, ours] = await allOf([
    sideOf(user, snapshots.base, true),
    sideOf(user, snapshots.theirs, true),
    sideOf(user, snapshots.ours, false),
  ]);
  const whole = mergeEntries(base.entries, theirs.entries, ours.entries);
  const contents = await mergeContents(git, place, whole.contents);
  for (const { path, mode } of whole.contents) {
    const oid = contents.get(path) ?? null;
    if (oid !== null) whole.entries.set(path, { path, mode, oid });
  }
  const around = mergeAround(base, theirs, ours, whole.entries, (folder) => bitsOnDisk(place, folder));
  const come = [...whole.entries.values()].filter((entry) => !isSameEntry(entry, ours.entries.get(entry.path))).map(({ path }) => path);
  const pipes = Object.keys(around.leftovers.special ?? {}).filter((path) => ours.leftovers.special?.[path] === undefined);
  const folders = around.leftovers.emptyFolders.filter((path) => !ours.leftovers.emptyFolders.includes(path));
  const conflicts = [
    ...whole.conflicts,
    ...whole.contents.map(({ path }) => path).filter((path) => contents.get(path) === null),
    ...around.conflicts,
    ...noneOfOurs(place, ours, [...come, ...pipes], folders),
  ];
  if (conflicts.length > 0) return { merged: null, conflicts: [...new Set(conflicts)].sort().map(shown) };
  const tree = await writeTree(user, snapshots.ours.tree, ours.entries, whole.entries);
  const { onto: _, ...rest } = ours.state;
  const sameRules = [...keysOf(ours.entries, whole.entries)].every(
    (path) => !isIgnoreFile(path) || isSameEntry(ours.entries.get(path), whole.entries.get(path)),
  );
  const onto = sameRules ? {} : { onto: snapshots.ours.id };
  const state: State = { ...rest, tree, modes: around.modes, leftovers: around.leftovers, ...onto };
  const [id, { held }] = await allOf([records.save(state), readRefs(git, place, run)]);
  const ref = await hold(user, run, name, state, held);
  const head = headCommit(state.head, state.refs);
  // A merge runs no program that the repository names: of a file with a clean filter nobody can tell.
  const discarded = await uncommittedGone(user, ours.state, state, head, false);
  return { merged: { id, tree, head, ref }, conflicts: [], ...(discarded.length === 0 ? {} : { discarded }) };
}

async function sideOf({ git, place, records }: Repository, snapshot: Snapshot, inTree: boolean): Promise<Side & { readonly state: State }> {
  const [state, entries] = await allOf([records.load(snapshot.id), readEntries(git, place, snapshot.tree)]);
  return { state, entries, modes: state.modes, leftovers: inTree ? asInTree(state, place).leftovers : state.leftovers };
}

/** Writes the merged tree, from `ours` in an index of its own. */
async function writeTree({ git, place }: Repository, tree: string, ours: FileEntries, merged: FileEntries): Promise<string> {
  const changed = [...keysOf(ours, merged)].filter((path) => !isSameEntry(ours.get(path), merged.get(path)));
  if (changed.length === 0) return tree;
  mkdirSync(place.shadowDir, { recursive: true });
  const indexFile = join(place.shadowDir, 'merged');
  const none = '0'.repeat(tree.length);
  const row = (path: string, entry: FileEntry | undefined): string =>
    entry === undefined ? `0 ${none}\t${path}\0` : `${entry.mode.toString(8)} ${entry.oid}\t${path}\0`;
  // Those that go first: git has no file and folder of one name.
  const gone = changed.filter((path) => !merged.has(path));
  const rows = [...gone, ...changed.filter((path) => merged.has(path))].map((path) => row(path, merged.get(path)));
  await git.shadow(place, ['read-tree', tree], { indexFile });
  await git.shadow(place, ['update-index', '--add', '--replace', '-z', '--index-info'], {
    indexFile,
    stdin: Buffer.from(rows.join(''), 'latin1'),
  });
  return (await git.shadow(place, ['write-tree'], { indexFile })).stdout.toString().trim();
}
