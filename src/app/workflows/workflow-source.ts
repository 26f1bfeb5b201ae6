import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { packageFolder } from '../surroundings/package-folder.ts';

export interface WorkflowSource {
  /** As a person knows it: the path that was given, or the name of a built-in. */
  readonly file: string;
  readonly text: string;
  readonly builtIn: boolean;
}

/** Where the workflow files that come with Pawl lie. */
export const builtInFolder = join(packageFolder, 'workflows');

/** The folder, below a repository's root, in which its own workflows lie under their names. */
export const ownFolder = 'pawl';

const longest = 1024 * 1024;

/**
 * Finds a workflow: a path to a file; else the name of one in the repository's `pawl/` folder; else a built-in one. A name
 * that looks like a path is never looked up elsewhere.
 */
export async function findWorkflow(nameOrPath: string, cwd: string, root: string): Promise<Result<WorkflowSource, Refusal>> {
  const looksLikePath = nameOrPath.includes('/') || /\.ya?ml$/.test(nameOrPath);
  if (looksLikePath) return readWorkflow(join(nameOrPath.startsWith('/') ? '' : cwd, nameOrPath), nameOrPath, false);
  for (const [folder, builtIn] of [
    [join(root, ownFolder), false],
    [builtInFolder, true],
  ] as const) {
    const path = join(folder, `${nameOrPath}.yml`);
    if (await isFile(path)) return readWorkflow(path, builtIn ? nameOrPath : `${ownFolder}/${nameOrPath}.yml`, builtIn);
  }
  const known = [...(await namesIn(join(root, ownFolder))), ...(await namesIn(builtInFolder))];
  return fail({
    code: 'run/unknown-workflow',
    message: `there is no workflow called "${nameOrPath}"`,
    hint: `known here: ${[...new Set(known)].sort().join(', ')}; or give a path to a file, such as ./fix.yml`,
  });
}

/** The names of the workflows in a folder, sorted; none where there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  return files
    .filter((file) => file.endsWith('.yml'))
    .map((file) => basename(file, '.yml'))
    .sort();
}

async function readWorkflow(path: string, file: string, builtIn: boolean): Promise<Result<WorkflowSource, Refusal>> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    const why = found.code === 'ENOENT' ? 'is not there' : `cannot be read (${found.code})`;
    return fail({
      code: 'run/unknown-workflow',
      message: `the workflow file ${file} ${why}`,
      hint: 'pawl list  shows the workflows known here',
    });
  }
  if (!found.isFile())
    return fail({ code: 'run/unknown-workflow', message: `${file} is no file`, hint: 'give the path of a workflow file' });
  // Read a little past the limit, so that the parser can say that it is passed without a huge file in memory.
  const bytes = found.size > longest ? (await readFile(path)).subarray(0, longest + 1) : await readFile(path);
  return ok({ file, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), builtIn });
}

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => null))?.isFile() ?? false;
