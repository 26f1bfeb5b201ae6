import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { programs as realPrograms } from '../adapters/process/programs.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Programs } from '../ports/programs.ts';
import type { Store } from '../ports/store.ts';
import { agentNames } from './agent-names.ts';
import { agents } from './agents.ts';
import { childEnvironment } from './child-environment.ts';
import { interruptedText, openRun } from './interrupted-run.ts';
import { openForReading, unopenedWorkspace } from './project.ts';
import { rootOf, stateFolder } from './root.ts';
import { isAtWork } from './run-history.ts';

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
    await git(programs, inherited),
    ...(await agentFindings(programs, env, inherited)),
    ...(await folder(cwd, programs)),
    ...(await state(cwd)),
  ];
}

async function git(programs: Programs, env: Record<string, string>): Promise<Finding> {
  const path = await programs.find('git');
  if (path === null) return { what: 'git', state: 'bad', found: 'not on PATH', hint: 'install git 2.36 or newer' };
  return versionOf(programs, env, 'git', path);
}

/** Those that a person need not name: who is there only by name is no finding. */
async function agentFindings(
  programs: Programs,
  env: Readonly<Record<string, string | undefined>>,
  inherited: Record<string, string>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const what of agentNames) {
    const { find, lookedFor, hint, onlyNamed } = agents[what];
    if (onlyNamed) continue;
    const found = await find({ env, programs });
    if (found === null) findings.push({ what, state: 'poor', found: `not found: there is no ${lookedFor}`, hint });
    else if ('said' in found) findings.push({ what, state: 'good', found: found.said });
    else findings.push(await versionOf(programs, inherited, what, found.program));
  }
  return findings;
}

async function versionOf(programs: Programs, env: Record<string, string>, name: string, path: string): Promise<Finding> {
  const asked = await programs.run({ argv: [path, '--version'], cwd: '/', env, timeoutMs: 15_000 });
  const version = asked.stdout.toString('utf8').trim().split('\n')[0] ?? '';
  return {
    what: name,
    state: version === '' ? 'poor' : 'good',
    found: version === '' ? `${path} does not tell its version` : `${version} at ${path}`,
  };
}

const troubleOf = (what: string, state: Finding['state'], { message, hint }: Pick<Failure, 'message' | 'hint'>): Finding => ({
  what,
  state,
  found: message,
  ...(hint === undefined ? {} : { hint }),
});

async function folder(cwd: string, programs: Programs): Promise<Finding[]> {
  const report = await unopenedWorkspace(cwd, programs).inspect();
  if (!report.ok) return [troubleOf('folder', 'bad', report.failure)];
  const { facts, obstacle, notes } = report.value;
  const found: Finding[] = [
    facts.kind === 'git'
      ? {
          what: 'folder',
          state: 'good',
          found: `git repository ${facts.root}, on ${facts.branch ?? 'a detached HEAD'}, ${counted(facts.dirtyFiles, 'uncommitted file')}`,
        }
      : {
          what: 'folder',
          state: 'poor',
          found: `${facts.root} is no git repository`,
          hint: 'commands run; gates and commits need one: git init',
        },
  ];
  if (obstacle !== null) found.push(troubleOf('obstacle', 'poor', obstacle));
  return [...found, ...notes.map((note): Finding => ({ what: 'note', state: 'poor', found: note }))];
}

async function state(cwd: string): Promise<Finding[]> {
  const path = stateFolder(rootOf(cwd));
  if (!existsSync(path)) return [{ what: 'state', state: 'good', found: `none yet; it will lie in ${path}` }];
  const store = await openForReading(cwd);
  if (!store.ok) return [troubleOf('state', 'bad', store.failure)];
  const runs = await store.value.journal.runs();
  const interrupted = await interruptedIn(store.value);
  await store.value.close();
  if (!runs.ok) return [troubleOf('state', 'bad', runs.failure)];
  const bytes = await sizeOf(path);
  return [
    {
      what: 'state',
      state: 'good',
      found: `${counted(runs.value.length, 'run')}, ${(bytes / 1e6).toFixed(1)} MB in ${path}`,
      hint: 'pawl gc  removes what old runs keep',
    },
    ...(interrupted === null ? [] : [{ what: 'interrupted', state: 'poor' as const, ...interruptedText(interrupted) }]),
  ];
}

async function interruptedIn(store: Store): Promise<string | null> {
  const run = await openRun(store);
  if (run === null) return null;
  const atWork = await isAtWork(store, run);
  return atWork.ok && !atWork.value ? run : null;
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
