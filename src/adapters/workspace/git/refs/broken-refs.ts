import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readRegular } from '../paths/regular-file.ts';
import { oidBytesOf, type Place } from '../place/place.ts';

/**
 * Files of refs that hold neither an object's id nor another ref's name, as a crash or a step leaves them: git lists none of these, and
 * refuses to write one. Absolute paths, with their names in the git folder.
 */
export function brokenRefs(place: Place): { readonly path: string; readonly name: string }[] {
  const whole = new RegExp(`^(ref:\\s*refs/.+|[0-9a-f]{${oidBytesOf(place) * 2}})\\s*$`);
  const found: { path: string; name: string }[] = [];
  const pending = [...new Set([place.commonDir, place.gitDir])].map((dir) => join(dir, 'refs'));
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) pending.push(path);
      else if (entry.isFile() && !entry.name.endsWith('.lock') && !whole.test(readRegular(path)?.toString('latin1') ?? ''))
        found.push({ path, name: relative(path.startsWith(`${place.gitDir}/`) ? place.gitDir : place.commonDir, path) });
    }
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
