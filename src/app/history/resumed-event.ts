import type { StoredEvent } from '../../core/events/envelope.ts';
import type { Fact } from '../../core/events/event.ts';
import type { Found } from '../../core/events/event-parts.ts';
import type { WorkflowText } from '../../core/events/workflow-text.ts';

/** That a run is taken up again, by a new owner whose appends win over any other's. */
export function resumedEvent(
  history: readonly StoredEvent[],
  by: string,
  workflow: WorkflowText | null,
  found: Found | null = null,
): Extract<Fact, { type: 'resumed' }> {
  const last = history.at(-1);
  return { type: 'resumed', epoch: (last?.epoch ?? 0) + 1, by, workflow, ...(found === null ? {} : { found }) };
}
