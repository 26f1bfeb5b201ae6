import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Where a program lies on this process's PATH; null = nowhere. Relative entries are passed over: they are the project's to fill. */
export function programFile(name: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    try {
      if (!isAbsolute(folder)) continue;
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // The next folder.
    }
  }
  return null;
}
