import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitPlan } from '../../../../core/events/event-parts.ts';
import { type Staging, writeCopy } from '../index/staging.ts';
import { joinNul } from '../paths/byte-path.ts';
import { parseChanges, rawDiff, type TreeChange } from '../program/tree-changes.ts';
import type { Repository } from '../repository.ts';
import type { State } from './state.ts';

/** What of a state a commit decides; its files stay as they are. */
export type Committed = Omit<State, 'tree' | 'stagingTree' | 'modes' | 'leftovers' | 'onto'>;

/**
 * The repository once a planned commit is made: all of it goes back to `start`, but for the run's branch, HEAD on it, and staging,
 * which has the committed paths as they are now.
 */
export async function committedState(repository: Repository, start: State, plan: CommitPlan): Promise<Committed> {
  const { git, place } = repository;
  const refs = new Map(start.refs);
  if (plan.ref !== null) refs.set(plan.ref, plan.commit);
  const changes = parseChanges((await git.shadow(place, ['diff-tree', '-r', ...rawDiff, ...(await treesOf(repository, plan))])).stdout);
  return {
    refs,
    head: plan.ref === null ? { commit: plan.commit } : { branch: plan.ref },
    staging: await stagingWith(repository, start.staging, changes),
    files: start.files,
    operations: start.operations,
    stash: start.stash,
    worktrees: start.worktrees,
  };
}

async function treesOf({ git, place }: Repository, plan: CommitPlan): Promise<[string, string]> {
  if (plan.parent !== null) return [plan.parent, plan.commit];
  return [(await git.shadow(place, ['mktree'], { stdin: '' })).stdout.toString().trim(), plan.commit];
}

/** `before`'s index with exactly the committed paths updated. */
async function stagingWith({ git, place }: Repository, before: Staging, changes: readonly TreeChange[]): Promise<Staging> {
  const copy = join(place.shadowDir, 'staging');
  if (before.bytes === null) await git.user(place, ['read-tree', '--empty'], { indexFile: copy });
  else await writeCopy(copy, before.bytes, before.mtimeMs);
  const gone = changes.filter((change) => change.status === 'D').map((change) => change.path);
  const there = changes.filter((change) => change.status !== 'D');
  const rows = Buffer.from(there.map((change) => `${change.newMode} ${change.newOid}\t${change.path}\0`).join(''), 'latin1');
  if (gone.length > 0)
    await git.user(place, ['update-index', '--force-remove', '-z', '--stdin'], { indexFile: copy, stdin: joinNul(gone) });
  if (there.length > 0) {
    await git.user(place, ['update-index', '--add', '--replace', '-z', '--index-info'], { indexFile: copy, stdin: rows });
    // So that `git diff-files`, which never looks into files, finds these clean as well.
    await git.user(place, ['add', '--refresh', '--ignore-errors', '--pathspec-from-file=-', '--pathspec-file-nul'], {
      indexFile: copy,
      stdin: joinNul(there.map((change) => change.path)),
      answers: [1, 128],
    });
  }
  const { mtimeMs } = await stat(copy);
  return { bytes: await readFile(copy), mtimeMs, shared: before.shared };
}
