import { canonicalText } from '../../model/canonical-json.ts';
import type { Json } from '../../model/json.ts';
import type { CaseCall } from '../entries/library-entry.ts';

/**
 * The record of a case, as code that is tried goes through it: a call is the first one of the record, of those not taken yet, with the same
 * primitive and the same arguments. So the n-th of equal calls gets what the n-th was given, and a version that calls in another order
 * is still answered.
 */
export class RecordedCalls {
  private readonly exact = new Map<string, CaseCall[]>();
  private readonly redacted: CaseCall[] = [];
  private readonly made: CaseCall[] = [];

  constructor(calls: readonly CaseCall[]) {
    for (const call of calls) {
      if (canonicalText(call.args).includes(mark)) {
        this.redacted.push(call);
        continue;
      }
      const key = keyOf(call.primitive, call.args);
      const queue = this.exact.get(key);
      if (queue === undefined) this.exact.set(key, [call]);
      else queue.push(call);
    }
  }

  /** What is recorded of a call; null = nothing, or no more. */
  take(primitive: string, args: readonly Json[]): CaseCall | null {
    const call = this.exact.get(keyOf(primitive, args))?.shift() ?? this.takeRedacted(primitive, args);
    if (call !== null) this.made.push(call);
    return call;
  }

  /** Those that were taken, in that order. */
  get taken(): readonly CaseCall[] {
    return this.made;
  }

  private takeRedacted(primitive: string, args: readonly Json[]): CaseCall | null {
    const at = this.redacted.findIndex((call) => call.primitive === primitive && isAs(call.args, args));
    return at === -1 ? null : (this.redacted.splice(at, 1)[0] as CaseCall);
  }
}

const mark = '"$redacted":true';

const keyOf = (primitive: string, args: readonly Json[]): string => `${primitive} ${canonicalText(args)}`;

/** Whether a value may be the one that was recorded: what was declared to be redacted stands for anything. */
function isAs(recorded: Json, given: Json): boolean {
  if (typeof recorded !== 'object' || recorded === null) return recorded === given;
  if (Array.isArray(recorded)) {
    return Array.isArray(given) && given.length === recorded.length && recorded.every((each, at) => isAs(each, given[at] as Json));
  }
  const members = Object.entries(recorded);
  if (members.length === 1 && (recorded as { $redacted?: Json }).$redacted === true) return true;
  if (typeof given !== 'object' || given === null || Array.isArray(given) || Object.keys(given).length !== members.length) return false;
  return members.every(([key, each]) => Object.hasOwn(given, key) && isAs(each, (given as { readonly [key: string]: Json })[key] as Json));
}
