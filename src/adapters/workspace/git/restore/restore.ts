import { join } from 'node:path';
import type { RestoreReport, Snapshot } from '../../../../core/events/event-parts.ts';
import { waitForLock } from '../index/index-lock.ts';
import { putStaging, readStaging, type Staging } from '../index/staging.ts';
import { asideFolder } from '../place/move-aside.ts';
import type { Place } from '../place/place.ts';
import { removeDeepPipes } from '../repository/git-folder-pipes.ts';
import { putBackGitLink } from '../repository/kept-git-link.ts';
import { putBackOperations } from '../repository/operations.ts';
import { inWords, putBackRepositoryFiles, readRepositoryFiles } from '../repository/repository-files.ts';
import type { Repository } from '../repository.ts';
import type { State } from '../snapshot/state.ts';
import { allOf, refusal } from '../trouble.ts';
import { putBackFiles } from './restore-files.ts';
import { checkUnmoved, putBackRefs } from './restore-refs.ts';
import { putBackShallow } from './restore-shallow.ts';
import { putAwayWorktrees } from './restore-worktrees.ts';

/** Puts everything back to `to`, whose state is `left` now. May be stopped anywhere and run again. */
export async function restore(repository: Repository, run: string, to: Snapshot, left: Snapshot): Promise<RestoreReport> {
  const { place, records } = repository;
  const [target, leaving] = await allOf([records.load(to.id), records.load(left.id)]);
  await checkTree(repository, run, to);
  await waitForLock(place);
  await checkUnmoved(repository, run, leaving, target);
  const gitLink = putBackGitLink(place, run);
  const notes = [...(gitLink === null ? [] : [gitLink]), ...putBackConfiguration(place, run, target)];
  const heldTrees = new Set([target.tree, leaving.tree]);
  // Not `leaving`: taken up after a crash, that may be a state in which some of it has come to light already.
  const users = target.onto === undefined ? null : await records.load(target.onto);
  const changed = await putBackFiles({ repository, run, to: target, users, leftRef: left.ref, heldTrees, notes });
  notes.push(...putAwayWorktrees(place, run, target.worktrees), ...(await putBackRefs(repository, run, target)));
  notes.push(...(await putBackShallow(repository, target.files, readRepositoryFiles(place))));
  if (!sameStaging(await readStaging(place), target.staging)) await putStaging(place, target.staging);
  return { paths: changed.length, notes };
}

/** Configuration, excludes, hooks and marks of merges: first, because they decide how git reads everything else. */
export function putBackConfiguration(place: Place, run: string, target: State): string[] {
  const notes: string[] = [];
  const pipes = removeDeepPipes(place);
  if (pipes.length > 0) notes.push(`pipes in .git, which came since, are gone: ${pipes.join(', ')}`);
  const files = putBackRepositoryFiles(place, target.files);
  if (files.length > 0) notes.push(`changed in .git since and put back: ${inWords(files)}`);
  const ended = putBackOperations(place, target.operations, join(asideFolder(place, run), '.git-operations'));
  if (ended.length > 0) notes.push(`a git operation begun since was ended (${ended.join(', ')})`);
  return notes;
}

const sameStaging = (one: Staging, other: Staging): boolean =>
  one.bytes === null || other.bytes === null ? one.bytes === other.bytes : one.bytes.equals(other.bytes) && one.mtimeMs <= other.mtimeMs;

async function checkTree({ git, place }: Repository, run: string, to: Snapshot): Promise<void> {
  const answer = await git.shadow(place, ['cat-file', '-e', `${to.tree}^{tree}`], { answers: [1, 128] });
  if (answer.code === 0) return;
  throw refusal(
    `the snapshot ${to.ref} cannot be put back: its objects are gone from ${place.commonDir}; nothing was changed`,
    `Somebody removed refs/pawl/${run} or the repository itself. Look for the objects in a copy or a clone.`,
  );
}
