import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { programs as realPrograms } from '../../adapters/process/programs.ts';
import { asideFolders } from '../../adapters/store/sqlite/repair-files.ts';
import { isOver } from '../../core/events/run-event.ts';
import { isInnerRun, outermostRun } from '../../core/model/names.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { StoredBlob } from '../../ports/blobs.ts';
import type { RunEnds } from '../../ports/journal.ts';
import type { Store } from '../../ports/store.ts';
import { runsIn } from '../history/find-run.ts';
import { openForChange, treesOf, workspaceOf } from '../project/open-project.ts';
import { withOwned } from '../project/own-workspace.ts';
import { rootOf, stateFolder } from '../project/root.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import { openRuns } from '../tasks/list-tasks.ts';
import { namedBlobs } from './named-blobs.ts';

export interface Collecting {
  /** Runs whose last event is older than that. */
  readonly olderThanMs: number;
  /** Whether runs that never finished go too. Their records are the only way back, so they stay unless a person says so. */
  readonly interrupted: boolean;
  readonly dryRun: boolean;
}

export interface Collected {
  /** Those that went. */
  readonly runs: readonly string[];
  /** Those that are old and stayed, because they never finished. */
  readonly interrupted: readonly string[];
  readonly blobs: number;
  readonly bytes: number;
}

/**
 * Removes what old runs keep, but those of open occurrences of tasks: journal, refs under refs/pawl, folder, and every blob that no remaining run names; also what killed
 * processes left half-written. Branches and commits stay, and all blobs where a repair has set damaged files aside. Refused, with
 * nothing removed, when it cannot be told what the remaining runs need. With `dryRun` nothing is removed.
 */
export async function collectGarbage(cwd: string, collecting: Collecting): Promise<Result<Collected, Refusal>> {
  const store = await openForChange(cwd);
  if (!store.ok) return store.failure.code === 'run/unknown-run' ? ok({ runs: [], interrupted: [], blobs: 0, bytes: 0 }) : store;
  try {
    return await withOwned(store.value, 'pawl gc', rootOf(cwd), () => collect(cwd, store.value, collecting));
  } finally {
    await store.value.close();
  }
}

async function collect(cwd: string, store: Store, { olderThanMs, interrupted, dryRun }: Collecting): Promise<Result<Collected, Refusal>> {
  const runs = await runsIn(store);
  if (!runs.ok) return runs;
  const before = systemClock.nowMs() - olderThanMs;
  const outer = runs.value.filter(({ run }) => !isInnerRun(run));
  // What a task has not heard the end of would be run again if its run were gone.
  const unheard = await openRuns(cwd);
  if (!unheard.ok) return unheard;
  const old = outer.filter(({ run, last }) => last.atMs <= before && !unheard.value.has(run));
  const goingOuter = new Set(old.filter((run) => interrupted || isSettled(run)).map(({ run }) => run));
  // A run within a run goes with that: to take one up needs the other.
  const going = runs.value.filter(({ run }) => goingOuter.has(outermostRun(run)));
  const staying = runs.value.filter((run) => !going.includes(run)).map(({ run }) => run);
  const blobs = await store.blobs.list();
  if (!blobs.ok) return fail(refusalOf('store/unavailable', blobs.failure));
  const named = await namedBlobs(store, staying, new Set(blobs.value.map(({ digest }) => digest)));
  if (!named.ok) return named;
  // What a repair could not save may be salvaged from those files yet, and names blobs that no run here does.
  const aside = asideFolders(stateFolder(rootOf(cwd))).length > 0;
  const unused = aside ? [] : blobs.value.filter(({ digest }) => !named.value.has(digest));
  const ids = going.map(({ run }) => run);
  const removed = dryRun ? ok(undefined) : await remove(cwd, store, ids, unused);
  if (!removed.ok) return removed;
  const kept = old.filter(({ run }) => !goingOuter.has(run)).map(({ run }) => run);
  return ok({ runs: ids, interrupted: kept, blobs: unused.length, bytes: unused.reduce((sum, { bytes }) => sum + bytes, 0) });
}

/** Whether a run's work is done: it finished, or a person has taken it or put it back. */
const isSettled = ({ last: { event } }: RunEnds): boolean => isOver(event);

/**
 * The journal goes last of what a run has: one whose removal was cut short is still listed and goes the next time. Blobs go after
 * all journals: until then something may still name them.
 */
async function remove(cwd: string, store: Store, runs: readonly string[], blobs: readonly StoredBlob[]): Promise<Result<void, Refusal>> {
  const workspace = workspaceOf(cwd, realPrograms(), store);
  const trees = treesOf(cwd, realPrograms(), store);
  const kept = await workspace.kept();
  if (!kept.ok) return fail(refusalOf('run/workspace-obstacle', kept.failure));
  const holding = new Set(kept.value.map(({ run }) => run));
  for (const run of runs) {
    const forgotten = holding.has(run) ? await workspace.forget(run) : ok(undefined);
    if (!forgotten.ok) return fail(refusalOf('run/workspace-obstacle', forgotten.failure));
    const felled = await trees.removeAll({ run, slug: '', ownBranch: false });
    if (!felled.ok) return fail(refusalOf('store/unavailable', felled.failure));
    const folder = await removeFolder(join(stateFolder(rootOf(cwd)), 'runs', run));
    if (!folder.ok) return folder;
    const removed = await store.journal.remove(run);
    if (!removed.ok) return fail(refusalOf('store/unavailable', removed.failure));
  }
  for (const { digest } of blobs) {
    const removed = await store.blobs.remove(digest);
    if (!removed.ok) return fail(refusalOf('store/unavailable', removed.failure));
  }
  const swept = await store.blobs.sweep();
  return swept.ok ? swept : fail(refusalOf('store/unavailable', swept.failure));
}

async function removeFolder(folder: string): Promise<Result<void, Refusal>> {
  try {
    await rm(folder, { recursive: true, force: true });
    return ok(undefined);
  } catch (error) {
    return fail({
      code: 'store/unavailable',
      message: `${folder} could not be removed: ${(error as Error).message}`,
      hint: 'remove it by hand, or give yourself the right to; then pawl gc goes on',
    });
  }
}
