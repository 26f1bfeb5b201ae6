import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { evolve } from '../../src/core/engine/evolve.ts';
import { initialState, type RunState } from '../../src/core/engine/state.ts';
import type { Totals, WorkflowEvent } from '../../src/core/events/event.ts';
import { waitsForPerson } from '../../src/drive/drive-run.ts';

/** What the journal of a repository says, seen from outside. */
export interface Recorded {
  /** null while no run has begun. */
  readonly run: string | null;
  /** Of the run itself. */
  readonly events: readonly WorkflowEvent[];
  /** Of it and the runs within it. */
  readonly all: readonly WorkflowEvent[];
  readonly next: 'run' | 'resume' | 'approve' | 'nothing';
}

/** Reads the one run that a repository has. */
export function recordedIn(repo: string): Recorded {
  const rows = rowsIn(join(repo, '.pawl/journal.db'));
  const run = rows.find((row) => !row.run.includes('.'))?.run ?? null;
  if (run === null) return { run, events: [], all: [], next: 'run' };
  const eventsOf = (wanted: string): WorkflowEvent[] => rows.filter((row) => row.run === wanted).map((row) => JSON.parse(row.body));
  const events = eventsOf(run);
  const state = events.reduce<RunState>(evolve, initialState);
  // The functions of steps are acts within the run: what these did shows in the files.
  const runs = [...new Set(rows.map((row) => row.run))].filter((each) => eventsOf(each)[0]?.type === 'run.started');
  // Of a run that waits for one within it only that one tells whether it waits for a person, or was cut off at work.
  const asks = runs.some((each) =>
    [...eventsOf(each).reduce<RunState>(evolve, initialState).pending.values()].some(({ type }) => type === 'approval.requested'),
  );
  const next = state.phase === 'finished' ? 'nothing' : waitsForPerson(state) && asks ? 'approve' : 'resume';
  return { run, events, all: runs.flatMap(eventsOf), next };
}

function rowsIn(file: string): { readonly run: string; readonly body: string }[] {
  if (!existsSync(file)) return [];
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    return database.prepare('SELECT run, body FROM runs JOIN events USING (run) ORDER BY ordinal, seq').all() as never;
  } catch (error) {
    // Killed while the tables were being made: there is no run yet.
    if (/no such table|attempt to write a readonly database/.test(String(error))) return [];
    throw error;
  } finally {
    database.close();
  }
}

/** How the run went, by what it concluded: the same for two runs of one workflow, however often one of them was killed. */
export function storyOf({ events }: Recorded, run: string): Readonly<Record<string, unknown>> {
  const told = events.flatMap((event): string[] => {
    switch (event.type) {
      case 'step.started':
      case 'iteration.started':
      case 'iteration.finished':
      case 'step.finished':
      case 'branch.taken':
      case 'run.ending':
        return [JSON.stringify(event).replaceAll(run, 'RUN')];
      default:
        return [];
    }
  });
  const grouped = new Set(
    events.flatMap((event) => (event.type === 'step.started' && 'group' in event && event.group !== null ? [event.step] : [])),
  );
  // Children of a group end in whatever order.
  const isOfGroup = (line: string): boolean => grouped.has(JSON.parse(line).step);
  return { inOrder: told.filter((line) => !isOfGroup(line)), inGroups: told.filter(isOfGroup).sort() };
}

/** Totals, and how many calls were under way when the process died: what those cost nobody knows. */
export function spentIn({ events, all }: Recorded): { readonly totals: Totals; readonly lostCalls: number } {
  const finished = events.findLast((event) => event.type === 'run.finished');
  if (finished?.type !== 'run.finished') throw new Error('the run has not finished');
  const count = (type: WorkflowEvent['type']): number => all.filter((event) => event.type === type).length;
  return { totals: finished.totals, lostCalls: count('prompt.requested') - count('prompt.ended') };
}

/** The attempts of commands and gates that the journal knows to be over, in the words in which they note themselves. */
export function attemptsEnded({ all }: Recorded): { readonly asked: ReadonlySet<string>; readonly last: ReadonlySet<string> } {
  const asked = new Map<number, string>();
  const [names, ended] = [new Set<string>(), new Set<string>()];
  let run = 0;
  for (const event of all) {
    // Operation numbers are those of one run; events stand here run after run.
    if (event.type === 'run.started') run += 1_000_000;
    if (event.type === 'command.requested' || event.type === 'gate.requested') {
      const name = `${event.step}.${event.iteration}.${event.item === 0 ? '' : event.item}.${event.attempt}`;
      asked.set(run + event.op, name);
      names.add(name);
    }
    if (event.type === 'command.ended' || event.type === 'gate.ended') ended.add(asked.get(run + event.op) as string);
  }
  return { asked: names, last: ended };
}
