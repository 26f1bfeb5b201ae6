import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { programs as realPrograms } from '../adapters/process/programs.ts';
import { openaiSettings } from '../adapters/runner/openai/settings.ts';
import type { Programs } from '../ports/programs.ts';
import { childEnvironment } from './child-environment.ts';
import { inspectWorkspace, openForReading } from './project.ts';
import { rootOf, stateFolder } from './root.ts';

export interface Finding {
  readonly what: string;
  readonly state: 'good' | 'poor' | 'bad';
  readonly found: string;
  readonly hint?: string;
}

/** What there is for runs to work with: programs, agents, this folder and the state kept in it. Changes nothing. */
export async function examine(cwd: string, env: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const programs = realPrograms();
  const inherited = childEnvironment(env);
  return [
    { what: 'node', state: 'good', found: `${process.version} at ${process.execPath}` },
    await versionOf(programs, inherited, 'git', { what: 'git', state: 'bad', found: 'not on PATH', hint: 'install git 2.36 or newer' }),
    await versionOf(programs, inherited, 'claude', {
      what: 'claude',
      state: 'poor',
      found: 'not on PATH',
      hint: 'npm install -g @anthropic-ai/claude-code',
    }),
    openai(env),
    ...(await folder(cwd, programs)),
    ...(await state(cwd)),
  ];
}

async function versionOf(programs: Programs, env: Record<string, string>, name: string, missing: Finding): Promise<Finding> {
  const path = await programs.find(name);
  if (path === null) return missing;
  const asked = await programs.run({ argv: [path, '--version'], cwd: '/', env, timeoutMs: 15_000 });
  const version = asked.stdout.toString('utf8').trim().split('\n')[0] ?? '';
  return {
    what: name,
    state: version === '' ? 'poor' : 'good',
    found: version === '' ? `${path} does not tell its version` : `${version} at ${path}`,
  };
}

function openai(env: Readonly<Record<string, string | undefined>>): Finding {
  const settings = openaiSettings(env);
  if (settings.configured) return { what: 'openai', state: 'good', found: `${settings.model} at ${settings.endpoint}` };
  return {
    what: 'openai',
    state: 'poor',
    found: 'no endpoint configured',
    hint: 'PAWL_OPENAI_ENDPOINT and PAWL_OPENAI_MODEL, or DEVKIT_LOCAL_ENABLED=1',
  };
}

async function folder(cwd: string, programs: Programs): Promise<Finding[]> {
  const report = await inspectWorkspace(cwd, programs);
  if (!report.ok)
    return [{ what: 'folder', state: 'bad', found: report.failure.message, ...(report.failure.hint ? { hint: report.failure.hint } : {}) }];
  const { facts, obstacle, notes } = report.value;
  const found: Finding[] = [
    facts.kind === 'git'
      ? {
          what: 'folder',
          state: 'good',
          found: `git repository ${facts.root}, on ${facts.branch ?? 'a detached HEAD'}, ${facts.dirtyFiles} uncommitted files`,
        }
      : {
          what: 'folder',
          state: 'poor',
          found: `${facts.root} is no git repository`,
          hint: 'commands run; gates and commits need one: git init',
        },
  ];
  if (obstacle !== null)
    found.push({ what: 'obstacle', state: 'poor', found: obstacle.message, ...(obstacle.hint ? { hint: obstacle.hint } : {}) });
  return [...found, ...notes.map((note): Finding => ({ what: 'note', state: 'poor', found: note }))];
}

async function state(cwd: string): Promise<Finding[]> {
  const path = stateFolder(rootOf(cwd));
  if (!existsSync(path)) return [{ what: 'state', state: 'good', found: `none yet; it will lie in ${path}` }];
  const store = await openForReading(cwd);
  if (!store.ok)
    return [{ what: 'state', state: 'bad', found: store.failure.message, ...(store.failure.hint ? { hint: store.failure.hint } : {}) }];
  const runs = await store.value.journal.runs();
  await store.value.close();
  const bytes = await sizeOf(path);
  return [
    {
      what: 'state',
      state: 'good',
      found: `${runs.ok ? runs.value.length : '?'} runs, ${(bytes / 1e6).toFixed(1)} MB in ${path}`,
      hint: 'pawl gc  removes what old runs keep',
    },
  ];
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
