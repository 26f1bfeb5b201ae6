import { type Dirent, readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isSpecial } from '../paths/special-files.ts';
import type { Place } from '../place/place.ts';
import { refusal } from '../trouble.ts';

/*
 * A named pipe where git keeps a file of its own: whoever opens it waits for ever, git and we alike. Looked for before every verb,
 * in the few folders that every call of git reads; deeper ones are left to `pipe-release`.
 */

const steering =
  /^([A-Z_]*HEAD|[A-Z]+_(MSG|MODE|RR|LOG|NAMES|RUN)|AUTO_MERGE|index|sharedindex\..*|config|config\.worktree|packed-refs|shallow|commondir|gitdir)$/;

/** Refuses where git would wait for a pipe. */
export function refuseGitFolderPipes(gitDirs: readonly string[]): void {
  const [path] = gitFolderPipes(gitDirs);
  if (path !== undefined)
    throw refusal(
      `${path} is no file but a named pipe or a device, on which git would wait for ever`,
      `Remove it (rm ${path}), then try again.`,
    );
}

/** Removes them, as they hold nothing; gives their names in the git folder. */
export function removeGitFolderPipes({ gitDir, commonDir }: Place): string[] {
  return gitFolderPipes([gitDir, commonDir]).map((path) => {
    rmSync(path);
    return relative(path.startsWith(`${gitDir}/`) ? gitDir : commonDir, path);
  });
}

/** Removes those in refs, logs and wherever else in the git folder every name is git's own, at any depth; gives their names. */
export function removeDeepPipes(place: Place): string[] {
  const pending = [place.gitDir, place.commonDir].flatMap((dir) => ownFolders.map((name) => join(dir, name)));
  const removed = removeGitFolderPipes(place);
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) pending.push(path);
      else if (isSpecial(entry) && !entry.isSocket()) {
        rmSync(path, { force: true });
        removed.push(relative(place.commonDir, path));
      }
    }
  }
  return removed;
}

const ownFolders = ['refs', 'logs', 'info', 'hooks', 'worktrees', 'rebase-merge', 'rebase-apply', 'sequencer'];

/** Removes from a shadow what is neither the file nor the folder that it should be: special files, folders where files belong. */
export function removeOwnPipes(folder: string): void {
  for (const at of [folder, join(folder, 'info')]) {
    for (const entry of entriesOf(at)) {
      if (isSpecial(entry) || (entry.isDirectory() ? shadowFiles : shadowFolders).has(entry.name))
        rmSync(join(at, entry.name), { recursive: true, force: true });
    }
  }
}

const shadowFiles = new Set([
  'HEAD',
  'config',
  'index',
  'staging',
  'plan',
  'latest.json',
  'prepared.json',
  'planned.json',
  'exclude',
  'attributes',
]);
const shadowFolders = new Set(['objects', 'refs', 'info']);

function gitFolderPipes(gitDirs: readonly string[]): string[] {
  return [...new Set(gitDirs)].flatMap((dir) => [
    ...pipesIn(dir, (name) => steering.test(name)),
    ...['info', 'objects/info'].flatMap((folder) => pipesIn(join(dir, folder), () => true)),
  ]);
}

const pipesIn = (folder: string, isRead: (name: string) => boolean): string[] =>
  entriesOf(folder)
    .filter((entry) => isRead(entry.name) && leadsToPipe(folder, entry))
    .map((entry) => join(folder, entry.name));

/** Sockets can be opened by nobody, and wait for nobody: git's own file monitor keeps one there. */
function leadsToPipe(folder: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return isSpecial(entry) && !entry.isSocket();
  const stat = statSync(join(folder, entry.name), { throwIfNoEntry: false });
  return stat !== undefined && isSpecial(stat) && !stat.isSocket();
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
