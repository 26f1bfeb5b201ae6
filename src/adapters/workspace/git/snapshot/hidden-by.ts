import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joinNul, onDisk, splitNul } from '../paths/byte-path.ts';
import { excludesOf } from '../repository/repository-files.ts';
import { writeExcludes } from '../repository/shadow.ts';
import type { Repository } from '../repository.ts';
import type { State } from './state.ts';

/** Whether a path is an ignore file's. */
export const isIgnoreFile = (path: string): boolean => /(^|\/)\.gitignore$/.test(path);

/**
 * Those of the paths that the ignore rules of a state hide, whatever the rules in the work tree are now. A folder's path ends in a
 * slash. The exclude file of the shadow is that of the state afterwards: the next look at the files writes its own.
 */
export async function hiddenBy({ git, place }: Repository, state: State, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const workTree = join(place.shadowDir, 'rules');
  const indexFile = join(place.shadowDir, 'rules-index');
  await rm(workTree, { recursive: true, force: true });
  await mkdir(workTree);
  try {
    writeExcludes(place, excludesOf(state.files), state.leftovers.nested);
    await git.shadow(place, ['read-tree', state.tree], { workTree, indexFile });
    const listing = splitNul((await git.shadow(place, ['ls-files', '-z'], { workTree, indexFile })).stdout);
    const rules = listing.filter(isIgnoreFile);
    await git.shadow(place, ['checkout-index', '-f', '-z', '--stdin'], { workTree, indexFile, stdin: joinNul(rules) });
    for (const { path, content } of state.leftovers.hiddenRules) {
      await mkdir(onDisk(workTree, path.slice(0, Math.max(0, path.lastIndexOf('/')))), { recursive: true });
      await writeFile(onDisk(workTree, path), Buffer.from(content, 'base64'));
    }
    const answer = await git.shadow(place, ['check-ignore', '--no-index', '-z', '--stdin'], {
      workTree,
      indexFile,
      stdin: joinNul(paths),
      env: { GIT_LITERAL_PATHSPECS: '0' },
      answers: [1],
    });
    return new Set(splitNul(answer.stdout));
  } finally {
    await rm(workTree, { recursive: true, force: true });
  }
}
