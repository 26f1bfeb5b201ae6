import type { ActSettings } from '../core/events/act-event.ts';
import type { StoredEvent } from '../core/events/envelope.ts';
import type { Effects } from '../effects/effects.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Session } from '../ports/sandbox.ts';
import { cellOf } from './code-cell.ts';
import { recordedCells } from './recorded-cells.ts';
import { runCell } from './run-cell.ts';

export interface RebuildParts {
  readonly blobs: Blobs;
  readonly effects: Pick<Effects, 'replay'>;
  readonly settings: ActSettings;
  /** What had happened before the act was taken up. */
  readonly history: readonly StoredEvent[];
}

/**
 * Gives a fresh session the variables that the one of this name had: its cells run again, every call of theirs answered from the journal. Gives
 * why that did not work, where they went another way; null where it did, or where there is nothing to rebuild.
 */
export async function rebuildSession(
  { blobs, effects, settings, history }: RebuildParts,
  name: string,
  before: number,
  session: Session,
): Promise<string | null> {
  const recorded = await recordedCells(blobs, history);
  if (!recorded.ok) return recorded.failure.message;
  const { cells, open } = recorded.value;
  if (!open.has(name)) return null;
  const own = cells.filter(({ session: of, op }) => of === name && op < before);
  // What was there before it was closed, or went with a cell, was gone by then.
  for (const cell of own.slice(own.findLastIndex(({ isFirst }) => isFirst))) {
    if (cell.mode !== 'stateful') continue;
    const run = await runCell(session, cellOf(cell, settings, new AbortController().signal), (running) => effects.replay(cell.op, running));
    if (run.how === 'differs') return run.text;
    if (run.how === 'failed') return run.failure.message;
    if (run.end.outcome.ok === cell.isError) return 'a cell that went well then failed now, or the other way round';
  }
  return null;
}
