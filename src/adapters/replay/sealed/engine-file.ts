import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The bundle of what runs in the session: beside this code in the command line's bundle, or in its folder of the built package. */
export function engineFile(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const folders = [here, join(here, '..', '..', '..', 'cli'), join(here, '..', '..', '..', '..', 'dist', 'cli')];
  const found = folders.map((folder) => join(folder, 'replay-engine.js')).find(existsSync);
  if (found === undefined) throw new Error('there is no replay-engine.js: pawl is not built');
  return found;
}
