import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where Pawl keeps a folder's state. */
export const stateFolder = (root: string): string => join(root, '.pawl');

/**
 * The folder whose state a command run in `cwd` means: the work tree around it, or else `cwd` itself. Found by looking, not
 * by asking git, so that reading commands start no process.
 */
export function rootOf(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}
