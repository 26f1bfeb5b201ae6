import { existsSync } from 'node:fs';
import { openStore } from '../adapters/store/sqlite/open-store.ts';
import { gitWorkspace } from '../adapters/workspace/git/git-workspace.ts';
import { type Refusal, refusalOf } from '../core/model/refusal.ts';
import { fail, type Result } from '../core/model/result.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Programs } from '../ports/programs.ts';
import type { Store } from '../ports/store.ts';
import type { Workspace, WorkspaceReport } from '../ports/workspace.ts';
import { lateBlobs } from './late-blobs.ts';
import { rememberedBlobs } from './remembered-blobs.ts';
import { rootOf, stateFolder } from './root.ts';

/** Opens the state for reading; refused with the reason when there is none or it cannot be read. */
export const openForReading = (cwd: string): Promise<Result<Store, Refusal>> => openPresent(cwd, true);

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
    keptIn(store) {
      late.use(rememberedBlobs(store.blobs));
      return workspace;
    },
  };
}

export const workspaceOf = (cwd: string, programs: Programs, store: Store): Workspace =>
  workspaceWith(cwd, programs, rememberedBlobs(store.blobs));

const workspaceWith = (cwd: string, programs: Programs, blobs: Blobs): Workspace =>
  gitWorkspace({ cwd, programs, blobs, stateDir: stateFolder(rootOf(cwd)) });
