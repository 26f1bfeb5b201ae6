import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from '../scratch.ts';

export const bin = fileURLToPath(new URL('../../bin/pawl.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** An environment without git's and Pawl's own variables and with a home of its own. */
export function cleanEnv(home: string): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !/^(GIT_|PAWL_|DEVKIT_|XDG_|NO_COLOR|FORCE_COLOR)/.test(name)) env[name] = value;
  }
  return { ...env, HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
}

/** Starts the command line; for tests that act while it runs. */
export function startPawl(cwd: string, argv: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [bin, ...argv], { cwd, env: { ...cleanEnv(dirname(cwd)), ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs the command line to its end. */
export function pawl(cwd: string, argv: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return endOf(startPawl(cwd, argv, env));
}

export function endOf(child: ChildProcess): Promise<Ended> {
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }));
  });
}

/** The JSON objects of an output, one a line. */
// biome-ignore lint/suspicious/noExplicitAny: read field by field, as a user's script would.
export const linesOf = (output: string): any[] =>
  output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** A repository on `main` with these files in its first commit, an identity of its own, in a folder called `repo`. */
export function repository(files: Record<string, string> = { 'a.txt': 'one\n' }): string {
  const repo = join(scratchFolder(), 'repo');
  mkdirSync(repo);
  git(repo, 'init', '-q', '-b', 'main');
  git(repo, 'config', 'user.name', 'Test');
  git(repo, 'config', 'user.email', 'test@example.invalid');
  writeFiles(repo, files);
  git(repo, 'add', '-A');
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'first');
  return repo;
}

export function git(cwd: string, ...argv: string[]): string {
  return execFileSync('git', argv, { cwd, env: cleanEnv(dirname(cwd)), stdio: 'pipe' }).toString();
}

export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Writes a workflow and the replies of a scripted agent beside the repository; gives the arguments that run them. */
export function scripted(repo: string, workflow: string, replies: readonly object[] = []): string[] {
  const folder = dirname(repo);
  writeFiles(folder, { 'workflow.yml': workflow, 'script.json': JSON.stringify({ replies }) });
  return ['run', join(folder, 'workflow.yml'), '--agent', 'scripted', '--script', join(folder, 'script.json')];
}

/** Resolves when the child has printed a line that `matches`; rejects when it ends before. */
export function printed(child: ChildProcess, matches: (line: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let rest = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      const found = lines.find(matches);
      if (found !== undefined) resolve(found);
    });
    child.on('close', (code) => reject(new Error(`it ended with ${code} before it printed that`)));
  });
}
