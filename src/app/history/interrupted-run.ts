import { isOver } from '../../core/events/run-event.ts';
import { isInnerRun } from '../../core/model/names.ts';
import { summaryOf } from '../../core/views/summarize.ts';
import type { Programs } from '../../ports/programs.ts';
import type { Store } from '../../ports/store.ts';
import { eventsOf } from './find-run.ts';
import { questionOf } from './run-history.ts';

/**
 * The newest run, where it was recorded and has neither finished nor been undone or taken; else null, also where the journal
 * cannot tell. It was interrupted, unless it is at work: its caller owns the workspace or asks who does.
 */
export async function openRun({ journal }: Store): Promise<string | null> {
  const runs = await journal.runs();
  const newest = runs.ok ? runs.value.find(({ run }) => !isInnerRun(run)) : undefined;
  if (newest === undefined) return null;
  const { run, first, last } = newest;
  if (isOver(last.event)) return null;
  // Where nothing was recorded there is nothing to put back.
  return (first.event.type === 'run.started' || first.event.type === 'act.started') && first.event.recorded ? run : null;
}

/** What a person is told of a run that is not finished, and what there is to do: it was interrupted, or waits for their word. */
export async function unfinishedText(store: Store, run: string): Promise<{ readonly found: string; readonly hint: string }> {
  const undo = `pawl undo ${run}  puts back what it changed`;
  const events = await eventsOf(store, run);
  const question = events.ok ? await questionOf(store, summaryOf(events.value)) : events;
  return question.ok && question.value !== null
    ? { found: `run ${run} waits for you`, hint: `pawl approve ${run}  answers it, ${undo}` }
    : { found: `run ${run} is not finished`, hint: `pawl resume ${run}  takes it up again, ${undo}` };
}

/**
 * Ends what the newest run has left at work, where that was cut off: what it does from now on would be taken for the next run's. Also
 * where nothing is recorded, as in a folder that is no repository.
 */
export async function endLeftovers({ journal }: Store, programs: Programs): Promise<void> {
  const runs = await journal.runs();
  const newest = runs.ok ? runs.value.find(({ run }) => !isInnerRun(run)) : undefined;
  const first = newest?.first.event;
  if (newest === undefined || isOver(newest.last.event)) return;
  if (first?.type === 'run.started' || first?.type === 'act.started') await programs.endAllWith(first.settings.runToken);
}
