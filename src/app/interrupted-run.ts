import type { Store } from '../ports/store.ts';

/**
 * The newest run, where it was recorded and has neither finished nor been undone or taken; else null, also where the journal
 * cannot tell. It was interrupted, unless it is at work: its caller owns the workspace or asks who does.
 */
export async function openRun({ journal }: Store): Promise<string | null> {
  const runs = await journal.runs();
  const newest = runs.ok ? runs.value[0] : undefined;
  if (newest === undefined) return null;
  const { run, first, last } = newest;
  if (['run.finished', 'run.undone', 'run.applied'].includes(last.event.type)) return null;
  // Where nothing was recorded there is nothing to put back.
  return first.event.type === 'run.started' && first.event.recorded ? run : null;
}

/** What a person is told of an interrupted run, and what there is to do. */
export const interruptedText = (run: string): { readonly found: string; readonly hint: string } => ({
  found: `run ${run} was interrupted and never undone`,
  hint: `pawl undo ${run}  puts back what it changed, pawl show ${run}  says what it did`,
});
