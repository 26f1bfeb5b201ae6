import { settlementOf } from '../core/effects/settlement.ts';
import type { Failure } from '../core/model/failure.ts';
import { ok, type Result } from '../core/model/result.ts';
import type { EffectParts } from './effect-parts.ts';
import { jsonOf } from './stored-json.ts';
import { takeUpCall } from './take-up-call.ts';

/** What settling found. */
export interface SettledEffects {
  /** Operations of which it is known now what came of them. */
  readonly settled: readonly number[];
  /** Operations about which a person has been asked and has not answered: the act waits for them. */
  readonly waiting: readonly number[];
}

/**
 * After a crash: finds out what came of every write that was requested and has no end, in their order, each as its primitive declares.
 * What comes of it stands in the journal as what code is given next when it runs again. Reads are left: code that runs again reads
 * again. Fails where the journal or the store does; what is settled by then stays so.
 */
export async function settleEffects(parts: EffectParts): Promise<Result<SettledEffects, Failure>> {
  const settled: number[] = [];
  const waiting: number[] = [];
  for (const record of parts.journal.ledger.open()) {
    const { requested } = record;
    if (settlementOf(requested) === 'leave') continue;
    const { op, primitive, cell } = requested;
    const args = await jsonOf(parts.blobs, requested.arguments);
    if (!args.ok) return args;
    const known = parts.primitives.get(primitive);
    // Whoever took the primitive away has to bring it back: nothing else can tell what came of the call.
    if (known === null) return { ok: false, failure: parts.primitives.missing(primitive) };
    const came = await takeUpCall(parts, record, known, args.value as [], args.value as []);
    if (!came.ok) return came;
    if (came.value === null) {
      waiting.push(op);
      continue;
    }
    const order = parts.journal.ledger.lastOrder(cell) + 1;
    parts.journal.note({ type: 'effect.ended', op, ...came.value, order, nowMs: parts.clock.nowMs() });
    const written = await parts.journal.flush();
    if (!written.ok) return written;
    settled.push(op);
  }
  return ok({ settled, waiting });
}
