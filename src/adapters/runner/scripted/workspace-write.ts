import { lstat, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';

/**
 * Writes a file of the workspace, or removes what is there (null). A symbolic link may lead to another place in the workspace,
 * not out of it. Gives why it was not done, or null.
 */
export async function writeInside(cwd: string, path: string, content: string | null): Promise<Failure | null> {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (isAbsolute(path) || parts.includes('..') || parts.length === 0 || path.includes('\0'))
    return refused(path, 'is no path inside the workspace');
  try {
    const root = await realpath(cwd);
    const target = join(root, ...parts);
    if (!(await staysInside(root, dirname(target)))) return refused(path, 'leads out of the workspace through a symbolic link');
    if (content === null) {
      await rm(target, { recursive: true, force: true });
      return null;
    }
    if (!(await staysInside(root, target))) return refused(path, 'leads out of the workspace through a symbolic link');
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
    return null;
  } catch (error) {
    return { kind: 'io', message: `The scripted agent cannot write ${path}: ${(error as Error).message}` };
  }
}

/** Whether the deepest part of the path that exists is really inside. A link that leads nowhere could lead anywhere. */
async function staysInside(root: string, path: string): Promise<boolean> {
  let existing = path;
  while (!(await exists(existing))) existing = dirname(existing);
  try {
    const real = relative(root, await realpath(existing));
    return real !== '..' && !real.startsWith(`..${sep}`) && !isAbsolute(real);
  } catch {
    return false;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

const refused = (path: string, why: string): Failure => ({
  kind: 'refused',
  message: `The scripted agent may not write "${path}": it ${why}.`,
  retryable: false,
});
