import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRootOf } from '../../adapters/workspace/git/repository/locate.ts';

/** Where Pawl keeps a folder's state. */
export const stateFolder = (root: string): string => join(root, '.pawl');

/**
 * The folder whose state a command run in `cwd` means: the work tree around it, or else `cwd` itself; symbolic links are followed
 * first. Found by looking, not by asking git, so that reading commands start no process.
 */
export function rootOf(cwd: string): string {
  const real = realOf(cwd);
  return repositoryRootOf(real) ?? real;
}

/** A folder that is not there is left as it was given: whoever works in it says so. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
