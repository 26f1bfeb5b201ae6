import { lookAt, type RunSummary } from '../../core/views/run-summary.ts';

/** The command that shows the first try of which something was put back; null where nothing was. */
export function firstUndone({ run, steps }: RunSummary): string | null {
  for (const { attempts } of steps) {
    for (const { undone } of attempts) if (undone !== null && undone.paths > 0) return lookAt(run, undone.from, undone.ref);
  }
  return null;
}
