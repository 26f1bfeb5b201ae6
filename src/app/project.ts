import { existsSync } from 'node:fs';
import { memoryBlobs } from '../adapters/store/memory/blobs.ts';
import { openStore, type Store } from '../adapters/store/sqlite/open-store.ts';
import { gitWorkspace } from '../adapters/workspace/git/git-workspace.ts';
import type { Refusal } from '../core/model/refusal.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import type { Programs } from '../ports/programs.ts';
import type { Workspace, WorkspaceReport } from '../ports/workspace.ts';
import { rememberedBlobs } from './remembered-blobs.ts';
import { rootOf, stateFolder } from './root.ts';

/** Opens the state for reading; refused with the reason when there is none or it cannot be read. */
export async function openForReading(cwd: string): Promise<Result<Store, Refusal>> {
  const folder = stateFolder(rootOf(cwd));
  if (!existsSync(folder)) {
    return fail({
      code: 'run/unknown-run',
      message: `no run has been made in ${rootOf(cwd)} yet`,
      hint: 'pawl run self-test "npm test"  makes one',
    });
  }
  return opened(folder, true);
}

export const openForWriting = (cwd: string): Promise<Result<Store, Refusal>> => opened(stateFolder(rootOf(cwd)), false);

async function opened(folder: string, readOnly: boolean): Promise<Result<Store, Refusal>> {
  const store = await openStore(folder, { readOnly });
  if (store.ok) return ok(store.value);
  return fail({ code: 'store/unavailable', message: store.failure.message, ...(store.failure.hint ? { hint: store.failure.hint } : {}) });
}

/** What kind of place `cwd` is, before anything is made in it. */
export async function inspectWorkspace(cwd: string, programs: Programs): Promise<Result<WorkspaceReport, Refusal>> {
  const report = await gitWorkspace({ cwd, programs, blobs: memoryBlobs() }).inspect();
  if (report.ok) return report;
  return fail({
    code: 'run/workspace-refused',
    message: report.failure.message,
    ...(report.failure.hint ? { hint: report.failure.hint } : {}),
  });
}

export const workspaceOf = (cwd: string, programs: Programs, store: Store): Workspace =>
  gitWorkspace({ cwd, programs, blobs: rememberedBlobs(store.blobs) });
