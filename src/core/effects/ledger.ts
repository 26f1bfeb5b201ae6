import type { EffectEnded, EffectEvent, EffectHeld, EffectJudged, EffectRequested } from '../events/effect-event.ts';
import type { FailureKind } from '../model/failure.ts';
import { addsUp, writes } from './class-of-call.ts';

/** All that the journal says of one call. */
export interface EffectRecord {
  readonly requested: EffectRequested;
  readonly ended: EffectEnded | null;
  readonly held: EffectHeld | null;
  readonly judged: EffectJudged | null;
}

/** happened, as far as is known; doubt: perhaps; not: surely not, or it would do no harm to do it again. */
export type Happening = 'happened' | 'doubt' | 'not';

/** With these it is not known how far the far side came. */
const doubtfulKinds: ReadonlySet<FailureKind> = new Set(['in_doubt', 'timeout', 'cancelled', 'incomplete']);

/** Whether a call that adds up was done. Of one without an end: doubt, whoever asks has to know whether it is under way. */
export function happeningOf({ requested, ended, held, judged }: EffectRecord): Happening {
  if (requested.withheld !== null || !addsUp(requested.class)) return 'not';
  // Nobody has allowed it.
  if (held?.why === 'irreversible' && judged?.approved !== true) return 'not';
  if (ended === null) return 'doubt';
  if (ended.result.ok || (ended.settled === 'person' && judged?.approved === true)) return 'happened';
  return doubtfulKinds.has(ended.result.failure.kind) ? 'doubt' : 'not';
}

/** The fold of an act's effect events: what was asked, what came of it, what is open. */
export class EffectLedger {
  private readonly records = new Map<number, EffectRecord>();
  private readonly cells = new Map<number, Map<number, number>>();
  private readonly orders = new Map<number, number>();
  private readonly byKey = new Map<string, number[]>();
  private readonly byIdentity = new Map<string, number[]>();
  private readonly counts = new Map<string, Counts>();
  private readonly blobs = new Set<string>();

  /** Throws for a journal that answers what was not asked. */
  apply(event: EffectEvent): void {
    switch (event.type) {
      case 'effect.requested':
        this.requested(event);
        return;
      case 'effect.ended': {
        const { cell } = this.change(event.op, { ended: event }).requested;
        if (event.result.ok && 'blob' in event.result.value) this.blobs.add(event.result.value.blob);
        this.orders.set(cell, Math.max(this.lastOrder(cell), event.order));
        return;
      }
      case 'effect.held':
        // A new question: what was said to an earlier one is no answer to it.
        this.change(event.op, { held: event, judged: null });
        return;
      case 'effect.judged':
        this.change(event.op, { judged: event });
        return;
    }
  }

  /** Whether a result stands in this blob. */
  gave(blob: string): boolean {
    return this.blobs.has(blob);
  }

  record(op: number): EffectRecord | undefined {
    return this.records.get(op);
  }

  /** The calls of a cell, by their number in it. */
  ofCell(cell: number): ReadonlyMap<number, EffectRecord> {
    const numbers = this.cells.get(cell) ?? new Map<number, number>();
    return new Map([...numbers].map(([n, op]) => [n, this.records.get(op) as EffectRecord]));
  }

  /** How many results were given to the code of a cell. */
  lastOrder(cell: number): number {
    return this.orders.get(cell) ?? 0;
  }

  /** Requested, and nothing known of what came of it: in the order of arrival. After a crash, those of them that add up are in doubt. */
  open(): EffectRecord[] {
    return this.all().filter(({ requested, ended }) => ended === null && requested.withheld === null);
  }

  /** The smallest number that no call of that identity has, of those that were not withheld before they were counted. */
  freeCount(identity: string, phase: 'before' | 'takeover' | 'act'): number {
    const { before, takeover } = this.countsOf(identity);
    if (phase !== 'act') return (phase === 'before' ? before : takeover).free;
    let count = Math.max(before.free, takeover.free);
    while (before.taken.has(count) || takeover.taken.has(count)) count++;
    return count;
  }

  /** The last call that had this key and was not withheld: what is known of the effect. */
  ofKey(key: string, leftOut: ReadonlySet<number> = new Set()): EffectRecord | undefined {
    return this.list(this.byKey, key)
      .filter(({ requested }) => requested.withheld === null && !leftOut.has(requested.op))
      .at(-1);
  }

  /** The first effect of an identity of which it is not known whether it happened, leaving out what this process has under way. */
  inDoubt(identity: string, underWay: ReadonlySet<number>): EffectRecord | undefined {
    for (const { requested } of this.list(this.byIdentity, identity)) {
      // Of one that is settled just now, the earlier call still says that it is in doubt.
      const latest = this.ofKey(requested.key, underWay);
      if (latest !== undefined && happeningOf(latest) === 'doubt') return latest;
    }
    return undefined;
  }

  /** The first call that had this key. */
  firstOf(key: string): EffectRecord | undefined {
    return this.list(this.byKey, key)[0];
  }

  /** What a primitive did, or perhaps did, before the takeover: the last call of each effect. */
  receipts(primitive: string): EffectRecord[] {
    const before = this.all().filter(({ requested }) => requested.primitive === primitive && !requested.takeover);
    return before.filter((record) => this.ofKey(record.requested.key) === record && happeningOf(record) !== 'not');
  }

  /** What was done, or perhaps done, and leaves something behind: the last call of each effect, in the order in which they were called. */
  done(): EffectRecord[] {
    return this.all().filter((record) => {
      const { requested, ended } = record;
      if (!writes(requested.class) || requested.withheld !== null || this.ofKey(requested.key) !== record) return false;
      return addsUp(requested.class) ? happeningOf(record) !== 'not' : ended === null || ended.result.ok;
    });
  }

  private all(): EffectRecord[] {
    return [...this.records.values()].sort((one, other) => one.requested.op - other.requested.op);
  }

  private countsOf(identity: string): Counts {
    return this.counts.get(identity) ?? { before: { taken: new Set(), free: 0 }, takeover: { taken: new Set(), free: 0 } };
  }

  private list(index: ReadonlyMap<string, readonly number[]>, key: string): EffectRecord[] {
    return (index.get(key) ?? []).map((op) => this.records.get(op) as EffectRecord);
  }

  private requested(requested: EffectRequested): void {
    const { op, cell, n, key, identity, count, takeover, withheld } = requested;
    this.records.set(op, { requested, ended: null, held: null, judged: null });
    const cells = this.cells.get(cell) ?? new Map<number, number>();
    this.cells.set(cell, cells.set(n, op));
    added(this.byKey, key, op);
    added(this.byIdentity, identity, op);
    if (withheld !== null && withheld.why !== 'receipt') return;
    const counts = this.countsOf(identity);
    const phase = takeover ? counts.takeover : counts.before;
    phase.taken.add(count);
    while (phase.taken.has(phase.free)) phase.free++;
    this.counts.set(identity, counts);
  }

  private change(op: number, more: Partial<EffectRecord>): EffectRecord {
    const record = this.records.get(op);
    if (record === undefined) throw new Error(`the journal answers effect ${op}, which it does not ask for`);
    const changed = { ...record, ...more };
    this.records.set(op, changed);
    return changed;
  }
}

/** The counts that calls of one identity have, and the smallest that none has: code may ask the time ten thousand times. */
interface Counts {
  readonly before: { readonly taken: Set<number>; free: number };
  readonly takeover: { readonly taken: Set<number>; free: number };
}

function added(index: Map<string, number[]>, key: string, op: number): void {
  const ops = index.get(key);
  if (ops === undefined) index.set(key, [op]);
  else ops.push(op);
}
