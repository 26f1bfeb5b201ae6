import { isEnd } from '../../core/events/run-event.ts';
import type { Occurrence } from '../../core/tasks/occurrence.ts';
import { openForReading } from '../project/open-project.ts';

/** Whether an occurrence that waits for a person has something to be done for it: its run is over by now, or it is to end. */
export async function hasMoved(cwd: string, { run, cancelAsked }: Occurrence): Promise<boolean> {
  if (cancelAsked) return true;
  const store = await openForReading(cwd);
  if (!store.ok) return false;
  try {
    const events = await store.value.journal.read(run);
    return events.ok && events.value.some(({ event }) => isEnd(event));
  } finally {
    await store.value.close();
  }
}
