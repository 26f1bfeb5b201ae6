import type { Trees } from '../../../../ports/trees.ts';
import type { GitWorkspaceOptions } from '../opening.ts';
import { preparedFor } from '../prepare/prepared.ts';
import { ensureShadow } from '../repository/shadow.ts';
import { attempt } from '../trouble.ts';
import { makeTree } from './make-tree.ts';
import { mergeStates } from './merge-states.ts';
import { OpenedTrees } from './opened-trees.ts';
import { removeFolder } from './remove-folder.ts';
import { makeFolders } from './tree-folders.ts';

/**
 * Work trees of steps' own, beside the git work tree of `options`: under `.pawl/trees/<run>/<name>`, each a repository apart that reads
 * the user's objects and has refs, configuration and index of its own. Verbs of different trees may overlap, those of one must not.
 */
export function gitTrees(options: GitWorkspaceOptions): Trees {
  const opened = new OpenedTrees(options);
  return {
    make: (run, name, from) =>
      attempt(async () => {
        const user = await opened.user();
        const state = await user.records.load(from.id);
        const { folders } = opened.tree(run, name);
        opened.forget(run, name);
        await removeFolder(folders.root);
        await removeFolder(folders.own);
        makeFolders(opened.stateDir(), folders);
        return { warnings: await makeTree(user, await opened.tree(run, name).repository(), run.run, state) };
      }),
    at: async (run, name) => opened.tree(run, name),
    merge: (run, tree, states, name) =>
      attempt(() =>
        opened.inTurn(async () => {
          const user = await opened.beside(opened.tree(run, tree).folders);
          ensureShadow(user.place, (await preparedFor(user.git, user.place, run.run)).excludesFile);
          return mergeStates(user, run.run, states, name);
        }),
      ),
    removeAll: (run) =>
      attempt(async () => {
        opened.forget(run, null);
        await removeFolder(opened.folderOf(run));
      }),
  };
}
