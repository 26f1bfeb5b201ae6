import { join } from 'node:path';
import type { CommitPlan, Snapshot } from '../../../../core/events/event-parts.ts';
import type { RunPlace } from '../../../../ports/workspace.ts';
import { joinNul, shown, shownList } from '../paths/byte-path.ts';
import type { Place } from '../place/place.ts';
import { checkConversions } from '../prepare/check-conversions.ts';
import { type Prepared, preparedFor } from '../prepare/prepared.ts';
import { parseChanges, rawDiff, type TreeChange } from '../program/tree-changes.ts';
import { headCommit, sameHead } from '../refs/head.ts';
import { encodeRefs } from '../refs/refs.ts';
import { changedFiles } from '../repository/repository-files.ts';
import { isOwn } from '../repository/shadow.ts';
import type { Repository } from '../repository.ts';
import { putBackConfiguration } from '../restore/restore.ts';
import type { State } from '../snapshot/state.ts';
import { allOf, ioTrouble, Trouble } from '../trouble.ts';
import { hiddenBefore } from './hidden-before.ts';
import { checkOnOwnBranch } from './own-branch.ts';
import { alsoUncommitted } from './uncommitted-before.ts';

export interface Planned {
  readonly plan: CommitPlan;
  /** Sentences about what had to be put back before the filters could be trusted. */
  readonly notes: readonly string[];
}

/**
 * Works out the commit that takes HEAD of `before` to what the iteration changed, and writes its objects. Only those paths
 * are read, through the clean filters that were configured when the run began. Where there is nothing to commit, but refs, HEAD or the
 * like have moved or work of the user's is gone, a plan of no paths; null when there is nothing at all to do or to say.
 */
export async function planCommit(
  repository: Repository,
  run: RunPlace,
  before: Snapshot,
  after: Snapshot,
  subject: string,
): Promise<Planned | null> {
  const { git, place, records } = repository;
  const answer = await git.shadow(place, ['diff-tree', '-r', ...rawDiff, before.tree, after.tree]);
  const [start, end, prepared] = await allOf([records.load(before.id), records.load(after.id), preparedFor(git, place, run.run)]);
  const all = parseChanges(answer.stdout).filter((change) => !isOwn(place, change.path));
  const hidden = await hiddenBefore(repository, start, end, all);
  const changes = all.filter((change) => !hidden.has(change.path));
  const parent = headCommit(start.head, start.refs);
  const moved = !sameRepository(start, end);
  if (changes.length === 0 && (!moved || parent === null)) return null;
  const notes = [...putBackConfiguration(place, run.run, start), ...wordsAboutHidden(hidden)];
  await checkConversions(repository, prepared);
  const base = await treeOf(repository, parent);
  const tree = changes.length === 0 ? base : await writeCommitTree(repository, parent, changes);
  const committed = parseChanges((await git.shadow(place, ['diff-tree', '-r', ...rawDiff, base, tree])).stdout);
  const yours = await alsoUncommitted(repository, start, parent, changes);
  const kept = new Set(committed.filter((change) => change.status !== 'D').map((change) => change.path));
  const alsoYours = yours.filter((path) => kept.has(path)).map(shown);
  const discarded = yours.filter((path) => !kept.has(path)).map(shown);
  if (committed.length === 0) {
    if (parent === null || (!moved && discarded.length === 0)) return null;
    const ref = 'branch' in start.head ? start.head.branch : null;
    return { plan: { commit: parent, tree, parent, ref, subject: '', paths: 0, insertions: 0, deletions: 0, alsoYours, discarded }, notes };
  }
  const ref = refFor(run, start);
  await checkOnOwnBranch(repository, ref, start);
  const commit = await writeCommit(repository, tree, parent, oneLine(subject), prepared);
  const counts = await countLines(repository, base, tree);
  return {
    plan: { commit, tree, parent, ref, subject: oneLine(subject), paths: committed.length, ...counts, alsoYours, discarded },
    notes,
  };
}

const wordsAboutHidden = (hidden: ReadonlySet<string>): string[] =>
  hidden.size === 0 ? [] : [`not committed, as they were ignored before the agent changed what is ignored: ${shownList([...hidden], 5)}`];

/** Whether all of the repository but its files is in both as it was: refs, HEAD, stash, staging, configuration, merges. */
function sameRepository(one: State, other: State): boolean {
  return (
    sameHead(one.head, other.head) &&
    encodeRefs(one.refs).equals(encodeRefs(other.refs)) &&
    one.stash.equals(other.stash) &&
    sameBytes(one.staging.bytes, other.staging.bytes) &&
    changedFiles(one.files, other.files).length === 0 &&
    one.operations.size === other.operations.size &&
    [...one.operations].every(([name, bytes]) => other.operations.has(name) && sameBytes(bytes, other.operations.get(name) ?? null))
  );
}

const sameBytes = (one: Buffer | null, other: Buffer | null): boolean =>
  one === null || other === null ? one === other : one.equals(other);

/** The private index in which commits are put together. */
const planIndexOf = (place: Place): string => join(place.shadowDir, 'plan');

/** The branch that a run's commits go to; null where HEAD is detached and the run has no branch of its own. */
function refFor(run: RunPlace, start: State): string | null {
  if (run.ownBranch) return `refs/heads/pawl/${run.slug}/${run.run}`;
  return 'branch' in start.head ? start.head.branch : null;
}

async function writeCommitTree({ git, place }: Repository, parent: string | null, changes: readonly TreeChange[]): Promise<string> {
  const indexFile = planIndexOf(place);
  // Whether git rewrites line ends it could not bring back is the user's rule for `git add`; here it would stop the run.
  const options = [
    '-c',
    'core.safecrlf=false',
    '-c',
    'core.untrackedCache=false',
    '-c',
    'core.splitIndex=false',
    '-c',
    'index.sparse=false',
  ];
  await git.user(place, parent === null ? ['read-tree', '--empty'] : ['read-tree', parent], { indexFile, options });
  const gone = changes.filter((change) => change.status === 'D').map((change) => change.path);
  const there = changes.filter((change) => change.status !== 'D').map((change) => change.path);
  // By force, because a path whose folder is now somebody's repository would otherwise be taken for a gitlink.
  if (gone.length > 0)
    await git.user(place, ['update-index', '--force-remove', '-z', '--stdin'], { indexFile, options, stdin: joinNul(gone) });
  if (there.length > 0) {
    try {
      await git.user(place, ['update-index', '--add', '--replace', '-z', '--stdin'], { indexFile, options, stdin: joinNul(there) });
    } catch (error) {
      throw error instanceof Trouble ? filterTrouble(error) : error;
    }
  }
  return (await git.user(place, ['write-tree', '--missing-ok'], { indexFile, options })).stdout.toString().trim();
}

function filterTrouble(error: Trouble): Trouble {
  if (!/filter/.test(error.message)) return error;
  return new Trouble({
    kind: 'refused',
    message: `the commit could not be made, because a filter of this repository failed: ${error.message}`,
    hint: 'Install what the filter needs (git lfs install), or take the filter out of .gitattributes.',
  });
}

async function treeOf({ git, place }: Repository, commit: string | null): Promise<string> {
  if (commit === null) return (await git.shadow(place, ['mktree'], { stdin: '' })).stdout.toString().trim();
  return (await git.user(place, ['rev-parse', `${commit}^{tree}`])).stdout.toString().trim();
}

async function writeCommit(
  { git, place }: Repository,
  tree: string,
  parent: string | null,
  subject: string,
  prepared: Prepared,
): Promise<string> {
  const { name, email } = prepared.identity;
  const date = `@${Math.floor(Date.now() / 1000)} ${zoneOf(new Date())}`;
  const env = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
  const answer = await git.user(place, ['commit-tree', '--no-gpg-sign', tree, ...(parent === null ? [] : ['-p', parent]), '-F', '-'], {
    env,
    options: ['-c', 'i18n.commitEncoding=UTF-8', '-c', 'commit.gpgSign=false'],
    stdin: `${subject}\n`,
  });
  const commit = answer.stdout.toString().trim();
  if (!/^[0-9a-f]{40,64}$/.test(commit)) throw ioTrouble('git commit-tree gave no commit');
  return commit;
}

function zoneOf(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}${two(Math.abs(minutes) % 60)}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a subject is one line
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim() || 'pawl';

async function countLines({ git, place }: Repository, before: string, after: string): Promise<{ insertions: number; deletions: number }> {
  const answer = await git.shadow(place, [
    'diff-tree',
    '-r',
    '--numstat',
    '-z',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    before,
    after,
  ]);
  let insertions = 0;
  let deletions = 0;
  for (const row of answer.stdout.toString('latin1').split('\0')) {
    const match = /^(\d+)\t(\d+)\t/.exec(row);
    insertions += Number(match?.[1] ?? 0);
    deletions += Number(match?.[2] ?? 0);
  }
  return { insertions, deletions };
}
