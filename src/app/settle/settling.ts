import { programs as realPrograms } from '../../adapters/process/programs.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { RunEvent } from '../../core/events/run-event.ts';
import { isInnerRun, outermostRun } from '../../core/model/names.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { RunSummary } from '../../core/views/run-summary.ts';
import { summaryOf } from '../../core/views/summarize.ts';
import type { Programs } from '../../ports/programs.ts';
import type { Store } from '../../ports/store.ts';
import type { Trees } from '../../ports/trees.ts';
import type { RunPlace, Workspace } from '../../ports/workspace.ts';
import { findRun } from '../history/find-run.ts';
import { openForChange, treesOf, workspaceOf } from '../project/open-project.ts';
import { withOwned } from '../project/own-workspace.ts';
import { rootOf } from '../project/root.ts';
import { placeOf } from '../run/drive-root.ts';
import { systemClock } from '../surroundings/system-clock.ts';

/** What became of a run that a person took or dropped. */
export interface Settled {
  readonly run: string;
  readonly said: string;
  readonly notes: readonly string[];
}

/** A run that is being taken or dropped, as it is while nobody else can change it. */
export interface Settling {
  readonly store: Store;
  readonly history: readonly StoredEvent[];
  readonly summary: RunSummary;
  readonly workspace: Workspace;
  readonly trees: Trees;
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
      if (isInnerRun(summary.run)) return fail(innerRefusal(summary.run, command));
      const programs = realPrograms();
      const { epoch } = found.value.at(-1) as { epoch: number };
      const note = async (event: RunEvent): Promise<readonly string[]> => {
        const write = { run: summary.run, expectedSeq: found.value.length, epoch, events: [event], atMs: systemClock.nowMs() };
        const noted = await store.journal.append(write);
        return noted.ok ? [] : [`it is done, but the journal could not take a note of it: ${noted.failure.message}`];
      };
      const place = placeOf(summary.run, { name: summary.workflow }, { ownBranch: summary.settings?.ownBranch ?? true });
      const settled = await act({
        store,
        history: found.value,
        summary,
        workspace: workspaceOf(cwd, programs, store),
        trees: treesOf(cwd, programs, store),
        place,
        programs,
        note,
      });
      return settled.ok ? ok({ ...settled.value, notes: [...(store.remarks ?? []), ...settled.value.notes] }) : settled;
    });
  } finally {
    await store.close();
  }
}

const innerRefusal = (run: string, command: string): Refusal => ({
  code: 'run/inner-run',
  message: `run ${run} is a part of run ${outermostRun(run)} and is taken or dropped with it`,
  hint: `${command} ${outermostRun(run)}`,
});
