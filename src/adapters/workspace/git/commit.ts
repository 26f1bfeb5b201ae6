import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitPlan, Snapshot } from '../../../core/events/event-parts.ts';
import { joinNul } from './byte-path.ts';
import type { Place } from './place.ts';
import type { State } from './record.ts';
import { type Head, headCommit, readHead, readRefs, resolve, shortRef } from './refs.ts';
import { putBackConfiguration } from './restore.ts';
import { checkUnmoved, putBackRefs } from './restore-refs.ts';
import { putStaging, type Staging, waitForLock, writeCopy } from './staging.ts';
import type { Repository } from './state.ts';
import { parseChanges, rawDiff, type TreeChange } from './tree-changes.ts';
import { allOf, refusal } from './trouble.ts';

/**
 * Moves the run's branch and HEAD to the planned commit. All of the repository but the files goes back to `before`: what the
 * agent committed, staged or configured. Staging is `before`'s with the committed paths as they are now. May be run again.
 */
export async function commit(
  repository: Repository,
  run: string,
  before: Snapshot,
  plan: CommitPlan,
  notesOfPlan: readonly string[],
): Promise<{ warnings: string[] }> {
  const { git, place, records } = repository;
  const start = await records.load(before.id);
  const head: Head = plan.ref === null ? { commit: plan.commit } : { branch: plan.ref };
  const refs = new Map(start.refs);
  if (plan.ref !== null) refs.set(plan.ref, plan.commit);
  const wanted = { refs, head, stash: start.stash, worktrees: start.worktrees, startHead: start.head };
  await waitForLock(place);
  const left = await readPlannedOver(repository, plan);
  if (left === null) await checkAtParentOrDone(repository, run, plan);
  else await checkUnmoved(repository, run, left, wanted);
  const warnings = [...notesOfPlan, ...putBackConfiguration(place, run, start)];
  const notes = await putBackRefs(repository, run, wanted);
  warnings.push(...notes.filter((note) => !isOwnMove(note, plan)));
  const changes = parseChanges((await git.shadow(place, ['diff-tree', '-r', ...rawDiff, ...(await treesOf(repository, plan))])).stdout);
  await putStaging(place, await stagingWith(repository, start.staging, changes));
  return { warnings };
}

/** Remembers which state a commit was planned over, so that what others move before it is made is not taken for the agent's doing. */
export async function rememberPlan(place: Place, plan: CommitPlan, after: Snapshot): Promise<void> {
  const file = join(place.shadowDir, 'planned.json');
  await writeFile(`${file}.new`, JSON.stringify({ commit: plan.commit, after: after.id }));
  await rename(`${file}.new`, file);
}

async function readPlannedOver({ place, records }: Repository, plan: CommitPlan): Promise<State | null> {
  try {
    const planned = JSON.parse(await readFile(join(place.shadowDir, 'planned.json'), 'utf8')) as { commit: string; after: string };
    return planned.commit === plan.commit ? await records.load(planned.after) : null;
  } catch {
    return null;
  }
}

/** Without that memory only two places are known to be right. */
async function checkAtParentOrDone({ git, place }: Repository, run: string, plan: CommitPlan): Promise<void> {
  const [{ refs }, head] = await allOf([readRefs(git, place, run), readHead(place)]);
  const at = plan.ref === null ? headCommit(head, refs) : (resolve(plan.ref, refs) ?? null);
  const isNewBranch = plan.ref !== null && at === null;
  if (at === plan.commit || at === plan.parent || isNewBranch) return;
  throw refusal(
    `${plan.ref === null ? 'HEAD' : shortRef(plan.ref)} is neither at the planned commit nor at its parent; nothing was changed`,
    'Look at what moved it (git reflog), then start the run anew.',
  );
}

/** The run's own branch, and HEAD on it, are what a commit is for and no news. */
function isOwnMove(note: string, plan: CommitPlan): boolean {
  if (plan.paths === 0) return false;
  const name = plan.ref === null ? 'HEAD' : shortRef(plan.ref);
  return (
    note.startsWith('HEAD is back') ||
    note.includes(` ${name} is back at ${plan.commit.slice(0, 12)}`) ||
    note.includes(` ${name}, removed since, is back`)
  );
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
