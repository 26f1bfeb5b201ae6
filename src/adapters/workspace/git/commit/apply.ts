import { waitForLock } from '../index/index-lock.ts';
import { shownList } from '../paths/byte-path.ts';
import { lastLine } from '../program/git.ts';
import { headCommit, readHead } from '../refs/head.ts';
import { checkedOutElsewhere } from '../refs/linked-worktrees.ts';
import { refNameBytes } from '../refs/ref-name.ts';
import { readRefs, resolve, shortRef } from '../refs/refs.ts';
import type { Repository } from '../repository.ts';
import { setHead } from '../restore/restore-refs.ts';
import { allOf, refusal } from '../trouble.ts';

/**
 * Takes a run's commits: fast-forwards the branch that the run came from to `tip` and leaves HEAD on it. Files and staging
 * stay as they are, since HEAD stood at `tip` already; from the branch itself it is a fast-forward merge. Says what it did.
 */
export async function apply(
  repository: Repository,
  run: string,
  from: { readonly branch: string | null; readonly head: string | null },
  tip: string,
): Promise<string> {
  const { git, place } = repository;
  await waitForLock(place);
  const [{ refs }, head] = await allOf([readRefs(git, place, run), readHead(place)]);
  const now = headCommit(head, refs);
  const short = tip.slice(0, 12);
  if ((await git.user(place, ['cat-file', '-e', `${tip}^{commit}`], { answers: [1, 128] })).code !== 0) {
    throw refusal(`the run's last commit ${short} is not in this repository any more`, 'Look for it in a copy or a clone.');
  }
  if (from.branch === null) {
    if (from.head !== null && !(await isAncestor(repository, from.head, tip)))
      throw refusal(`${short} does not follow from the commit the run came from`, `To look at it: git log ${short}`);
    if (now !== tip) throw refusal(`HEAD is not at the run's last commit ${short}`, `git checkout --detach ${short} takes you there.`);
    if ('commit' in head) return `HEAD is at ${short} already`;
    await setHead(repository, { commit: tip }, 'pawl: apply');
    return `HEAD is detached at ${short}, as it was before the run`;
  }
  const target = `refs/heads/${from.branch}`;
  const at = resolve(target, refs) ?? null;
  const isOnTarget = 'branch' in head && head.branch === target;
  if (at === tip && isOnTarget) return `${from.branch} is at ${short} already`;
  if (at !== null && !(await isAncestor(repository, at, tip))) {
    throw refusal(
      `${from.branch} has moved on since the run began, so it cannot be fast-forwarded to ${short}`,
      `Rebase or merge by hand: git checkout ${from.branch} && git merge ${short}`,
    );
  }
  if (isOnTarget) return fastForward(repository, from.branch, tip);
  const elsewhere = checkedOutElsewhere(place).get(target);
  if (elsewhere !== undefined)
    throw refusal(`${from.branch} is checked out in another work tree (${elsewhere})`, `There: git merge --ff-only ${short}`);
  if (now !== tip) {
    const where = 'branch' in head ? `on ${shortRef(head.branch)}` : 'detached';
    throw refusal(
      `HEAD is ${where}, not at the run's last commit ${short}`,
      `Go to ${from.branch} first (git checkout ${from.branch}), then try again.`,
    );
  }
  // By its input: the name may hold bytes that no argument can.
  await git.user(place, ['update-ref', '-m', 'pawl: apply', '--stdin'], {
    stdin: refNameBytes(at === null ? `create ${target} ${tip}\n` : `update ${target} ${tip} ${at}\n`),
  });
  await setHead(repository, { branch: target }, 'pawl: apply');
  return `${from.branch} is at ${short}, and you are on it`;
}

/** What `git merge --ff-only` does: files that the commits change are written, unless the user has edited them. */
async function fastForward({ git, place }: Repository, branch: string, tip: string): Promise<string> {
  const answer = await git.user(
    place,
    ['merge', '--ff-only', '--no-stat', '-q', '--no-autostash', '--no-verify-signatures', '--no-verify', tip],
    { answers: [1, 2, 128] },
  );
  if (answer.code === 0) return `${branch} is at ${tip.slice(0, 12)}`;
  throw refusal(
    `${branch} could not be fast-forwarded: ${whyNot(answer.stderr)}`,
    'Commit or stash your own changes of those files, then try again.',
  );
}

/** Git's reason, with the files that it lists below it, one a line behind a tab. */
function whyNot(words: string): string {
  const files = words.split('\n').filter((line) => line.startsWith('\t'));
  const reason = words.split('\n').find((line) => /^(error|fatal):/.test(line));
  return files.length === 0 || reason === undefined
    ? lastLine(words)
    : `${reason.replace(/^error: /, '')} ${shownList(
        files.map((line) => Buffer.from(line.trim()).toString('latin1')),
        10,
      )}`;
}

async function isAncestor({ git, place }: Repository, older: string, newer: string): Promise<boolean> {
  return (await git.user(place, ['merge-base', '--is-ancestor', older, newer], { answers: [1, 128] })).code === 0;
}
