import { type Came, cameOf, type Settled } from './came.ts';
import type { EffectParts } from './effect-parts.ts';
import type { Performing } from './performer.ts';

/**
 * Performs the call that has this operation. Where something within it waits for a person's word, that is on disk as a question to this act too, and nothing comes of
 * the call while this process runs.
 */
export async function performedCall(parts: EffectParts, op: number, performing: Performing, settled: Came['settled']): Promise<Settled> {
  const performed = await parts.performer.perform(performing);
  if (!('waits' in performed)) return cameOf(parts.blobs, performed, settled);
  parts.journal.note({ type: 'effect.held', op, why: 'within', question: performed.waits });
  const asked = await parts.journal.flush();
  if (!asked.ok) return asked;
  parts.person.waits(performed.waits);
  return { ok: true, value: null };
}
