import { existsSync } from 'node:fs';
import { memoryBlobs } from '../adapters/store/memory/blobs.ts';
import { openStore } from '../adapters/store/sqlite/open-store.ts';
import { gitWorkspace } from '../adapters/workspace/git/git-workspace.ts';
import { type Refusal, refusalOf } from '../core/model/refusal.ts';
import { fail, type Result } from '../core/model/result.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Programs } from '../ports/programs.ts';
import type { Store } from '../ports/store.ts';
import type { Workspace, WorkspaceReport } from '../ports/workspace.ts';
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

/** What kind of place `cwd` is, before anything is made in it. */
export async function inspectWorkspace(cwd: string, programs: Programs): Promise<Result<WorkspaceReport, Refusal>> {
  const report = await workspaceWith(cwd, programs, memoryBlobs()).inspect();
  return report.ok ? report : fail(refusalOf('run/workspace-refused', report.failure));
}

export const workspaceOf = (cwd: string, programs: Programs, store: Store): Workspace =>
  workspaceWith(cwd, programs, rememberedBlobs(store.blobs));

const workspaceWith = (cwd: string, programs: Programs, blobs: Blobs): Workspace =>
  gitWorkspace({ cwd, programs, blobs, stateDir: stateFolder(rootOf(cwd)) });
