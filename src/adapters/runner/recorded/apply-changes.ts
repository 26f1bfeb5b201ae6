import { chmod, lstat, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import type { Failure } from '../../../core/model/failure.ts';
import type { Change } from './change.ts';

/**
 * Does to a work tree what a recorded call did to its own. Gives why it was not done, or null. Nothing is written outside the
 * tree, through a link, or into git's and Pawl's own folders, whoever made the recording.
 */
export async function applyChanges(root: string, changes: readonly Change[]): Promise<Failure | null> {
  for (const change of changes) {
    const shown = change.path.toString();
    if (!isPlain(change.path)) return refused(shown, 'is no path inside the workspace that an agent may change');
    try {
      if (!(await makeParents(root, change))) return refused(shown, 'leads through something that is no folder');
      await perform(root, change);
    } catch (error) {
      return { kind: 'io', message: `The recorded change of ${shown} cannot be made: ${(error as Error).message}` };
    }
  }
  return null;
}

/** What a case-insensitive file system takes for `.git` is git's too. */
function isPlain(path: Buffer): boolean {
  const parts = path.toString('latin1').split('/');
  const isWithin = parts.every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git');
  return isWithin && !path.includes(0) && parts[0]?.toLowerCase() !== '.pawl';
}

const placeOf = (root: string, path: Buffer): Buffer => Buffer.concat([Buffer.from(`${root}/`), path]);

/** False where something on the way is no folder. What is to go needs no folder above it: it is gone already. */
async function makeParents(root: string, { kind, path }: Change): Promise<boolean> {
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    const place = placeOf(root, path.subarray(0, slash));
    const found = await lstat(place).catch(onlyMissing);
    if (found === null && kind === 'gone') return true;
    if (found === null) await mkdir(place);
    else if (!found.isDirectory()) return false;
  }
  return true;
}

async function perform(root: string, change: Change): Promise<void> {
  const place = placeOf(root, change.path);
  // Never through what stands there: it may be a link, or read-only.
  await rm(place, { recursive: true, force: true });
  switch (change.kind) {
    case 'file':
      await writeFile(place, change.content, { flag: 'wx' });
      await chmod(place, change.mode);
      return;
    case 'link':
      await symlink(change.target, place);
      return;
    case 'gone':
  }
}

function onlyMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

const refused = (path: string, why: string): Failure => ({
  kind: 'refused',
  message: `The recording may not change "${path}": it ${why}.`,
  retryable: false,
});
