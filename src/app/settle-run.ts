import { hostname } from 'node:os';
import { programs as realPrograms } from '../adapters/process/programs.ts';
import type { Store } from '../adapters/store/sqlite/open-store.ts';
import type { RunEvent } from '../core/events/event.ts';
import type { Failure } from '../core/model/failure.ts';
import { branchSlugOf } from '../core/model/names.ts';
import type { Refusal } from '../core/model/refusal.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { lookAt, type RunSummary, summaryOf } from '../core/views/run-summary.ts';
import type { RunPlace, Workspace } from '../ports/workspace.ts';
import { openForWriting, workspaceOf } from './project.ts';
import { findRun } from './run-history.ts';
import { systemClock } from './system-clock.ts';

export interface Settled {
  readonly run: string;
  readonly said: string;
  readonly notes: readonly string[];
}

/** Takes a run's commits: the branch it came from goes forward to them, and the work tree back to that branch. */
export async function applyRun(cwd: string, run: string): Promise<Result<Settled, Refusal>> {
  return settle(cwd, run, async ({ summary, workspace, place, record }) => {
    if (summary.ending === null) return fail(notFinished(summary.run));
    if (summary.tip === null || summary.workspace === null) {
      return fail({ code: 'run/nothing-kept', message: `run ${summary.run} made no commit, so there is nothing to take` });
    }
    const { branch, head } = summary.workspace;
    const applied = await workspace.apply(place, { branch, head }, summary.tip.commit);
    if (!applied.ok) return refused('run/changed-since', applied.failure);
    await record({ type: 'run.applied', commit: summary.tip.commit, said: applied.value });
    return ok({ run: summary.run, said: applied.value, notes: [] });
  });
}

/**
 * Puts everything back to before a run: files, staging, branch. What is left is recorded first. Refused when something has
 * changed since the run ended, unless `anyway`.
 */
export async function undoRun(cwd: string, run: string, anyway: boolean): Promise<Result<Settled, Refusal>> {
  return settle(cwd, run, async ({ summary, workspace, place, record }) => {
    if (summary.start === null) {
      return fail({
        code: 'run/nothing-kept',
        message: `run ${summary.run} recorded no state to go back to`,
        hint: 'it ran outside a git repository, or ended before it began',
      });
    }
    if (summary.ending !== null && summary.end !== null && !anyway) {
      const differs = await workspace.differsFrom(place, summary.end);
      if (!differs.ok) return refused('run/workspace-obstacle', differs.failure);
      if (differs.value !== null) {
        return fail({
          code: 'run/changed-since',
          message: `something has changed since run ${summary.run} ended: ${differs.value}`,
          hint: `pawl undo ${summary.run} --anyway  undoes that too; the state left is kept under refs/pawl/${summary.run}/`,
        });
      }
    }
    const left = await workspace.snapshot(place, `undone-${systemClock.nowMs()}`, 'left');
    if (!left.ok) return refused('run/workspace-obstacle', left.failure);
    const restored = await workspace.restore(place, summary.start, left.value.snapshot);
    if (!restored.ok) return refused('run/workspace-obstacle', restored.failure);
    await record({ type: 'run.undone', left: left.value.snapshot });
    const said = `everything is as it was before run ${summary.run}; what was left is kept: ${lookAt(summary.run, left.value.snapshot.ref)}`;
    return ok({ run: summary.run, said, notes: restored.value.notes });
  });
}

interface Settling {
  readonly summary: RunSummary;
  readonly workspace: Workspace;
  readonly place: RunPlace;
  readonly record: (event: RunEvent) => Promise<void>;
}

/** Owns the workspace for as long as `act` takes, so that no run is at work in it meanwhile. */
async function settle(
  cwd: string,
  run: string,
  act: (settling: Settling) => Promise<Result<Settled, Refusal>>,
): Promise<Result<Settled, Refusal>> {
  const store = await openForWriting(cwd);
  if (!store.ok) return store;
  try {
    const events = await findRun(store.value, run);
    if (!events.ok) return events;
    const summary = summaryOf(events.value);
    const claim = await store.value.ownership.acquire({ run: summary.run, pid: process.pid, host: hostname() });
    if (!claim.ok) return fail(busy(claim.owner?.run ?? null));
    try {
      const workspace = workspaceOf(cwd, realPrograms(), store.value);
      const place = { run: summary.run, slug: branchSlugOf(summary.workflow), ownBranch: summary.settings?.ownBranch ?? true };
      return await act({ summary, workspace, place, record: (event) => record(store.value, events.value, event) });
    } finally {
      await claim.release();
    }
  } finally {
    await store.value.close();
  }
}

/** The deed is done already: a journal that cannot take the note of it is no reason to say it failed. */
async function record(store: Store, events: readonly { run: string; epoch: number }[], event: RunEvent): Promise<void> {
  const last = events.at(-1);
  if (last === undefined) return;
  await store.journal.append({ run: last.run, expectedSeq: events.length, epoch: last.epoch, events: [event], atMs: systemClock.nowMs() });
}

const notFinished = (run: string): Refusal => ({
  code: 'run/not-finished',
  message: `run ${run} did not finish, so its commits are not complete`,
  hint: `pawl show ${run}  says where it stands; pawl undo ${run}  puts everything back`,
});

const busy = (run: string | null): Refusal => ({
  code: 'run/workspace-busy',
  message: `${run === null ? 'a run' : `run ${run}`} is at work in this workspace`,
  hint: run === null ? 'wait for it' : `wait for it, or: pawl cancel ${run}`,
});

const refused = (code: Refusal['code'], failure: Failure): Result<never, Refusal> =>
  fail({ code, message: failure.message, ...(failure.hint ? { hint: failure.hint } : {}) });
