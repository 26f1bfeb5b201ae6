import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnv, git, writeFiles } from '../cli/pawl.ts';
import type { CrashScene } from './scenes.ts';

/** Where one scene is played: a repository with everything in it that a user could lose, and what its commands have noted. */
export interface Stage {
  readonly folder: string;
  readonly repo: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: readonly string[];
}

const when = { GIT_AUTHOR_DATE: '2024-05-06T07:08:09Z', GIT_COMMITTER_DATE: '2024-05-06T07:08:09Z' };

/** A repository to be copied for each run: committed, edited, staged, stashed, private, untracked, ignored, linked and empty. */
export function makeTemplate(repo: string): void {
  mkdirSync(repo, { recursive: true });
  const dated = (...argv: string[]): void => {
    execFileSync('git', argv, { cwd: repo, env: { ...cleanEnv(join(repo, '..')), ...when }, stdio: 'pipe' });
  };
  dated('init', '-q', '-b', 'main');
  dated('config', 'user.name', 'Test');
  dated('config', 'user.email', 'test@example.invalid');
  writeFiles(repo, {
    'yours.txt': 'committed\n',
    'folder/deep.txt': 'deep\n',
    'run.sh': '#!/bin/sh\n',
    '.gitignore': 'ignored/\n',
    'fat.txt': '12345',
  });
  chmodSync(join(repo, 'run.sh'), 0o755);
  dated('add', '-A');
  dated('commit', '-q', '-m', 'first');
  dated('branch', 'other');
  writeFiles(repo, { 'yours.txt': 'stashed\n', 'stashed.txt': 'stashed\n' });
  dated('stash', '-q', '-u');
  writeFiles(repo, {
    'yours.txt': 'edited, not committed\n',
    'staged.txt': 'staged\n',
    'untracked.txt': 'untracked\n',
    'ignored/cache': 'cache\n',
  });
  dated('add', 'staged.txt');
  writeFiles(repo, { 'staged.txt': 'staged, then edited\n', 'private.txt': 'private\n' });
  chmodSync(join(repo, 'private.txt'), 0o600);
  symlinkSync('yours.txt', join(repo, 'link'));
  mkdirSync(join(repo, 'empty'));
  // Written anew a moment later, so that no file is as young as the index.
  git(repo, 'status');
}

/** A fresh copy of the template with a scene beside it. */
export function setStage(folder: string, template: string, scene: CrashScene): Stage {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const repo = join(folder, 'repo');
  mkdirSync(folder, { recursive: true });
  cpSync(template, repo, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  chmodSync(join(repo, 'private.txt'), 0o600);
  const { byStep = {}, files = {} } = scene;
  writeFiles(repo, files);
  writeFiles(folder, { 'workflow.yml': scene.workflow, 'script.json': JSON.stringify({ byStep }), ran: '' });
  if (scene.inner !== undefined) writeFileSync(join(folder, 'inner.yml'), scene.inner);
  const env = { ...cleanEnv(folder), RAN: join(folder, 'ran'), LC_ALL: 'C' };
  const run = ['run', join(folder, 'workflow.yml'), '--agent', 'scripted', '--script', join(folder, 'script.json'), '--json'];
  return { folder, repo, env, run };
}

/** The attempts that commands and gates have noted, in order. */
export const attemptsNoted = ({ folder }: Stage): string[] => readFileSync(join(folder, 'ran'), 'utf8').split('\n').filter(Boolean);
