import { cp, mkdir, mkdtemp, readdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { programs as realPrograms } from '../../adapters/process/programs.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Programs } from '../../ports/programs.ts';
import type { RunOptions } from '../run/run-options.ts';
import { childEnvironment } from '../surroundings/child-environment.ts';
import { packageFolder } from '../surroundings/package-folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A repository made for trying: a small project two of whose six tests fail, and the run that repairs it. */
export interface DemoProject {
  readonly folder: string;
  /** A file of the user's that is not committed; the script's first try deletes it. */
  readonly yours: string;
  readonly run: RunOptions & { readonly workflow: string; readonly input: string };
}

const demoFolder = join(packageFolder, 'demo');

/** Makes the project in `folder` (which must be empty or not there) or in a new one for temporary files. It is kept. */
export async function makeDemoProject(folder: string | null, env: Environment): Promise<Result<DemoProject, Refusal>> {
  const programs = realPrograms();
  const git = await programs.find('git');
  if (git === null)
    return fail({ code: 'demo/not-made', message: 'there is no git on PATH', hint: 'install git; pawl doctor  shows what is found' });
  const made = await madeFolder(folder);
  if (!made.ok) return made;
  const cwd = made.value;
  const committed = await firstCommit(programs, git, cwd, env);
  if (committed !== null)
    return fail({
      code: 'demo/not-made',
      message: `git could not make a repository in ${cwd}: ${committed}`,
      hint: 'pawl doctor  shows what is found',
    });
  await cp(join(demoFolder, 'notes.txt'), join(cwd, 'notes.txt'));
  const run = {
    workflow: 'self-test',
    input: 'node test.js',
    agent: 'scripted',
    script: join(demoFolder, 'script.yml'),
    cwd,
    env: withThisNode(env),
  };
  return ok({ folder: cwd, yours: 'notes.txt', run });
}

/** What git says of a made project after its run, in the words of the command that a person would type. */
export async function demoGit({ folder, run }: DemoProject, argv: readonly string[]): Promise<string> {
  const programs = realPrograms();
  const git = await programs.find('git');
  if (git === null) throw new Error('git has made the project and is gone');
  const env = childEnvironment(run.env ?? {});
  const asked = await programs.run({ argv: [git, '-c', 'color.ui=false', ...argv], cwd: folder, env, timeoutMs: 60_000 });
  return asked.stdout.toString('utf8').trimEnd();
}

async function madeFolder(wanted: string | null): Promise<Result<string, Refusal>> {
  const cannot = (message: string): Result<string, Refusal> =>
    fail({ code: 'demo/not-made', message, hint: 'pawl demo --dir FOLDER  makes it in a folder that is not there yet' });
  try {
    if (wanted === null) return ok(await realpath(await mkdtemp(join(tmpdir(), 'pawl-demo-'))));
    const folder = resolve(wanted);
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length > 0) return cannot(`${folder} is not empty, and the demo writes into no folder of yours`);
    return ok(await realpath(folder));
  } catch (error) {
    return cannot(`the folder could not be made: ${(error as Error).message}`);
  }
}

/**
 * Settings of the repository's own, which win over the user's: without an identity git would not commit, and signing, hooks,
 * or a global list of ignored files would make the demo another one on each machine.
 */
const settings = [
  ['user.name', 'Pawl demo'],
  ['user.email', 'demo@example.invalid'],
  ['commit.gpgSign', 'false'],
  ['core.hooksPath', '.git/hooks'],
  ['core.autocrlf', 'false'],
  ['core.excludesFile', '/dev/null'],
  ['core.attributesFile', '/dev/null'],
] as const;

/** null = done; else what git said. */
async function firstCommit(programs: Programs, git: string, cwd: string, env: Environment): Promise<string | null> {
  await cp(join(demoFolder, 'project'), cwd, { recursive: true });
  // The user's template folder may bring hooks, and the user's configuration anything.
  const plain = { ...childEnvironment(env), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TEMPLATE_DIR: '' };
  const calls = [
    ['init', '--quiet', '--initial-branch=main', '--template='],
    ...settings.map(([key, value]) => ['config', key, value]),
    ['add', '--all'],
    ['commit', '--quiet', '--message', 'a shop, with two bugs'],
  ];
  for (const argv of calls) {
    const { end, stderr } = await programs.run({ argv: [git, ...argv], cwd, env: plain, timeoutMs: 60_000 });
    if (end.kind !== 'exit' || end.code !== 0) return stderr.toString('utf8').trim() || end.kind;
  }
  return null;
}

/** `node` in the demo's test command is the one that runs Pawl: the machine's own may be too old for these tests, or missing. */
const withThisNode = (env: Environment): Environment => ({
  ...env,
  PATH: [dirname(process.execPath), env.PATH].filter(Boolean).join(delimiter),
});
