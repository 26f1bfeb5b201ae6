import type { RunSummary } from '../../core/views/run-summary.ts';

/** The recorded state of the first try that was put back, as `lookAt` takes it; null where nothing was. */
export function firstUndone({ steps }: RunSummary): string | null {
  for (const { attempts } of steps) for (const { undone } of attempts) if (undone !== null) return undone.ref;
  return null;
}
