import type { EffectClass } from '../../model/effect-class.ts';
import type { Json } from '../../model/json.ts';
import { callKey } from '../call-key.ts';
import type { Answer, Cassette, RecordedCall } from '../cassette.ts';
import { effectOf, recordedEffects } from '../world/effect-of.ts';
import type { Contract } from './contract.ts';
import { type Difference, difference, type Run } from './equivalence.ts';

/** What a run asked for that the recording does not have. */
export const notRecorded = 'NOT_RECORDED';

/** Answers the calls of one run from a recording, and from nothing else. */
export class RecordedReplay {
  private readonly cassette: Cassette;
  private readonly keys: readonly string[];
  /** How many writes came before each call of the recording. */
  private readonly sections: readonly number[];
  private readonly effects: ReadonlyMap<string, EffectClass>;
  private readonly used = new Set<number>();
  private writes = 0;
  /** Reads that it has no answer for; writes that it does not have. */
  readonly reads: { readonly primitive: string; readonly args: readonly Json[] }[] = [];
  readonly unrecorded: { readonly primitive: string; readonly args: readonly Json[] }[] = [];

  constructor(cassette: Cassette) {
    this.cassette = cassette;
    this.keys = cassette.calls.map(({ primitive, args }) => callKey(primitive, args));
    let writes = 0;
    this.sections = cassette.calls.map((call) => (isWrite(call.class) ? writes++ : writes));
    this.effects = recordedEffects([cassette]);
  }

  call(primitive: string, args: readonly Json[]): Pick<RecordedCall, 'class' | 'answer'> {
    const effect = effectOf(primitive, args, this.effects);
    const key = callKey(primitive, args);
    const at = isWrite(effect) ? this.write(key) : this.read(key);
    if (at >= 0) {
      this.used.add(at);
      return this.cassette.calls[at] as RecordedCall;
    }
    (isWrite(effect) ? this.unrecorded : this.reads).push({ primitive, args });
    return { class: effect, answer: { ok: false, error: `${notRecorded}: ${primitive}` } };
  }

  private write(key: string): number {
    const at = this.keys.findIndex((each, index) => each === key && !this.used.has(index));
    this.writes += 1;
    return at;
  }

  /** Among those that were read between the same two writes, the n-th like the n-th; elsewhere where all said the same. */
  private read(key: string): number {
    const alike = this.keys.flatMap((each, at) => (each === key ? [at] : []));
    const here = alike.find((at) => !this.used.has(at) && this.sections[at] === this.writes);
    if (here !== undefined) return here;
    const answers = new Set(alike.map((at) => JSON.stringify(this.cassette.calls[at]?.answer)));
    return answers.size === 1 ? (alike.find((at) => !this.used.has(at)) ?? (alike[0] as number)) : -1;
  }
}

const isWrite = (effect: EffectClass): boolean => effect !== 'read' && effect !== 'pure';

/** A run from a recording. */
export interface Replayed {
  readonly run: Run;
  readonly reads: RecordedReplay['reads'];
  readonly unrecorded: RecordedReplay['unrecorded'];
}

/** What a replay says of a candidate: it does what was recorded, it does something else, or the recording cannot tell. */
export type ReplayVerdict =
  | { readonly is: 'same' }
  | { readonly is: 'inconclusive'; readonly read: { readonly primitive: string; readonly args: readonly Json[] } }
  | { readonly is: 'unrecorded_write'; readonly write: { readonly primitive: string; readonly args: readonly Json[] } }
  | { readonly is: 'different'; readonly difference: Difference };

/** Holds a replayed run against its recording. A read that the recording has no answer for makes it say nothing. */
export function replayVerdict({ run, reads, unrecorded }: Replayed, cassette: Cassette, contract: Contract): ReplayVerdict {
  const [read] = reads;
  if (read) return { is: 'inconclusive', read };
  const [write] = unrecorded;
  if (write) return { is: 'unrecorded_write', write };
  const found = difference(run, { outcome: cassette.outcome, calls: cassette.calls }, contract);
  return found === null ? { is: 'same' } : { is: 'different', difference: found };
}

export type { Answer };
