import type { RunSummary } from '../../core/views/run-summary.ts';

/** The names of the two states around the first try of which something was put back; null where nothing was. */
export function firstUndone({ steps }: RunSummary): { readonly from: string; readonly ref: string } | null {
  for (const { attempts } of steps) {
    for (const { undone } of attempts) if (undone !== null && undone.paths > 0) return undone;
  }
  return null;
}
