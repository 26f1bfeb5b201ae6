import { resultLimitBytes } from '../core/effects/answer-form.ts';
import { addsUp, writes } from '../core/effects/class-of-call.ts';
import { journaledResult } from '../core/effects/journaled-json.ts';
import type { Usage } from '../core/events/event-parts.ts';
import { canonicalJson } from '../core/model/canonical-json.ts';
import type { EffectClass } from '../core/model/effect-class.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Json } from '../core/model/json.ts';
import { fail, type Result } from '../core/model/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { Pauses } from '../ports/pauses.ts';
import type { Primitive, PrimitiveContext, PrimitiveResult, Probed } from '../ports/primitive.ts';
import type { KnownPrimitive } from './known-primitives.ts';
import type { SecretValues } from './secret-values.ts';

/** What came of performing one call, without secrets: as it goes to the journal and to code. */
export interface Performed {
  readonly result: { readonly ok: true; readonly text: string } | { readonly ok: false; readonly failure: Failure };
  readonly durationMs: number;
  /** null = not known. */
  readonly nanoUsd: number | null;
  readonly usage: Usage | null;
}

/** One call to perform. `args` as code gave them. */
export interface Performing {
  readonly known: KnownPrimitive;
  readonly args: readonly Json[];
  readonly class: EffectClass;
  readonly key: string;
  readonly signal: AbortSignal;
}

/** A primitive that was told to stop gets so long to say what came of it; then nobody waits any more. */
const graceMs = 2000;

/** A pause is looked at again after that. */
const longestWaitMs = 24 * 60 * 60_000;

/** Performs calls: fills in secrets, holds them to their time, and makes values of whatever comes back. Writes no journal. */
export class Performer {
  private readonly secrets: SecretValues;
  private readonly clock: Clock;
  private readonly timeoutMs: number;
  private readonly pauses: Pauses;
  private readonly opOf: (key: string) => number;
  private readonly gave: (blob: string) => boolean;

  /** `opOf`: the operation that had a key first. `gave`: whether a result of the act has this blob. */
  constructor(parts: {
    secrets: SecretValues;
    clock: Clock;
    timeoutMs: number;
    pauses: Pauses;
    opOf: (key: string) => number;
    gave: (blob: string) => boolean;
  }) {
    this.gave = parts.gave;
    this.opOf = parts.opOf;
    this.secrets = parts.secrets;
    this.clock = parts.clock;
    this.timeoutMs = parts.timeoutMs;
    this.pauses = parts.pauses;
  }

  /** `waits`: what a person is asked by something within the call, without which it does not go on. */
  async perform(call: Performing): Promise<Performed | { readonly waits: string }> {
    const begun = this.clock.monotonicMs();
    let spent: number | null | undefined;
    const told = (nanoUsd: number | null): void => {
      spent = nanoUsd;
    };
    let waiting: string | null = null;
    const waits = (question: string): void => {
      waiting = this.secrets.clean(question);
    };
    const given = await this.asked(call, (args, context) => call.known.declared.perform(args, { ...context, spent: told, waits }));
    if (waiting !== null) return { waits: waiting };
    const result = given.ok ? this.readable(call, given.value) : given;
    return {
      result: result.ok ? result : fail(this.secrets.cleanFailure(result.failure)),
      durationMs: Math.round(this.clock.monotonicMs() - begun),
      nanoUsd: given.ok ? given.value.nanoUsd : spent !== undefined ? spent : costOfFailure(given.failure, call.known.declared),
      usage: given.ok ? (given.value.usage ?? null) : null,
    };
  }

  /** Whether a call happened, as the far side tells. A failure to tell is `unknown`, never "no". */
  async probe(call: Performing): Promise<Probed> {
    const { probe } = call.known.declared;
    if (probe === undefined) return { happened: 'unknown' };
    const probed = await this.asked<Probed>({ ...call, class: 'read' }, (args, context) => probe.call(call.known.declared, args, context));
    return probed.ok ? probed.value : { happened: 'unknown' };
  }

  /** What a probe found, as if it had been performed. */
  found(call: Performing, value: Json): Performed {
    return { result: this.readable(call, { value, nanoUsd: 0 }), durationMs: 0, nanoUsd: 0, usage: null };
  }

  private async asked<T>(
    call: Performing,
    ask: (args: readonly Json[], context: PrimitiveContext) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    const filled = await this.secrets.filledIn(call.args);
    if (!filled.ok) return filled;
    const { name } = call.known.declared;
    if (call.signal.aborted) return fail({ kind: 'refused', message: `ctx.${name} was not called: the act was stopped before` });
    const stop = new AbortController();
    const done = new AbortController();
    const signal = AbortSignal.any([call.signal, stop.signal]);
    const context = {
      key: call.key,
      op: this.opOf(call.key),
      timeoutMs: this.timeoutMs,
      signal,
      gave: this.gave,
      secret: (of: string) => this.secrets.read(of),
    };
    const answer = settled(ask, filled.value, context, call);
    const first = await Promise.race([answer, this.cutOff(call, stop, done.signal)]);
    done.abort();
    return first;
  }

  /** Tells a call to stop when its time is over, and gives a failure when it, or one that was stopped, does not come back then. */
  private async cutOff(call: Performing, stop: AbortController, done: AbortSignal): Promise<Result<never, Failure>> {
    const { name } = call.known.declared;
    await this.counted(this.timeoutMs, AbortSignal.any([call.signal, done]));
    const what = call.signal.aborted ? 'was stopped' : `took longer than ${this.timeoutMs / 1000} seconds`;
    stop.abort();
    await this.clock.wait(graceMs, done);
    const doubt = addsUp(call.class);
    const kind = doubt ? 'in_doubt' : call.signal.aborted ? 'cancelled' : 'timeout';
    return fail({ kind, message: `ctx.${name} ${what}${doubt ? ', and it is not known whether it happened' : ''}` });
  }

  /** Resolves when so much time has passed that counts, or at once when the signal is aborted. */
  private async counted(ms: number, signal: AbortSignal): Promise<void> {
    for (let leftMs = ms; leftMs > 0 && !signal.aborted; ) {
      const { isPaused } = this.pauses;
      const changed = new AbortController();
      const unlisten = this.pauses.listen(() => changed.abort());
      const begunMs = this.clock.monotonicMs();
      await this.clock.wait(isPaused ? longestWaitMs : leftMs, AbortSignal.any([signal, changed.signal]));
      unlisten();
      if (!isPaused) leftMs -= this.clock.monotonicMs() - begunMs;
    }
  }

  private readable({ known, class: effect }: Performing, { value }: PrimitiveResult): Performed['result'] {
    const bad = (what: string): Performed['result'] => {
      const done = writes(effect) ? 'it was done, but ' : '';
      return fail({ kind: writes(effect) ? 'incomplete' : 'invalid_output', message: `ctx.${known.declared.name}: ${done}${what}` });
    };
    const raw = readOnce(value);
    if (!raw.ok) return bad(`its result is no JSON: ${raw.message}`);
    const plain = JSON.parse(raw.text) as Json;
    const fault = known.faultIn(plain);
    if (fault !== null && !writes(effect)) return bad(`its result is not what it declares: ${fault}`);
    const kept = canonicalJson(journaledResult(known.declared, plain, this.secrets.clean));
    if (!kept.ok) return bad(`its result is no JSON without secrets: ${kept.message}`);
    const bytes = kept.text.length > resultLimitBytes / 4 ? Buffer.byteLength(kept.text) : kept.text.length;
    if (bytes > resultLimitBytes)
      return bad(`its result has ${bytes} bytes, more than the ${resultLimitBytes} that one may have; ask for less at once`);
    return { ok: true, text: kept.text };
  }
}

/** What a primitive of the user's own gives may be anything, and throw or be something else each time that it is looked at. */
function readOnce(value: Json): ReturnType<typeof canonicalJson> {
  try {
    return canonicalJson(value);
  } catch (error) {
    return { ok: false, path: '$', message: `to read it throws: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** A primitive of the user's own may throw, also before it gives a promise. */
async function settled<T>(
  ask: (args: readonly Json[], context: PrimitiveContext) => Promise<Result<T, Failure>>,
  args: readonly Json[],
  context: PrimitiveContext,
  { known, class: effect }: Performing,
): Promise<Result<T, Failure>> {
  try {
    return await ask(args, context);
  } catch (error) {
    const message = `ctx.${known.declared.name} threw: ${error instanceof Error ? error.message : String(error)}`;
    return fail({ kind: addsUp(effect) ? 'in_doubt' : 'io', message });
  }
}

/** What was refused cost nothing; of all else it is not known, unless it never costs anything. */
const costOfFailure = ({ kind }: Failure, { estimateNanoUsd }: Primitive): number | null =>
  kind === 'refused' || kind === 'not_found' || estimateNanoUsd === 0 ? 0 : null;
