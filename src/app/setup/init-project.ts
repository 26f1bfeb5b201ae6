import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { parseWorkflow } from '../../core/workflow/parse-workflow.ts';
import { rootOf } from '../project/root.ts';
import { packageFolder } from '../surroundings/package-folder.ts';
import { builtInFolder, namesIn, ownFolder } from '../workflows/workflow-source.ts';
import { type FileCopy, placeCopy, standingOf } from './file-copies.ts';

export interface Template {
  readonly name: string;
  readonly description: string;
  /** Whether the repository has a workflow of this name already, which is the one that runs. */
  readonly copied: boolean;
}

/** The built-in workflows, each of which can be copied to edit. */
export async function listTemplates(cwd: string): Promise<Template[]> {
  const own = await namesIn(join(rootOf(cwd), ownFolder));
  return Promise.all(
    (await namesIn(builtInFolder)).map(async (name) => {
      const { workflow } = parseWorkflow(await readFile(join(builtInFolder, `${name}.yml`), 'utf8'));
      return { name, description: workflow?.description ?? '', copied: own.includes(name) };
    }),
  );
}

export interface InitFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly what: 'written' | 'unchanged' | 'overwritten';
}

/** Copies a built-in workflow into the repository's own folder, where it wins over the built-in one. Never overwrites. */
export async function copyWorkflow(cwd: string, name: string): Promise<Result<InitFile[], Refusal>> {
  const names = await namesIn(builtInFolder);
  if (!names.includes(name)) {
    return fail({
      code: 'run/unknown-workflow',
      message: `there is no built-in workflow called "${name}"`,
      hint: `known: ${names.join(', ')}`,
    });
  }
  const path = join(ownFolder, `${name}.yml`);
  const copy = { path: join(rootOf(cwd), path), bytes: await readFile(join(builtInFolder, `${name}.yml`)) };
  if ((await standingOf(copy)) !== 'absent') {
    return fail({
      code: 'init/exists',
      message: `${path} is there already`,
      hint: `edit it, or move it away first; pawl validate ${path}  checks it`,
    });
  }
  return place(cwd, [{ ...copy, what: 'written' }]);
}

const hostsFolder = join(packageFolder, 'hosts');

/** Where each agent looks for what a repository brings along for it. */
const folderOfAgent = new Map([['claude', '.claude']]);

/**
 * Writes what makes an agent know Pawl: commands that call `pawl run`, and a skill that teaches it to write workflows. All or
 * nothing: refused where a file of another content is there, unless `force`.
 */
export async function writeAgentFiles(cwd: string, agent: string, force: boolean): Promise<Result<InitFile[], Refusal>> {
  const target = folderOfAgent.get(agent);
  if (target === undefined) {
    return fail({
      code: 'cli/usage',
      message: `there are no files for an agent called "${agent}"`,
      hint: `known: ${[...folderOfAgent.keys()].join(', ')}`,
    });
  }
  const source = join(hostsFolder, agent);
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => relative(source, join(entry.parentPath, entry.name)));
  const copies = await Promise.all(
    names.sort().map(async (name) => {
      const copy = { path: join(rootOf(cwd), target, name), bytes: await readFile(join(source, name)) };
      return { ...copy, standing: await standingOf(copy) };
    }),
  );
  const others = copies.filter(({ standing }) => standing === 'different').map(({ path }) => relative(rootOf(cwd), path));
  if (others.length > 0 && !force) {
    const are = others.length === 1 ? 'is there already and differs' : 'are there already and differ';
    return fail({
      code: 'init/exists',
      message: `${others.join(', ')} ${are}; nothing was written`,
      hint: `pawl init --agent ${agent} --force  overwrites`,
    });
  }
  const what = { absent: 'written', same: 'unchanged', different: 'overwritten' } as const;
  return place(
    cwd,
    copies.map(({ standing, ...copy }) => ({ ...copy, what: what[standing] })),
  );
}

async function place(cwd: string, copies: readonly (FileCopy & Pick<InitFile, 'what'>)[]): Promise<Result<InitFile[], Refusal>> {
  const done: InitFile[] = [];
  for (const { path, bytes, what } of copies) {
    const shown = relative(rootOf(cwd), path);
    try {
      if (what !== 'unchanged') await placeCopy({ path, bytes });
    } catch (error) {
      const before = done.length > 0 ? `; written before it: ${done.map((file) => file.path).join(', ')}` : '';
      return fail({
        code: 'init/not-written',
        message: `${shown} could not be written (${(error as Error).message})${before}`,
        hint: 'the same command again goes on where it stopped',
      });
    }
    done.push({ path: shown, what });
  }
  return ok(done);
}
