import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryFiles } from '../repository/repository-files.ts';
import { shallowName } from '../repository/repository-files.ts';
import type { Repository } from '../repository.ts';

/**
 * Puts back where history ends in a shallow clone, if all of it can be read that way: once git's gc has obeyed another boundary,
 * commits are gone, and the old one would leave a repository that git cannot read (tried). Refs must be put back already. Gives
 * sentences about it.
 */
export async function putBackShallow({ git, place }: Repository, wanted: RepositoryFiles, now: RepositoryFiles): Promise<string[]> {
  const [then, present] = [wanted.get(shallowName)?.bytes ?? null, now.get(shallowName)?.bytes ?? null];
  if (then === null ? present === null : present?.equals(then)) return [];
  const path = join(place.commonDir, 'shallow');
  const tried = join(place.shadowDir, 'shallow');
  writeFileSync(tried, then ?? '');
  const answer = await git.user(place, ['rev-list', '--quiet', '--all', 'HEAD'], {
    env: { GIT_SHALLOW_FILE: then === null ? '' : tried },
    answers: [1, 128],
  });
  // Without a commit yet HEAD is none.
  const isWhole = answer.code === 0 || /unknown revision/.test(answer.stderr);
  if (!isWhole) {
    rmSync(tried, { force: true });
    return ['how deep the history of this shallow clone goes was changed since and stays so, as some commits are not there any more'];
  }
  if (then === null) rmSync(path, { force: true });
  else {
    writeFileSync(`${path}.pawl`, readFileSync(tried));
    renameSync(`${path}.pawl`, path);
  }
  rmSync(tried, { force: true });
  return ['how deep the history of this shallow clone goes is as it was'];
}
