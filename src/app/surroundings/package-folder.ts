import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of this package: the first above this file that holds a package.json. Looked for, since this code lies at
 * another depth in `src`, in `dist` and in the bundle that the command line is.
 */
export const packageFolder = folderAbove(dirname(fileURLToPath(import.meta.url)));

function folderAbove(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`no package.json above ${start}: this installation is not whole`);
  }
}
