import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';

/**
 * The absolute path of the first executable file called `name` on a PATH, or null. Relative and empty parts of PATH are
 * passed over: they would let the folder that is worked in decide which program runs. A name with a slash is that file.
 */
export async function findProgram(name: string, path: string): Promise<string | null> {
  if (name === '' || name.includes('\0')) return null;
  if (name.includes('/')) return isExecutable(resolve(name)) ? resolve(name) : null;
  for (const folder of path.split(':').filter(isAbsolute)) {
    const candidate = join(folder, name);
    if (isExecutable(candidate)) return candidate;
  }
  return null;
}

/** Without the thread pool, whose answers would only come after whatever else is waiting: a program that is searched is to start. */
function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
