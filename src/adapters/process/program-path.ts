import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';

/**
 * The absolute path of the first executable file called `name` on a PATH, or null. Relative and empty parts of PATH are
 * passed over: they would let the folder that is worked in decide which program runs. A name with a slash is that file.
 */
export async function findProgram(name: string, path: string): Promise<string | null> {
  if (name === '' || name.includes('\0')) return null;
  if (name.includes('/')) return (await isExecutable(resolve(name))) ? resolve(name) : null;
  for (const folder of path.split(':').filter(isAbsolute)) {
    const candidate = join(folder, name);
    if (await isExecutable(candidate)) return candidate;
  }
  return null;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
