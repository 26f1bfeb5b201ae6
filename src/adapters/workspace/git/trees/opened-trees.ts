import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { OwnTree } from '../../../../ports/trees.ts';
import type { RunPlace, Workspace } from '../../../../ports/workspace.ts';
import { gitWorkspace } from '../git-workspace.ts';
import { type GitWorkspaceOptions, Opening } from '../opening.ts';
import { stateDirOf } from '../place/place.ts';
import { plainRefusal } from '../prepare/plain-folder.ts';
import { repositoryRootOf } from '../repository/locate.ts';
import type { Repository } from '../repository.ts';
import { ownWorkspace } from './own-workspace.ts';
import { shareMore, shareSnapshot } from './shared-snapshot.ts';
import { besidePlace, standUp, type TreeFolders, treeFolders, treePlace, treesOf } from './tree-folders.ts';

/** A tree while this process works with it. */
export interface OpenedTree extends OwnTree {
  readonly folders: TreeFolders;
  repository(): Promise<Repository>;
}

/** The user's repository and the trees beside it, each opened when it is first asked for. */
export class OpenedTrees {
  readonly #options: GitWorkspaceOptions;
  readonly #opening: Opening;
  readonly #trees = new Map<string, OpenedTree>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: GitWorkspaceOptions) {
    this.#options = options;
    this.#opening = new Opening(options);
  }

  async user(): Promise<Repository> {
    const repository = await this.#opening.repository();
    if (repository === null) throw plainRefusal(this.#options.cwd);
    return repository;
  }

  /** The user's repository, with a shadow that only verbs of one tree use. */
  async beside(folders: TreeFolders): Promise<Repository> {
    const repository = await this.user();
    return { ...repository, place: besidePlace(repository.place, folders) };
  }

  tree(run: RunPlace, name: string): OpenedTree {
    const key = `${run.run}/${name}`;
    const found = this.#trees.get(key) ?? this.#open(run, name);
    this.#trees.set(key, found);
    return found;
  }

  /** What is known of a tree that is no more; of all of them unless one is named. */
  forget(run: RunPlace, name: string | null): void {
    if (name === null) this.#trees.clear();
    else this.#trees.delete(`${run.run}/${name}`);
  }

  /** One at a time: the name that a snapshot gets depends on those that are taken. */
  inTurn<T>(steps: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(steps, steps);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Pawl's folder, with links followed as far as it is there. */
  stateDir(): string {
    const path = this.#options.stateDir ?? stateDirOf(this.#lying().root);
    try {
      return realpathSync(path);
    } catch {
      return path;
    }
  }

  /** The folder of all trees of a run. */
  folderOf(run: RunPlace): string {
    return treesOf(this.stateDir(), run.run);
  }

  /** Where the user's work tree and the folder that is worked in lie, by looking alone. */
  #lying(): { readonly root: string; readonly cwd: string } {
    const cwd = realpathSync(this.#options.cwd);
    return { root: repositoryRootOf(cwd) ?? cwd, cwd };
  }

  #open(run: RunPlace, name: string): OpenedTree {
    const { root, cwd } = this.#lying();
    const folders = treeFolders(this.stateDir(), run.run, name);
    const options: GitWorkspaceOptions = {
      ...this.#options,
      cwd: folders.root,
      stateDir: folders.stateDir,
      locate: async () => treePlace((await this.user()).place, folders),
    };
    const opening = new Opening(options);
    // `locate` finds a place or throws.
    const repository = async (): Promise<Repository> => (await opening.repository()) as Repository;
    const workspace = this.#sharing(gitWorkspace(options, opening), folders, repository);
    return { workspace, cwd: join(folders.root, relative(root, cwd)), folders, repository };
  }

  #sharing(inner: Workspace, folders: TreeFolders, repository: () => Promise<Repository>): Workspace {
    return ownWorkspace(inner, {
      standUp: () => standUp(folders),
      share: async ({ run }, snapshot) => {
        const { records, place } = await repository();
        const state = await records.load(snapshot.id);
        const ref = await this.inTurn(async () => shareSnapshot(await this.beside(folders), place, run, snapshot, state));
        return { ref, nested: state.leftovers.nested };
      },
      shareMore: ({ run }) => this.inTurn(async () => shareMore(await this.beside(folders), await repository(), run)),
    });
  }
}
