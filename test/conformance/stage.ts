import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AgentEntry, Case } from './case-file.ts';

/** A case's folders, set up and ready to run. */
export interface Stage {
  readonly repo: string;
  readonly caseTmp: string;
  readonly workflow: string;
  readonly script: string;
  readonly input: string;
  readonly env: Record<string, string>;
  readonly before: GitState | null;
  remove(): void;
}

export interface GitState {
  /** The symbolic HEAD, or '' when detached, and the commit it names, or ''. */
  readonly head: string;
  readonly refs: string[];
}

export function setStage(testCase: Case): Stage {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-case-')));
  const repo = join(base, testCase.repo_dir ?? 'repo');
  const caseTmp = join(base, 'case-tmp');
  for (const folder of [repo, caseTmp, join(base, 'home')]) mkdirSync(folder, { recursive: true });
  const env = { ...inherited(), HOME: join(base, 'home'), CASE_TMP: caseTmp, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...argv: string[]) => void execFileSync('git', argv, { cwd: repo, env, stdio: 'pipe' });
  if (testCase.repo !== null) {
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Case');
    git('config', 'user.email', 'case@example.invalid');
    const files = Object.entries(testCase.repo ?? { 'README.md': 'read me\n' });
    for (const [path, content] of files) write(repo, path, content);
    if (files.length > 0) {
      git('add', '-A');
      git('commit', '-q', '-m', 'first');
    }
  }
  for (const [path, content] of Object.entries(testCase.dirty ?? {})) {
    if (!Array.isArray(content)) write(repo, path, content);
  }
  const staged = testCase.dirty?.staged;
  if (Array.isArray(staged)) git('--literal-pathspecs', 'add', '--', ...staged);
  if (testCase.setup !== undefined) execFileSync('sh', ['-c', testCase.setup], { cwd: repo, env, stdio: 'pipe' });
  const workflow = join(base, 'workflow.yml');
  writeFileSync(workflow, testCase.workflow ?? Buffer.from(testCase.workflow_bytes_base64 ?? '', 'base64'));
  const script = join(base, 'script.json');
  writeFileSync(script, JSON.stringify(scriptOf(testCase)));
  const input = join(base, 'input.txt');
  writeFileSync(input, testCase.input ?? '');
  const before = testCase.repo === null ? null : gitStateOf(repo, env);
  return { repo, caseTmp, workflow, script, input, env, before, remove: () => rmSync(base, { recursive: true, force: true }) };
}

function inherited(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !/^(GIT_|PAWL_|DEVKIT_|XDG_)/.test(name)) env[name] = value;
  }
  return env;
}

function write(folder: string, path: string, content: string | null): void {
  const full = join(folder, path);
  rmSync(full, { force: true });
  if (content === null) return;
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, content);
}

function scriptOf({ agent, agent_by_step }: Case): object {
  const entry = ({ cost_usd, ...rest }: AgentEntry) => ({ ...rest, ...(cost_usd === undefined ? {} : { costUsd: cost_usd }) });
  if (agent_by_step === undefined) return { replies: (agent ?? []).map(entry) };
  return { byStep: Object.fromEntries(Object.entries(agent_by_step).map(([step, entries]) => [step, entries.map(entry)])) };
}

export function gitStateOf(repo: string, env: Record<string, string>): GitState {
  const ask = (...argv: string[]): string => {
    try {
      return execFileSync('git', argv, { cwd: repo, env, stdio: 'pipe' }).toString().trim();
    } catch {
      return '';
    }
  };
  const refs = ask('for-each-ref', '--format=%(objectname)').split('\n').filter(Boolean);
  return { head: `${ask('symbolic-ref', '-q', 'HEAD')} ${ask('rev-parse', '-q', '--verify', 'HEAD')}`, refs };
}
