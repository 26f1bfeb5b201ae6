import { openMemoryStore } from '../../src/adapters/store/memory/open-store.ts';
import { systemClock } from '../../src/app/surroundings/system-clock.ts';
import type { EffectEnded, EffectEvent, EffectHeld, EffectRequested } from '../../src/core/events/effect-event.ts';
import type { Failure } from '../../src/core/model/failure.ts';
import type { Json } from '../../src/core/model/json.ts';
import { fail, ok, type Result } from '../../src/core/model/result.ts';
import { Cassette } from '../../src/effects/cassette.ts';
import type { Served } from '../../src/effects/cell-server.ts';
import type { Judgement } from '../../src/effects/effect-parts.ts';
import { Effects } from '../../src/effects/effects.ts';
import type { Blobs } from '../../src/ports/blobs.ts';
import { type Primitive, primitive, type WrittenPrimitive } from '../../src/ports/primitive.ts';
import type { CellEnd } from '../../src/ports/sandbox.ts';
import { type PlayedContext, playedCell } from './played-cell.ts';

/** A primitive in a few words: takes any arguments, gives what the function gives. */
export const made = (
  name: string,
  effect: WrittenPrimitive['effect'],
  perform: WrittenPrimitive['perform'],
  more: Partial<WrittenPrimitive> = {},
): Primitive => primitive({ name, description: `${name} of a test`, arguments: { type: 'array' }, effect, perform, ...more });

export const value = (json: Json) => ok({ value: json, nanoUsd: 0 });

/** One act of a test: its journal in memory, with each transaction by itself. */
export class PlayedAct {
  readonly events: EffectEvent[] = [];
  readonly transactions: EffectEvent[][] = [];
  readonly questions: EffectHeld[] = [];
  /** What is asked by what waits within its calls. */
  readonly waits: string[] = [];
  readonly blobs: Blobs = openMemoryStore().blobs;
  readonly stop = new AbortController();
  readonly effects: Effects;
  /** Answers of a person, in their order; then nobody answers. */
  readonly judgements: Judgement[] = [];
  /** What the journal says to the next writes; null = it writes. */
  journalFailure: Failure | null = null;
  private readonly primitives: readonly Primitive[];
  private readonly secrets: ReadonlyMap<string, string>;

  constructor(
    primitives: readonly Primitive[],
    more: {
      before?: readonly EffectEvent[];
      secrets?: Record<string, string>;
      budgetNanoUsd?: number;
      callTimeoutMs?: number;
      blobs?: Blobs;
    } = {},
  ) {
    this.primitives = primitives;
    this.events.push(...(more.before ?? []));
    this.secrets = new Map(Object.entries(more.secrets ?? {}));
    if (more.blobs !== undefined) this.blobs = more.blobs;
    let op = Math.max(1000, ...this.events.map((event) => event.op));
    const append = async (events: readonly EffectEvent[]): Promise<Result<void, Failure>> => {
      if (this.journalFailure !== null) return fail(this.journalFailure);
      this.transactions.push([...events]);
      this.events.push(...events);
      return ok(undefined);
    };
    this.effects = new Effects({
      ...{ scope: 'run-1', primitives, blobs: this.blobs, clock: systemClock, signal: this.stop.signal },
      appender: { append, nextOp: () => ++op },
      before: more.before ?? [],
      secrets: {
        read: async (name) =>
          this.secrets.has(name) ? ok(this.secrets.get(name) as string) : fail({ kind: 'not_found', message: `no ${name}` }),
      },
      allowedSecrets: new Set(this.secrets.keys()),
      knownSecrets: new Map(),
      person: {
        ask: async (question) => {
          this.questions.push(question);
          return this.judgements.shift() ?? null;
        },
        waits: (question) => this.waits.push(question),
      },
      spending: {
        refusal: (nanoUsd) =>
          nanoUsd > (more.budgetNanoUsd ?? Number.POSITIVE_INFINITY) ? { kind: 'budget', message: 'the budget is used up' } : null,
      },
      callTimeoutMs: more.callTimeoutMs ?? 30_000,
    });
  }

  /** Runs code as a cell to its end. */
  async run(
    cell: number,
    code: (ctx: PlayedContext) => Promise<unknown>,
    mayWrite = true,
  ): Promise<{ served: Served; end: CellEnd | null; result: Json }> {
    const running = playedCell(code);
    const served = await this.effects.serve(cell, running, mayWrite);
    const end = served.how === 'ended' ? await running.end : null;
    return { served, end, result: end?.outcome.ok ? end.outcome.result : null };
  }

  /** Runs code against what this act has recorded. */
  async replay(cell: number, code: (ctx: PlayedContext) => Promise<unknown>): Promise<{ served: Served; result: Json }> {
    const cassette = new Cassette({
      events: this.events,
      primitives: this.primitives,
      blobs: this.blobs,
      clean: (text) => this.effects.clean(text),
    });
    const running = playedCell(code);
    const served = await cassette.serve(cell, running);
    const end = served.how === 'ended' ? await running.end : null;
    return { served, result: end?.outcome.ok ? end.outcome.result : null };
  }

  requested(primitive?: string): EffectRequested[] {
    return this.events
      .filter((event) => event.type === 'effect.requested')
      .filter((event) => primitive === undefined || event.primitive === primitive);
  }

  ended(): EffectEnded[] {
    return this.events.filter((event) => event.type === 'effect.ended');
  }
}
