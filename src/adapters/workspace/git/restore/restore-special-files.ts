import { execFileSync } from 'node:child_process';
import { chmodSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Capture } from '../capture/capture.ts';
import { hasRealParents, isWithin, joinNul, onDisk, shown, splitNul, statOf } from '../paths/byte-path.ts';
import { cameSince, isPipeMode, isSameKind } from '../paths/special-files.ts';
import { moveAside } from '../place/move-aside.ts';
import type { Restoring } from './restoring.ts';

/**
 * Removes the special files that came since: they hold no content. Those that the target's rules ignore stay, like everything
 * ignored, but for ignore rules and attributes themselves, on which git would wait. Gives the paths it removed.
 */
export async function removeSpecialFiles({ repository, to }: Restoring, now: Capture, which: 'rules' | 'all'): Promise<string[]> {
  const { git, place } = repository;
  // A record from before special files were in it cannot tell whose they are.
  if (to.leftovers.special === undefined) return [];
  const came = cameSince(now.special ?? {}, to.leftovers.special).filter(
    (path) => !to.leftovers.unreadable.some((locked) => isWithin(path, locked)) && hasRealParents(place.root, path),
  );
  const rules = came.filter(isReadByGit);
  const others = which === 'rules' ? [] : came.filter((path) => !isReadByGit(path));
  const answer =
    others.length === 0
      ? null
      : await git.shadow(place, ['check-ignore', '-z', '--stdin'], {
          stdin: joinNul(others),
          env: { GIT_LITERAL_PATHSPECS: '0' },
          answers: [1, 128],
        });
  const ignored = new Set(answer === null ? [] : splitNul(answer.stdout));
  const going = [...rules, ...others.filter((path) => !ignored.has(path))];
  for (const path of going) rmSync(onDisk(place.root, path), { force: true });
  if (going.length > 0) repository.capturer.forget();
  return going;
}

const isReadByGit = (path: string): boolean => /(^|\/)\.git(ignore|attributes|modules)$/.test(path);

/** Makes the pipes that were there, with their bits; says how many were not as they were. Sockets and devices cannot be made again, which is said. */
export function putBackSpecialFiles({ repository, run, to, notes }: Restoring): number {
  const { place } = repository;
  let changed = 0;
  for (const [path, mode] of Object.entries(to.leftovers.special ?? {})) {
    const stat = statOf(place.root, path);
    if (stat !== null && isSameKind(stat.mode, mode)) {
      if ((stat.mode & 0o7777) === (mode & 0o7777)) continue;
      chmodSync(onDisk(place.root, path), mode & 0o7777);
      changed += 1;
    } else if (!isPipeMode(mode)) {
      const words = `${shown(path)}, a socket or a device, was removed since and cannot be made again`;
      if (stat === null && !notes.includes(words)) notes.push(words);
    } else if (hasRealParents(place.root, path)) {
      if (stat !== null) moveAside(place, run, path);
      if (makePipe(join(place.stateDir, 'pipe'), onDisk(place.root, path), mode & 0o7777)) changed += 1;
      else if (!notes.includes(noPipe(path))) notes.push(noPipe(path));
    }
  }
  return changed;
}

const noPipe = (path: string): string => `${shown(path)}, a named pipe, was removed since and could not be made again`;

/** By a plain name first: a program's arguments cannot hold every byte that a path can. */
function makePipe(plain: string, path: Buffer, mode: number): boolean {
  try {
    rmSync(plain, { force: true });
    execFileSync('mkfifo', [plain], { stdio: 'ignore' });
    chmodSync(plain, mode);
    renameSync(plain, path);
    return true;
  } catch {
    return false;
  }
}
