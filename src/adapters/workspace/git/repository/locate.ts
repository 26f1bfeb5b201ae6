import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gitLinkRecord, readGitLink } from '../place/git-link.ts';
import { type Place, stateDirOf } from '../place/place.ts';
import type { Git } from '../program/git.ts';
import { lastLine } from '../program/git.ts';
import { refusal } from '../trouble.ts';

/** The folder at or above `cwd` that holds a `.git`, or did when a run in it began, or null. */
export function repositoryRootOf(cwd: string): string | null {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git')) || existsSync(gitLinkRecord(stateDirOf(folder)))) return folder;
    if (dirname(folder) === folder) return null;
  }
}

/**
 * Finds the repository that `cwd` is in; null for a folder that is in none. The root is where `.git` lies: a `core.worktree`
 * that somebody sets later does not send a run elsewhere.
 */
export async function locate(git: Git, cwd: string, stateDir: string | undefined): Promise<Place | null> {
  const real = realpathSync(cwd);
  const answer = await git.discover(
    real,
    ['rev-parse', '--is-bare-repository', '--is-inside-git-dir', '--show-object-format', '--absolute-git-dir', '--git-common-dir'],
    [128],
  );
  if (answer.code !== 0) return notLocated(real, answer.stderr);
  const [bare, inside, format, gitDir, common, ...rest] = answer.stdout.toString('utf8').replace(/\n$/, '').split('\n') as [
    string,
    string,
    string,
    string,
    string,
    ...string[],
  ];
  if (rest.length > 0)
    throw refusal(`the path of the repository at ${real} holds a line break`, 'Move the repository to a path without one.');
  const root = repositoryRootOf(real);
  if (inside === 'true')
    throw refusal(`${real} lies inside of a .git folder or a bare repository`, 'Run Pawl in a work tree: git clone, or git worktree add.');
  if (bare === 'true' && root === null)
    throw refusal(`${real} is a bare repository: it has no files to work on`, 'Run Pawl in a work tree: git clone, or git worktree add.');
  if (root === null)
    throw refusal(
      `the work tree of ${real} is configured elsewhere (its .git folder is ${gitDir})`,
      'Run Pawl where the .git folder or file lies.',
    );
  // A .git without a HEAD is none to git, which then goes on to look in the folders above and finds another repository.
  const own = statSync(join(root, '.git'), { throwIfNoEntry: false });
  if (own === undefined || (own.isDirectory() && realpathSync(join(root, '.git')) !== realpathSync(gitDir)))
    throw refusal(
      `git cannot read the repository at ${root} and takes that of ${gitDir} instead`,
      'Repair it first (look at HEAD, refs and objects in its .git folder), or run Pawl elsewhere.',
    );
  const state = stateDir ?? stateDirOf(root);
  const commonDir = realpathSync(common.startsWith('/') ? common : join(real, common));
  return {
    cwd: real,
    root,
    gitDir: realpathSync(gitDir),
    commonDir,
    gitLink: readGitLink(root),
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    stateDir: state,
    shadowDir: join(state, 'git'),
  };
}

function notLocated(cwd: string, words: string): null {
  if (words.includes('dubious ownership')) {
    const line = /git config --global --add safe\.directory .*/.exec(words)?.[0] ?? `git config --global --add safe.directory ${cwd}`;
    throw refusal(
      `git does not trust the repository at ${cwd}: it belongs to somebody else (dubious ownership)`,
      `If you trust it: ${line.trim()}`,
    );
  }
  const root = repositoryRootOf(cwd);
  if (root === null && words.includes('not a git repository')) return null;
  throw refusal(
    `git cannot read the repository at ${root ?? cwd}: ${lastLine(words)}`,
    'Repair it first (git fsck, git status), or run Pawl elsewhere.',
  );
}
