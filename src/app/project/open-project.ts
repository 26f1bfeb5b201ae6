import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../adapters/store/sqlite/open-store.ts';
import { gitWorkspace } from '../../adapters/workspace/git/git-workspace.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Programs } from '../../ports/programs.ts';
import type { Store } from '../../ports/store.ts';
import type { Trees } from '../../ports/trees.ts';
import type { Workspace, WorkspaceReport } from '../../ports/workspace.ts';
import { lateBlobs } from './late-blobs.ts';
import { rememberedBlobs } from './remembered-blobs.ts';
import { rootOf, stateFolder } from './root.ts';

/** Opens the state for reading; refused with the reason when there is none or it cannot be read. */
export const openForReading = (cwd: string): Promise<Result<Store, Refusal>> => openPresent(cwd, true);

/** What can still be read of a damaged state, for readers. Loaded then: hardly anybody ever needs it. */
export async function openWhatIsLeft(cwd: string): Promise<Result<Store, Refusal>> {
  const { openRemains } = await import('../../adapters/store/sqlite/open-remains.ts');
  const remains = openRemains(stateFolder(rootOf(cwd)));
  return remains.ok ? remains : fail(refusalOf('store/unavailable', remains.failure));
}

/** Opens the state to change what is there; refused like a reader: only a run makes it where there is none. */
export const openForChange = (cwd: string): Promise<Result<Store, Refusal>> => openPresent(cwd, false);

async function openPresent(cwd: string, readOnly: boolean): Promise<Result<Store, Refusal>> {
  const folder = stateFolder(rootOf(cwd));
  if (!existsSync(folder)) {
    return fail({
      code: 'run/unknown-run',
      message: `no run has been made in ${rootOf(cwd)} yet`,
      hint: 'pawl run self-test "npm test"  makes one',
    });
  }
  return opened(folder, readOnly);
}

/** Opens the state for a run, making it where there is none. */
export const openForWriting = (cwd: string): Promise<Result<Store, Refusal>> => opened(stateFolder(rootOf(cwd)), false);

async function opened(folder: string, readOnly: boolean): Promise<Result<Store, Refusal>> {
  const store = await openStore(folder, { readOnly });
  return store.ok ? store : fail(refusalOf('store/unavailable', store.failure));
}

/** A workspace before there is a store: what was found out about it while it was looked at is not asked again afterwards. */
export interface UnopenedWorkspace {
  /** What kind of place it is, before anything is made in it. */
  inspect(): Promise<Result<WorkspaceReport, Refusal>>;
  /** Hides the state folder from git, where there is one and no run is to begin; a folder that is no work tree has nobody to hide it from. */
  hide(): Promise<void>;
  /** The same workspace, with a store to keep its snapshots in. */
  keptIn(store: Store): Workspace;
}

export function unopenedWorkspace(cwd: string, programs: Programs): UnopenedWorkspace {
  const late = lateBlobs();
  const workspace = workspaceWith(cwd, programs, late.blobs);
  return {
    async inspect() {
      const report = await workspace.inspect();
      return report.ok ? report : fail(refusalOf('run/workspace-refused', report.failure));
    },
    async hide() {
      await workspace.hide();
    },
    keptIn(store) {
      late.use(rememberedBlobs(store.blobs));
      return workspace;
    },
  };
}

export const workspaceOf = (cwd: string, programs: Programs, store: Store): Workspace =>
  workspaceWith(cwd, programs, rememberedBlobs(store.blobs));

/** Work trees that steps of runs in this folder have for themselves. Loaded where a step wants one: most runs have none. */
export function treesOf(cwd: string, programs: Programs, store: Store): Trees {
  let opened: Promise<Trees> | null = null;
  const trees = (): Promise<Trees> => {
    opened ??= import('../../adapters/workspace/git/trees/git-trees.ts').then(({ gitTrees }) =>
      gitTrees({ cwd, programs, blobs: rememberedBlobs(store.blobs), stateDir: stateFolder(rootOf(cwd)) }),
    );
    return opened;
  };
  return {
    make: async (run, name, from) => (await trees()).make(run, name, from),
    at: async (run, name) => (await trees()).at(run, name),
    merge: async (run, tree, states, name) => (await trees()).merge(run, tree, states, name),
    removeAll: async (run) =>
      existsSync(join(stateFolder(rootOf(cwd)), 'trees', run.run)) ? (await trees()).removeAll(run) : ok(undefined),
  };
}

const workspaceWith = (cwd: string, programs: Programs, blobs: Blobs): Workspace =>
  gitWorkspace({ cwd, programs, blobs, stateDir: stateFolder(rootOf(cwd)) });
