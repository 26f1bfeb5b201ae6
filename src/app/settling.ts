import { programs as realPrograms } from '../adapters/process/programs.ts';
import type { RunEvent } from '../core/events/event.ts';
import { branchSlugOf } from '../core/model/names.ts';
import type { Refusal } from '../core/model/refusal.ts';
import type { Result } from '../core/model/result.ts';
import { type RunSummary, summaryOf } from '../core/views/run-summary.ts';
import type { Programs } from '../ports/programs.ts';
import type { RunPlace, Workspace } from '../ports/workspace.ts';
import { withOwned } from './own-workspace.ts';
import { openForChange, workspaceOf } from './project.ts';
import { rootOf } from './root.ts';
import { findRun } from './run-history.ts';
import { systemClock } from './system-clock.ts';

/** What became of a run that a person took or dropped. */
export interface Settled {
  readonly run: string;
  readonly said: string;
  readonly notes: readonly string[];
}

/** A run that is being taken or dropped, as it is while nobody else can change it. */
export interface Settling {
  readonly summary: RunSummary;
  readonly workspace: Workspace;
  readonly place: RunPlace;
  readonly programs: Programs;
  /** Notes in the run's journal what was done. It is done already: a journal that cannot take the note is a sentence to say, no failure. */
  readonly note: (event: RunEvent) => Promise<readonly string[]>;
}

/** Owns the workspace, reads the run (which may be 'last') and lets `act` settle it. `command` is who owns it meanwhile. */
export async function settling(
  cwd: string,
  run: string,
  command: string,
  act: (settling: Settling) => Promise<Result<Settled, Refusal>>,
): Promise<Result<Settled, Refusal>> {
  const opened = await openForChange(cwd);
  if (!opened.ok) return opened;
  const store = opened.value;
  try {
    return await withOwned(store, command, rootOf(cwd), async () => {
      const found = await findRun(store, run);
      if (!found.ok) return found;
      const summary = summaryOf(found.value);
      const programs = realPrograms();
      const { epoch } = found.value.at(-1) as { epoch: number };
      const note = async (event: RunEvent): Promise<readonly string[]> => {
        const write = { run: summary.run, expectedSeq: found.value.length, epoch, events: [event], atMs: systemClock.nowMs() };
        const noted = await store.journal.append(write);
        return noted.ok ? [] : [`it is done, but the journal could not take a note of it: ${noted.failure.message}`];
      };
      const place = { run: summary.run, slug: branchSlugOf(summary.workflow), ownBranch: summary.settings?.ownBranch ?? true };
      return act({ summary, workspace: workspaceOf(cwd, programs, store), place, programs, note });
    });
  } finally {
    await store.close();
  }
}
