import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from '../place/place.ts';
import { removeOwnPipes } from '../repository/git-folder-pipes.ts';

/** The latest snapshot of a work tree, and where that lay: git cannot be asked any more when this is needed. */
interface Latest {
  readonly version: 1;
  readonly snapshot: string;
  readonly place: Pick<Place, 'root' | 'gitDir' | 'commonDir' | 'objectFormat'>;
}

/** Remembers the latest snapshot's record by its id. */
export async function rememberLatest(place: Place, snapshot: string): Promise<void> {
  const { root, gitDir, commonDir, objectFormat } = place;
  const latest: Latest = { version: 1, snapshot, place: { root, gitDir, commonDir, objectFormat } };
  const file = fileOf(place.stateDir);
  await writeFile(`${file}.new`, JSON.stringify(latest));
  await rename(`${file}.new`, file);
}

/** null without a snapshot, and where the work tree lies elsewhere since. */
export async function readLatest(cwd: string, root: string, stateDir: string): Promise<{ snapshot: string; place: Place } | null> {
  removeOwnPipes(join(stateDir, 'git'));
  try {
    const latest = JSON.parse(await readFile(fileOf(stateDir), 'utf8')) as Latest;
    if (latest.version !== 1 || latest.place.root !== root) return null;
    return { snapshot: latest.snapshot, place: { ...latest.place, cwd, stateDir, shadowDir: join(stateDir, 'git') } };
  } catch {
    return null;
  }
}

const fileOf = (stateDir: string): string => join(stateDir, 'git', 'latest.json');
