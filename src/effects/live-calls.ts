import { type Admission, admit } from '../core/effects/admission.ts';
import { classOfCall, mostOf, settlesOf, writes } from '../core/effects/class-of-call.ts';
import { identityOf } from '../core/effects/effect-identity.ts';
import type { EffectRecord } from '../core/effects/ledger.ts';
import type { EffectRequested, Withheld } from '../core/events/effect-event.ts';
import type { EffectClass } from '../core/model/effect-class.ts';
import type { Failure } from '../core/model/failure.ts';
import { ok } from '../core/model/result.ts';
import type { Value } from '../core/model/value.ts';
import type { ArrivedCall } from './arrived-call.ts';
import { cameFailed, type Settled } from './came.ts';
import { cameWithheld } from './came-withheld.ts';
import type { EffectParts } from './effect-parts.ts';
import type { KnownPrimitive } from './known-primitives.ts';
import { performedCall } from './performed-call.ts';
import { askWhetherAllowed } from './person-question.ts';
import { settleCall } from './settle-call.ts';
import { takeUpCall } from './take-up-call.ts';

/** A call that the rules have dealt with and that has not begun. */
export interface LiveCall {
  readonly requested: EffectRequested;
  /** Begins it: nothing is performed before this, and no write before it is on disk. */
  readonly run: (signal: AbortSignal) => Promise<Settled>;
  /** What came of it is known to the rules by now, or nothing will come of it. */
  readonly over: () => void;
}

/** The one way from a call of code to a primitive. */
export class LiveCalls {
  private readonly parts: EffectParts;
  private readonly underWay = new Set<number>();
  private reservedNanoUsd = 0;
  /** Whether the entrypoint has failed, and what it did is there as receipts. */
  takeover = false;

  constructor(parts: EffectParts) {
    this.parts = parts;
  }

  /** Numbers a call as it arrives and decides how it goes on. Calls are given to it one at a time, in their order. */
  async arrived(cell: number, call: ArrivedCall, args: Value, mayWrite: boolean): Promise<LiveCall> {
    const { name, primitive, journaled, distinct } = call;
    const declared = primitive?.declared ?? { name, identity: null, settles: 'none' as const, effect: 'pure' as const };
    const base = {
      type: 'effect.requested' as const,
      op: this.parts.journal.nextOp(),
      cell,
      n: call.n,
      primitive: name,
      arguments: args,
      digest: journaled.digest,
      redacted: journaled.redacted,
      settles: settlesOf(declared, call.args),
      takeover: this.takeover,
      distinct,
      identity: identityOf(declared, journaled.args),
    };
    const mistaken = primitive === null ? this.parts.primitives.missing(name) : primitive.mistakeIn(call.args);
    const effect = mistaken !== null || primitive === null ? null : classOfCall(primitive.declared, call.args);
    const tooMuch = effect?.ok && writes(effect.value) && !mayWrite ? writesFailure(name) : null;
    const failure = mistaken ?? (effect?.ok === false ? ({ kind: 'refused', message: effect.failure } as const) : tooMuch);
    const known: EffectClass = effect?.ok ? effect.value : mostOf(declared);
    const { how, count, key, ...admission } = admit(this.parts.journal.ledger, {
      scope: this.parts.scope,
      primitive: name,
      class: known,
      identity: base.identity,
      takeover: this.takeover,
      distinct,
      underWay: this.underWay,
    });
    const whole = { ...base, class: known, count, key, withheld: null };
    if (primitive === null || failure !== null) return this.withheld({ ...whole, class: 'pure' }, { why: 'mistake' }, failure);
    return this.admitted(call, primitive, whole, { how, count, key, ...admission } as Admission);
  }

  /** A call that is recorded without an end, as code makes it again. */
  async takenUp(record: EffectRecord, call: ArrivedCall): Promise<LiveCall> {
    const { requested } = record;
    const { primitive, args } = call;
    const { withheld } = requested;
    if (withheld !== null) {
      const mistake = primitive === null ? this.parts.primitives.missing(call.name) : primitive.mistakeIn(args);
      return { requested, run: async () => ok(cameWithheld(this.parts.journal.ledger, requested, withheld, mistake)), over: nothing };
    }
    const run = async (signal: AbortSignal): Promise<Settled> =>
      primitive === null
        ? ok(cameFailed(this.parts.primitives.missing(call.name)))
        : takeUpCall({ ...this.parts, signal }, record, primitive, args, call.journaled.args);
    return { requested, run, over: this.underWayUntilOver(requested.op, 0) };
  }

  private admitted(call: ArrivedCall, primitive: KnownPrimitive, requested: EffectRequested, admission: Admission): LiveCall {
    switch (admission.how) {
      case 'receipt':
        return this.withheld(requested, { why: 'receipt', receipt: admission.receipt.requested.op }, null);
      case 'hold':
        return this.withheld(requested, { why: 'held', receipts: admission.receipts.map((each) => each.requested.op) }, null);
      case 'perform':
      case 'settle':
      case 'ask': {
        const { estimateNanoUsd } = primitive.declared;
        const refusal =
          estimateNanoUsd === 0
            ? null
            : this.parts.spending.refusal(this.parts.journal.unwrittenNanoUsd + this.reservedNanoUsd + estimateNanoUsd);
        if (refusal !== null) return this.withheld(requested, { why: 'budget' }, refusal);
        return this.performed(call, primitive, requested, admission);
      }
    }
  }

  private withheld(requested: EffectRequested, withheld: Withheld, failure: Failure | null): LiveCall {
    const event = { ...requested, withheld };
    const told = failure === null ? null : this.parts.secrets.cleanFailure(failure);
    this.parts.journal.note(event);
    return { requested: event, run: async () => ok(cameWithheld(this.parts.journal.ledger, event, withheld, told)), over: nothing };
  }

  private performed({ args, journaled }: ArrivedCall, known: KnownPrimitive, requested: EffectRequested, admission: Admission): LiveCall {
    const { estimateNanoUsd } = known.declared;
    this.parts.journal.know(requested);
    const perform = (signal: AbortSignal): Promise<Settled> =>
      performedCall(this.parts, requested.op, { known, args, class: requested.class, key: requested.key, signal }, null);
    const run = async (signal: AbortSignal): Promise<Settled> => {
      this.parts.journal.write(requested);
      const onDisk = writes(requested.class) ? await this.parts.journal.flush() : ok(undefined);
      if (!onDisk.ok) return onDisk;
      if (admission.how === 'settle')
        return settleCall({ ...this.parts, signal }, { requested, known, args, shownArgs: journaled.args, wanted: true });
      if (admission.how !== 'ask') return perform(signal);
      const refused = await askWhetherAllowed(this.parts, requested, journaled.args);
      return refused === 'allowed' ? perform(signal) : refused;
    };
    return { requested, run, over: this.underWayUntilOver(requested.op, estimateNanoUsd) };
  }

  /** Until it is over, the call is known to be under way and what it may cost is spoken for. */
  private underWayUntilOver(op: number, estimateNanoUsd: number): () => void {
    this.underWay.add(op);
    this.reservedNanoUsd += estimateNanoUsd;
    return () => {
      if (this.underWay.delete(op)) this.reservedNanoUsd -= estimateNanoUsd;
    };
  }
}

const nothing = (): void => undefined;

const writesFailure = (name: string): Failure => ({
  kind: 'refused',
  message: `ctx.${name} was not called: it changes something, and this cell only reads`,
  hint: 'run the code in another mode than read_only',
});
