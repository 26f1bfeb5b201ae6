import { programs as realPrograms } from '../../adapters/process/programs.ts';
import type { Programs } from '../../ports/programs.ts';
import { agentNames } from '../agents/agent-names.ts';
import { agents } from '../agents/agents.ts';
import { unopenedWorkspace } from '../project/open-project.ts';
import { rootOf } from '../project/root.ts';
import { childEnvironment } from '../surroundings/child-environment.ts';
import { actFindings } from './examine-acts.ts';
import { configurationFindings } from './examine-configuration.ts';
import { functionFindings } from './examine-functions.ts';
import { libraryFindings } from './examine-library.ts';
import { mcpFindings } from './examine-mcp.ts';
import { stateFindings } from './examine-state.ts';
import { taskFindings } from './examine-tasks.ts';
import { type Finding, troubleOf } from './finding.ts';

/** What there is for runs to work with: programs, agents, this folder and the state kept in it. Changes nothing. */
export async function examine(cwd: string, env: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const programs = realPrograms();
  const inherited = childEnvironment(env);
  return [
    { what: 'node', state: 'good', found: `${process.version} at ${process.execPath}` },
    await git(programs, inherited),
    ...(await agentFindings(programs, env, inherited)),
    ...(await actFindings(rootOf(cwd), env)),
    ...(await folder(cwd, programs)),
    ...(await configurationFindings(rootOf(cwd))),
    ...(await functionFindings(rootOf(cwd))),
    ...(await mcpFindings(rootOf(cwd), env, programs)),
    ...(await stateFindings(cwd)),
    ...(await libraryFindings(cwd)),
    ...(await taskFindings(cwd)),
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

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
