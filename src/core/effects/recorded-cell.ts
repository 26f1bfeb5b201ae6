import type { Value } from '../model/value.ts';
import type { EffectRecord } from './ledger.ts';

/** A call as far as it is compared: by its number, the primitive and the canonical arguments. */
export interface ComparedCall {
  readonly primitive: string;
  readonly digest: string;
  readonly arguments: Value;
}

/** Where code that runs again first goes another way than what is recorded. `made` null: it did not make the call; `recorded` null: it made one more. */
export interface Difference {
  readonly n: number;
  readonly recorded: ComparedCall | null;
  readonly made: ComparedCall | null;
}

/**
 * What is recorded of one cell, as code that runs it again goes through it: calls are met by their number, and results are given back in
 * the order in which they were.
 */
export class RecordedCell {
  private readonly calls: ReadonlyMap<number, EffectRecord>;
  private readonly given: readonly EffectRecord[];
  private readonly met = new Set<number>();
  private next = 0;

  constructor(calls: ReadonlyMap<number, EffectRecord>) {
    this.calls = calls;
    this.given = [...calls.values()]
      .filter(({ ended }) => ended !== null && ended.order > 0)
      .sort((one, other) => orderOf(one) - orderOf(other));
  }

  /** The record of a call that has arrived; null where there is none of that number; where it differs, how. */
  meet(n: number, made: ComparedCall): EffectRecord | Difference | null {
    const record = this.calls.get(n);
    if (record === undefined) return null;
    const { primitive, digest } = record.requested;
    if (primitive !== made.primitive || digest !== made.digest) return { n, recorded: record.requested, made };
    this.met.add(n);
    return record;
  }

  /** The call whose result is given next, once it has arrived: null until then, and when all are given. */
  upcoming(): EffectRecord | null {
    const record = this.given[this.next];
    return record !== undefined && this.met.has(record.requested.n) ? record : null;
  }

  /** The call that stands in the way: its result is next, and it has not been made. null where there is none. */
  overdue(): Difference | null {
    const record = this.given[this.next];
    if (record === undefined || this.met.has(record.requested.n)) return null;
    return { n: record.requested.n, recorded: record.requested, made: null };
  }

  /** The result that was upcoming has been given. */
  passOn(): void {
    this.next++;
  }

  /** Whether every result that is recorded has been given: from then on nothing is known. */
  get exhausted(): boolean {
    return this.next === this.given.length;
  }

  /** Whether nothing more is known of the code than that it goes on from here: all its calls are made, and at most one result is to be given. */
  get isAtLast(): boolean {
    return this.given.length - this.next <= 1 && this.missing() === null;
  }

  /** The first recorded call that code did not make; null where it made all. */
  missing(): Difference | null {
    const ns = [...this.calls.keys()].filter((n) => !this.met.has(n));
    if (ns.length === 0) return null;
    const n = Math.min(...ns);
    return { n, recorded: (this.calls.get(n) as EffectRecord).requested, made: null };
  }
}

const orderOf = ({ ended }: EffectRecord): number => ended?.order as number;

/** A difference in a sentence. Arguments that are large stand in it by their digest. */
export function differenceText({ n, recorded, made }: Difference): string {
  if (made === null) return `call ${n} was ${callText(recorded as ComparedCall)}, and was not made this time`;
  if (recorded === null) return `call ${n}, ${callText(made)}, was not made when it was recorded`;
  return `call ${n} was ${callText(recorded)}, and is ${callText(made)} this time`;
}

const shownChars = 200;

function callText({ primitive, digest, arguments: args }: ComparedCall): string {
  const inner = 'text' in args ? args.text.slice(1, -1) : null;
  return inner !== null && inner.length <= shownChars ? `${primitive}(${inner})` : `${primitive}(… sha256 ${digest.slice(0, 12)})`;
}
