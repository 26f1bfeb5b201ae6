import { findingsOf } from '../core/engine/findings.ts';
import type { Intent, Outcome } from '../core/events/event.ts';
import { valueOf } from '../journaling/value-store.ts';
import type { Performance } from './performance.ts';

/** Hands on what a person said; null where nobody has said anything: nothing decides in place of a person. */
export async function performApproval(
  performance: Performance,
  intent: Extract<Intent, { type: 'approval.requested' }>,
): Promise<Outcome | null> {
  const { approval, blobs, procedure } = performance;
  const { op } = intent;
  if (approval === null) return null;
  const verdict = approval.approved ? 'approved' : 'rejected';
  const output = await valueOf(blobs, Buffer.from(`${verdict}${approval.words === '' ? '' : `: ${approval.words}`}`));
  if (!output.ok) return { type: 'workspace.failed', op, failure: output.failure };
  // A branch goes by the verdict alone: whoever approves may well say what had been rejected before.
  const findings = findingsOf(procedure.stepOf(intent.step), verdict, verdict);
  return { type: 'approval.given', op, ...approval, output: output.value, findings };
}
