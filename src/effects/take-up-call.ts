import type { EffectRecord } from '../core/effects/ledger.ts';
import type { Json } from '../core/model/json.ts';
import type { Settled } from './came.ts';
import type { EffectParts } from './effect-parts.ts';
import type { KnownPrimitive } from './known-primitives.ts';
import { performedCall } from './performed-call.ts';
import { askWhetherAllowed } from './person-question.ts';
import { settleCall } from './settle-call.ts';

/**
 * Goes on with a call that stands in the journal without an end: what nobody had allowed yet is asked again, all else is settled.
 * `args` as code gives them, or as `shownArgs`, which stand in the journal.
 */
export async function takeUpCall(
  parts: EffectParts,
  { requested, held, judged }: EffectRecord,
  known: KnownPrimitive,
  args: readonly Json[],
  shownArgs: readonly Json[],
): Promise<Settled> {
  if (held?.why !== 'irreversible' || judged?.approved === true)
    return settleCall(parts, { requested, known, args, shownArgs, wanted: false });
  const refused = await askWhetherAllowed(parts, requested, shownArgs);
  if (refused !== 'allowed') return refused;
  const { key, class: effect } = requested;
  return performedCall(parts, requested.op, { known, args, class: effect, key, signal: parts.signal }, null);
}
