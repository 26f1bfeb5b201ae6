import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import { fileBlobs } from '../../src/adapters/store/sqlite/blobs.ts';
import { type GitWorkspaceOptions, gitWorkspace } from '../../src/adapters/workspace/git/git-workspace.ts';
import type { CommitPlan, RestoreReport, Snapshot } from '../../src/core/events/event-parts.ts';
import type { Failure } from '../../src/core/model/failure.ts';
import type { Result } from '../../src/core/model/result.ts';
import type { RunPlace, Workspace } from '../../src/ports/workspace.ts';
import { scratchFolder } from '../scratch.ts';
import { listing } from './listing.ts';

export { listing } from './listing.ts';

/** A person's environment without their configuration, so that the tests see the same git everywhere. */
const cleanEnv: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  LC_ALL: 'C',
};

/** Runs shell text in a folder and gives what it printed; throws when it fails. */
export function sh(cwd: string, text: string, env: Record<string, string> = {}): string {
  return execFileSync('sh', ['-ec', text], {
    cwd,
    env: { ...cleanEnv, ...env },
    encoding: 'latin1',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
  });
}

/** Like `sh`, for what an agent does: how it ends does not matter. */
export function agent(cwd: string, text: string, env: Record<string, string> = {}): void {
  try {
    execFileSync('sh', ['-c', text], { cwd, env: { ...cleanEnv, ...env }, stdio: 'ignore' });
  } catch {
    // Agents fail, too.
  }
}

export function write(root: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

export interface SceneOptions {
  /** Files of the first commit; null = no commit. */
  readonly files?: Readonly<Record<string, string | Buffer>> | null;
  /** Shell text that makes the user's state. */
  readonly setup?: string;
  readonly env?: Record<string, string>;
  readonly folder?: string;
  readonly initArgs?: string;
  readonly ownBranch?: boolean;
}

/** A repository with a workspace over it. */
export class Scene {
  readonly base = scratchFolder();
  readonly root: string;
  readonly run: RunPlace;
  readonly env: Record<string, string>;
  workspace: Workspace;
  #count = 0;

  constructor(options: SceneOptions = {}) {
    this.root = join(this.base, options.folder ?? 'repo');
    this.env = { ...cleanEnv, CASE_TMP: this.base, ...options.env };
    this.run = { run: 'k7m2', slug: 'fix', ownBranch: options.ownBranch ?? true };
    mkdirSync(this.root, { recursive: true });
    // Runs before the folder is removed, which an ordinary user cannot do while there are locked folders in it.
    onTestFinished(() => agent(this.base, 'chmod -R u+rwX .'));
    sh(
      this.root,
      `git init -q -b main ${options.initArgs ?? ''} . && git config user.name user && git config user.email user@example.org`,
      this.env,
    );
    const files = options.files === undefined ? { 'src/a.txt': 'one\n', 'src/b.txt': 'bee\n', 'src/keep.txt': 'keep\n' } : options.files;
    if (files !== null) {
      write(this.root, files);
      sh(this.root, 'git add -A && git commit -qm first --allow-empty', this.env);
    }
    if (options.setup) sh(this.root, options.setup, this.env);
    this.workspace = this.open();
  }

  open(options: Partial<GitWorkspaceOptions> = {}): Workspace {
    return gitWorkspace({
      cwd: this.root,
      programs: programs(),
      blobs: fileBlobs(join(this.base, 'blobs'), false),
      env: this.env,
      ...options,
    });
  }

  /** A new process after a crash: nothing is remembered. */
  reopen(): void {
    this.workspace = this.open();
  }

  async prepare(): Promise<this> {
    value(await this.workspace.prepare(this.run));
    return this;
  }

  async snapshot(name = `s-${++this.#count}`): Promise<Snapshot> {
    return value(await this.workspace.snapshot(this.run, name, 'before')).snapshot;
  }

  /** Records the state that is left and puts back `to`. */
  async restore(to: Snapshot): Promise<RestoreReport> {
    return value(await this.workspace.restore(this.run, to, await this.snapshot(`left-${++this.#count}`)));
  }

  /** Plans the commit of an iteration. */
  async plan(before: Snapshot, subject = 'fix: iteration 1'): Promise<CommitPlan> {
    const plan = value(await this.workspace.planCommit(this.run, before, await this.snapshot(), subject));
    if (plan === null) throw new Error('nothing to commit');
    return plan;
  }

  /** Plans and makes the commit of an iteration. */
  async keep(before: Snapshot, subject?: string): Promise<CommitPlan> {
    const plan = await this.plan(before, subject);
    value(await this.workspace.commit(this.run, before, plan));
    return plan;
  }

  sh(text: string): string {
    return sh(this.root, text, this.env);
  }

  agent(text: string): void {
    agent(this.root, text, this.env);
  }

  git(...args: string[]): string {
    return execFileSync('git', args, {
      cwd: this.root,
      env: { ...this.env, GIT_OPTIONAL_LOCKS: '0' },
      encoding: 'latin1',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  /** Everything a person can see of the repository. */
  observe(): Record<string, unknown> {
    return observe(this.root, (...args) => this.git(...args));
  }

  /** Undoes whatever `damage` does and checks that nothing at all differs afterwards. */
  async survives(damage: string): Promise<RestoreReport> {
    await this.prepare();
    const before = this.observe();
    const to = await this.snapshot('before');
    this.agent(damage);
    const report = await this.restore(to);
    expect(this.observe()).toEqual(before);
    return report;
  }
}

export function value<T>(result: Result<T, Failure>): T {
  if (!result.ok)
    throw new Error(`${result.failure.kind}: ${result.failure.message}${result.failure.hint ? ` (${result.failure.hint})` : ''}`);
  return result.value;
}

export function failure(result: Result<unknown, Failure>): Failure {
  if (result.ok) throw new Error(`expected a failure, got ${JSON.stringify(result.value)}`);
  return result.failure;
}

/** The listing of a folder with bytes, modes and links, and what git says about it. */
export function observe(root: string, git: (...args: string[]) => string): Record<string, unknown> {
  return {
    files: listing(root),
    status: git('status', '--porcelain=v2', '-z', '--untracked-files=all'),
    staged: git('ls-files', '-s', '-v', '-z'),
    refs: git('for-each-ref', '--format=%(objectname) %(refname) %(symref)', 'refs/heads', 'refs/tags', 'refs/stash', 'refs/notes'),
    head: readFileSync(join(gitDirOf(root, git), 'HEAD'), 'utf8'),
    stash: git('stash', 'list'),
    config: git('config', '--local', '--list', '-z'),
  };
}

const gitDirOf = (root: string, git: (...args: string[]) => string): string =>
  join(root, git('rev-parse', '--git-dir').trim()).replace(/.*\/(?=\/)/, '');
