import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitPlan, Snapshot } from '../../../../core/events/event-parts.ts';
import { waitForLock } from '../index/index-lock.ts';
import { putStaging } from '../index/staging.ts';
import type { Place } from '../place/place.ts';
import { headCommit, readHead } from '../refs/head.ts';
import { readRefs, resolve, shortRef } from '../refs/refs.ts';
import { readRepositoryFiles } from '../repository/repository-files.ts';
import type { Repository } from '../repository.ts';
import { putBackConfiguration } from '../restore/restore.ts';
import { checkUnmoved, putBackRefs } from '../restore/restore-refs.ts';
import { putBackShallow } from '../restore/restore-shallow.ts';
import { committedState } from '../snapshot/committed-state.ts';
import type { State } from '../snapshot/state.ts';
import { allOf, refusal } from '../trouble.ts';
import { checkOnOwnBranch } from './own-branch.ts';

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
  const { place, records } = repository;
  const start = await records.load(before.id);
  await checkOnOwnBranch(repository, plan.ref, start);
  const committed = await committedState(repository, start, plan);
  const wanted = { ...committed, startHead: start.head };
  await waitForLock(place);
  const left = await readPlannedOver(repository, plan);
  if (left === null) await checkAtParentOrDone(repository, run, plan);
  else await checkUnmoved(repository, run, left, wanted);
  const warnings = [...notesOfPlan, ...putBackConfiguration(place, run, start)];
  const notes = await putBackRefs(repository, run, wanted);
  warnings.push(...notes.filter((note) => !isOwnMove(note, plan)));
  warnings.push(...(await putBackShallow(repository, start.files, readRepositoryFiles(place))));
  await putStaging(place, committed.staging);
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
