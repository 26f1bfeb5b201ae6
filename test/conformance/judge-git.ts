import { execFileSync } from 'node:child_process';
import type { Expectation } from './case-file.ts';
import { gitStateOf, type Stage } from './stage.ts';

/** What a case expected of the repository and did not get. */
export function judgeGit(expected: NonNullable<Expectation['git']>, stage: Stage, run: string): string[] {
  const faults: string[] = [];
  const want = (what: string, wanted: unknown, got: unknown) => {
    if (JSON.stringify(wanted) !== JSON.stringify(got))
      faults.push(`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
  };
  const list = (...argv: string[]) =>
    execFileSync('git', argv, { cwd: stage.repo, env: stage.env, stdio: 'pipe' }).toString().split('\0').filter(Boolean);
  if (expected.head_unchanged) want('HEAD', stage.before?.head, gitStateOf(stage.repo, stage.env).head);
  if (expected.staged !== undefined) want('staged', [...expected.staged].sort(), staged(list).sort());
  if (expected.untracked !== undefined) {
    const untracked = list('ls-files', '-o', '--exclude-standard', '-z').filter((path) => !path.startsWith('.pawl/'));
    want('untracked', [...expected.untracked].sort(), untracked.sort());
  }
  const branch =
    run === '' ? undefined : list('for-each-ref', '--format=%(refname)%00', `refs/heads/pawl/*/${run}`).map((name) => name.trim())[0];
  const commits = branch === undefined || branch === '' ? [] : newCommits(stage, branch);
  if (expected.branch_commits !== undefined)
    want(
      "commits on the run's branch",
      expected.branch_commits,
      commits.map(({ subject }) => subject),
    );
  if (expected.branch_paths !== undefined) {
    const paths = commits.map(({ commit }) =>
      list('diff-tree', '--root', '--no-commit-id', '--name-only', '--no-renames', '-r', '-z', commit).sort(),
    );
    want(
      'paths of these commits',
      expected.branch_paths.map((entry) => [...entry].sort()),
      paths,
    );
  }
  return faults;
}

function staged(list: (...argv: string[]) => string[]): string[] {
  try {
    return list('diff', '--cached', '--name-only', '--no-renames', '-z', 'HEAD');
  } catch {
    // No commit yet: all that is in the index is staged.
    return list('ls-files', '-z');
  }
}

function newCommits(stage: Stage, branch: string): { commit: string; subject: string }[] {
  const argv = ['log', '--reverse', '--format=%H%x00%s', branch, '--not', ...(stage.before?.refs ?? [])];
  const text = execFileSync('git', argv, { cwd: stage.repo, env: stage.env, stdio: 'pipe' }).toString();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [commit = '', subject = ''] = line.split('\0');
      return { commit, subject };
    });
}
