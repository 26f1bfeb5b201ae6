import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../cli/pawl.ts';

/** Everything in a repository that a run may have changed, in words that two runs of one workflow must have in common. */
export function endStateOf(repo: string, run: string): Readonly<Record<string, unknown>> {
  const heads = git(repo, 'for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/tags', 'refs/remotes').split('\n').filter(Boolean);
  const named = (text: string): string => text.replaceAll(run, 'RUN');
  return {
    files: listing(repo, ''),
    index: git(repo, 'ls-files', '--stage', '-v', '--full-name'),
    status: git(repo, 'status', '--porcelain=v1', '--ignored'),
    head: named(readFileSync(join(repo, '.git/HEAD'), 'utf8')),
    branches: heads.map((ref) => [named(ref), commitsOf(repo, ref)]),
    stash: git(repo, 'stash', 'list', '--format=%H %gs'),
    config: readFileSync(join(repo, '.git/config'), 'utf8'),
    exclude: readFileSync(join(repo, '.git/info/exclude'), 'utf8'),
    locks: locksIn(repo),
  };
}

/** What of the commits does not depend on when they were made: of their parents, how many. */
function commitsOf(repo: string, ref: string): string[] {
  const log = git(repo, 'log', '--topo-order', '--format=%T|%P|%an <%ae>|%cn <%ce>|%B%x00', ref, '--');
  return log
    .split('\0')
    .map((commit) => commit.trim().split('|'))
    .filter(([tree]) => tree !== '')
    .map(([tree, parents, ...rest]) => [tree, String(parents).split(' ').filter(Boolean).length, ...rest].join('|'));
}

/** Path, mode and content of everything but git's and Pawl's own folders. */
function listing(root: string, path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter(({ name }) => path !== '' || (name !== '.git' && name !== '.pawl'))
    .map(({ name }) => join(path, name))
    .sort()
    .flatMap((each) => {
      const whole = join(root, each);
      const stat = lstatSync(whole);
      const mode = (stat.mode & 0o7777).toString(8);
      if (stat.isDirectory()) return [`${each}/ ${mode}`, ...listing(root, each)];
      if (stat.isSymbolicLink()) return [`${each} -> ${readlinkSync(whole)}`];
      const bytes = readFileSync(whole);
      return [`${each} ${mode} ${bytes.length < 80 ? JSON.stringify(bytes.toString()) : createHash('sha256').update(bytes).digest('hex')}`];
    });
}

/** Lock files of git that would stop the user. */
export function locksIn(repo: string): string[] {
  const found: string[] = [];
  // Objects come and go while git is still at work, and their locks stop nobody.
  for (const name of readdirSync(join(repo, '.git'))) if (name.endsWith('.lock')) found.push(name);
  for (const name of readdirSync(join(repo, '.git/refs'), { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.lock')) found.push(`refs/${name}`);
  return found;
}
