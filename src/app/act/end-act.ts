import { programs } from '../../adapters/process/programs.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import type { Result } from '../../core/model/result.ts';
import { eventsOf } from '../history/find-run.ts';
import { openForChange } from '../project/open-project.ts';
import { withOwned } from '../project/own-workspace.ts';
import { rootOf } from '../project/root.ts';
import { cancelAct } from './cancel-act.ts';

/** Ends an act that nobody drives, those within it, and what its process left at work. It needs no model for that, and nothing is put back: what it did stays. */
export async function endAct(cwd: string, run: string, by: string): Promise<Result<void, Refusal>> {
  const opened = await openForChange(cwd);
  if (!opened.ok) return opened;
  const store = opened.value;
  try {
    return await withOwned(store, run, rootOf(cwd), async () => {
      const history = await eventsOf(store, run);
      if (!history.ok) return history;
      const first = history.value[0]?.event;
      if (first?.type === 'act.started') await programs().endAllWith(first.settings.runToken);
      return cancelAct(store, run, by);
    });
  } finally {
    await store.close();
  }
}
