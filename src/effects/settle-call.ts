import { settlementOf } from '../core/effects/settlement.ts';
import type { EffectHeld, EffectRequested } from '../core/events/effect-event.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Json } from '../core/model/json.ts';
import { ok } from '../core/model/result.ts';
import { type Came, cameFailed, cameOf, type Settled } from './came.ts';
import type { EffectParts } from './effect-parts.ts';
import type { KnownPrimitive } from './known-primitives.ts';
import { performedCall } from './performed-call.ts';
import type { Performing } from './performer.ts';
import { judgement, saidText, shownCall } from './person-question.ts';

/** A call of which it is not known whether it happened. */
export interface Doubtful {
  readonly requested: EffectRequested;
  readonly known: KnownPrimitive;
  /** As code gave them, or as they stand in the journal. */
  readonly args: readonly Json[];
  /** As they stand in the journal: what a person is shown. */
  readonly shownArgs: readonly Json[];
  /** Whether it is to be done where it turns out that it was not. */
  readonly wanted: boolean;
}

/** Finds out whether a call happened, as its primitive declares; what did not happen, and is wanted, is then done. */
export async function settleCall(parts: EffectParts, doubtful: Doubtful): Promise<Settled> {
  const { requested, known, args } = doubtful;
  const performing: Performing = { known, args, class: requested.class, key: requested.key, signal: parts.signal };
  const done = (settled: Came['settled']): Promise<Settled> => performedCall(parts, requested.op, performing, settled);
  switch (settlementOf(requested)) {
    case 'leave':
      return done(null);
    case 'again':
      return done('again');
    case 'keyed':
      return done('keyed');
    case 'probe': {
      const probed = await parts.performer.probe(performing);
      if (probed.happened === true) return cameOf(parts.blobs, parts.performer.found(performing, probed.value), 'probe');
      return probed.happened === false ? done('probe') : ok(cameFailed(unknown(requested), 'probe'));
    }
    case 'lost':
      return ok(cameFailed(lost(requested), 'again'));
    case 'person':
      return askWhetherItHappened(parts, doubtful, () => done('person'));
  }
}

const unknown = ({ primitive }: EffectRequested): Failure => ({
  kind: 'in_doubt',
  message: `it cannot be told now whether this call of ctx.${primitive} happened`,
  hint: 'the same call asks again',
});

const lost = ({ primitive }: EffectRequested): Failure => ({
  kind: 'incomplete',
  message: `ctx.${primitive} may have stopped half-way, and its arguments are not kept: they held what is never written down`,
  hint: 'call it again: that does no harm',
});

/**
 * Never sent again by itself: a person says whether it happened. Where it did not and is not wanted (any more), what the person said and
 * what came of it are one transaction.
 */
async function askWhetherItHappened(
  parts: EffectParts,
  { requested, shownArgs, wanted }: Doubtful,
  perform: () => Promise<Settled>,
): Promise<Settled> {
  const question: EffectHeld = { type: 'effect.held', op: requested.op, why: 'in_doubt', question: happenedQuestion(requested, shownArgs) };
  const judged = await judgement(parts, question);
  if (!judged.ok || judged.value === null) return judged.ok ? ok(null) : judged;
  const { approved, by } = judged.value;
  const said = saidText(judged.value);
  const { primitive } = requested;
  if (approved) {
    const message = `this call of ctx.${primitive} was done before, as ${by} says${said}; its result is not known`;
    return ok(cameFailed({ kind: 'incomplete', message, hint: 'do not repeat it' }, 'person'));
  }
  if (wanted) {
    const onDisk = await parts.journal.flush();
    return onDisk.ok ? perform() : onDisk;
  }
  const message = `this call of ctx.${primitive} was not done, as ${by} says${said}`;
  return ok(cameFailed({ kind: 'refused', message, hint: 'call it again if it is still wanted' }, 'person'));
}

function happenedQuestion({ primitive }: EffectRequested, args: readonly Json[]): string {
  return `Did this happen? ${shownCall(primitive, args)} was called, and nothing tells what came of it. Approve if it happened, reject if it did not; it is not sent again by itself.`;
}
