import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasRealParents, onDisk, shown, statOf } from '../paths/byte-path.ts';
import { ioTrouble, systemCode } from '../trouble.ts';
import type { Place } from './place.ts';

/** Where what came since is moved to when it may not be deleted: no tree records a whole repository, or a file that cannot be read. */
export const asideFolder = (place: Place, run: string): string => join(place.stateDir, 'runs', run, 'left');

/** Moves a file or folder of the work tree aside; gives where it is now, null when there was nothing. Never deletes. */
export function moveAside(place: Place, run: string, path: string): string | null {
  if (statOf(place.root, path) === null || !hasRealParents(place.root, path)) return null;
  const base = asideFolder(place, run);
  for (let number = 1; ; number++) {
    const folder = number === 1 ? base : `${base}.${number}`;
    const target = onDisk(folder, path);
    if (existsSync(target)) continue;
    mkdirSync(onDisk(folder, dirname(path) === '.' ? '' : dirname(path)), { recursive: true });
    try {
      renameSync(onDisk(place.root, path), target);
    } catch (error) {
      throw ioTrouble(
        `${shown(path)} came since and could not be moved to ${folder} (${systemCode(error)})`,
        'Move it away by hand, then try again.',
      );
    }
    return join(folder, shown(path));
  }
}
