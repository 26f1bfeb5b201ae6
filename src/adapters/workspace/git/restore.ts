import { join } from 'node:path';
import type { RestoreReport, Snapshot } from '../../../core/events/event-parts.ts';
import { asideFolder } from './aside.ts';
import { putBackGitLink } from './git-link.ts';
import type { Place } from './place.ts';
import type { State } from './record.ts';
import { inWords, putBackOperations, putBackRepositoryFiles } from './repository-files.ts';
import { putBackFiles } from './restore-files.ts';
import { checkUnmoved, putBackRefs } from './restore-refs.ts';
import { putStaging, readStaging, type Staging, waitForLock } from './staging.ts';
import type { Repository } from './state.ts';
import { allOf, refusal } from './trouble.ts';

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
  const changed = await putBackFiles({ repository, run, to: target, leftRef: left.ref, heldTrees, notes });
  notes.push(...(await putBackRefs(repository, run, target)));
  if (!sameStaging(await readStaging(place), target.staging)) await putStaging(place, target.staging);
  return { paths: changed.length, notes };
}

/** Configuration, excludes, hooks and marks of merges: first, because they decide how git reads everything else. */
export function putBackConfiguration(place: Place, run: string, target: State): string[] {
  const notes: string[] = [];
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
