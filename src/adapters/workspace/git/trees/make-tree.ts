import { mkdirSync } from 'node:fs';
import { putStaging } from '../index/staging.ts';
import { shownList } from '../paths/byte-path.ts';
import { preparedFor, readConfiguration, writePrepared } from '../prepare/prepared.ts';
import { readRepositoryFiles } from '../repository/repository-files.ts';
import { ensureShadow } from '../repository/shadow.ts';
import type { Repository } from '../repository.ts';
import { putBackFiles } from '../restore/restore-files.ts';
import type { State } from '../snapshot/state.ts';
import { asInTree } from './as-in-tree.ts';
import { writeOwnRepository } from './own-repository.ts';
import { treeConfiguration } from './tree-settings.ts';

/**
 * Makes the repository and the files of `tree`, whose folders are there and empty, from a state of the user's. Gives sentences about
 * what is not as in the user's work tree.
 */
export async function makeTree(user: Repository, tree: Repository, run: string, state: State): Promise<string[]> {
  const { git, place } = tree;
  const prepared = await preparedFor(user.git, user.place, run);
  writeOwnRepository(place, user.place, run, state, await treeConfiguration(git, user.place, prepared));
  ensureShadow(place, prepared.excludesFile);
  const { conversions } = await readConfiguration(git, place, run);
  await writePrepared(place, { ...prepared, run, conversions });
  const to: State = { ...state, ...asInTree(state, place), files: readRepositoryFiles(place), operations: new Map(), worktrees: [] };
  // At one go, where all is empty; what a restore does then finds little to do, and verifies it.
  await git.shadow(place, ['read-tree', '--reset', '-u', to.tree]);
  const notes: string[] = [];
  await putBackFiles({ repository: tree, run, to, users: null, leftRef: 'made', heldTrees: new Set([to.tree]), notes });
  await putStaging(place, to.staging);
  mkdirSync(place.cwd, { recursive: true });
  return [...wordsAboutLeft(state), ...notes];
}

function wordsAboutLeft({ leftovers }: State): string[] {
  const { nested, unreadable } = leftovers;
  return [
    ...(nested.length === 0 ? [] : [`not in the work tree of its own, as they are repositories: ${shownList(nested, 5)}`]),
    ...(unreadable.length === 0 ? [] : [`not in the work tree of its own, as they cannot be read: ${shownList(unreadable, 5)}`]),
  ];
}
