import { headCommit } from '../refs/head.ts';
import { resolve, shortRef } from '../refs/refs.ts';
import type { Repository } from '../repository.ts';
import type { State } from '../snapshot/state.ts';
import { refusal } from '../trouble.ts';

/**
 * Refuses to move the branch `ref` off commits it has: a commit on top of HEAD of `start` may become its tip only where HEAD has all of
 * them. That is not so once somebody has checked out another branch in between. A commit on the branch's own tip would not do
 * either, because the files that the step worked on lack what is in the commits before.
 */
export async function checkOnOwnBranch({ git, place }: Repository, ref: string | null, start: State): Promise<void> {
  const tip = ref === null ? undefined : resolve(ref, start.refs);
  const head = headCommit(start.head, start.refs);
  if (ref === null || tip === undefined || tip === head) return;
  if (head !== null && (await git.user(place, ['merge-base', '--is-ancestor', tip, head], { answers: [1, 128] })).code === 0) return;
  const where = 'branch' in start.head ? `on ${shortRef(start.head.branch)}` : `detached at ${start.head.commit.slice(0, 12)}`;
  const own = shortRef(ref);
  throw refusal(
    `HEAD was ${where}, not on the run's branch ${own}, which would lose its commits; nothing was moved (git switch ${own}, then run it again)`,
    `What the run has committed is on ${own}. Stay on that branch while the run goes on.`,
  );
}
