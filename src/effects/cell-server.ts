import { writes } from '../core/effects/class-of-call.ts';
import type { EffectRecord } from '../core/effects/ledger.ts';
import { type Difference, differenceText, RecordedCell } from '../core/effects/recorded-cell.ts';
import { waitsFor } from '../core/effects/write-barrier.ts';
import type { EffectEnded } from '../core/events/effect-event.ts';
import type { EffectClass } from '../core/model/effect-class.ts';
import type { Failure } from '../core/model/failure.ts';
import { ok, type Result } from '../core/model/result.ts';
import { inlineLimitBytes, type Value } from '../core/model/value.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { CallAnswer, Running, SandboxCall } from '../ports/sandbox.ts';
import { type ArrivedCall, arrivedCall } from './arrived-call.ts';
import type { Came } from './came.ts';
import type { EffectJournal } from './effect-journal.ts';
import type { KnownPrimitives } from './known-primitives.ts';
import type { LiveCall, LiveCalls } from './live-calls.ts';
import { answeredJson, storedJson } from './stored-json.ts';

/** How serving a cell ended. With all but `ended` the cell still runs, and whoever runs it has to end it. */
export type Served =
  | { readonly how: 'ended' }
  /** It went another way than what is recorded. */
  | { readonly how: 'differs'; readonly difference: Difference; readonly text: string }
  /** The journal or the store failed: nothing more may happen. */
  | { readonly how: 'failed'; readonly failure: Failure };

/** What serving needs. `live` null: nothing is performed, whatever is not recorded is a difference. */
export interface ServerParts {
  readonly primitives: KnownPrimitives;
  readonly blobs: Blobs;
  readonly clean: (text: string) => string;
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
  /** Whether the cell was ended from outside, so that its record is only the beginning of what it would have done. */
  readonly isCut: boolean;
  readonly live: { readonly calls: LiveCalls; readonly journal: EffectJournal; readonly mayWrite: boolean } | null;
}

interface Ready {
  readonly call: LiveCall;
  readonly came: Came;
}

/**
 * Answers the calls of one cell: what is recorded from the record, in the recorded order, and from there on by performing it. Results are
 * given one at a time, the next when the code has gone on as far as it can.
 */
export class CellServer {
  private readonly parts: ServerParts;
  private readonly running: Running;
  private readonly cell: number;
  private readonly recorded: RecordedCell;
  private readonly ready: Ready[] = [];
  /** Calls whose results the code has not been given: one that makes ten thousand is not to look through all of them each time. */
  private readonly unreturned = new Map<
    number,
    { readonly class: EffectClass; readonly done: Promise<void>; readonly release: () => void }
  >();
  private readonly tasks = new Set<Promise<void>>();
  /** Aborted when the code is over, or goes no further. */
  private readonly over = new AbortController();
  private readonly isOver: Promise<void>;
  private giving: Promise<void> = Promise.resolve();
  private isArriving = false;
  /** Whether the code makes no more calls. */
  private isEnded = false;
  private order: number;
  private lastMs = 0;
  private stopped: ((served: Served) => void) | null = null;
  private crash: (error: unknown) => void = () => undefined;

  constructor(parts: ServerParts, cell: number, records: ReadonlyMap<number, EffectRecord>, running: Running) {
    this.parts = parts;
    this.cell = cell;
    this.running = running;
    this.recorded = new RecordedCell(records);
    this.order = Math.max(0, ...[...records.values()].map(({ ended }) => ended?.order ?? 0));
    this.isOver = new Promise((resolve) => this.over.signal.addEventListener('abort', () => resolve(), { once: true }));
  }

  /** Resolves when the cell and all that it began are over, or when it cannot go on. Rejects for bugs alone. */
  serve(): Promise<Served> {
    return new Promise<Served>((resolve, reject) => {
      this.stopped = resolve;
      this.crash = reject;
      this.consume().then(resolve, reject);
      void this.running.begun.then(() => this.begun());
      this.wake();
    });
  }

  /** What was begun and writes is waited for, so that it is known what came of it. */
  private stop(served: Served): void {
    this.over.abort();
    void this.settled().then(() => this.stopped?.(served), this.crash);
  }

  private async settled(): Promise<void> {
    await Promise.all(this.tasks);
    this.wake();
    await this.giving;
  }

  private async consume(): Promise<Served> {
    for await (const call of this.running.calls) {
      if (this.over.signal.aborted) break;
      this.isArriving = true;
      await this.arrive(call);
      this.isArriving = false;
    }
    this.isEnded = true;
    await this.running.end;
    this.over.abort();
    await this.settled();
    const written = (await this.parts.live?.journal.flush()) ?? ok(undefined);
    if (!written.ok) return { how: 'failed', failure: written.failure };
    const difference = this.recorded.missing();
    return difference === null ? { how: 'ended' } : differs(difference);
  }

  private async arrive(sandboxCall: SandboxCall): Promise<void> {
    const { live, primitives, blobs, clean } = this.parts;
    const call = arrivedCall(primitives, sandboxCall, clean);
    const made = { primitive: call.name, digest: call.journaled.digest, arguments: argumentsOf(call) };
    const met = this.recorded.meet(call.n, made);
    if (met !== null && !('requested' in met)) return this.stop(differs(met));
    if (met !== null && (met.ended !== null || live === null)) {
      this.expect(call.n, met.requested.class);
      return this.wake();
    }
    if (live === null) return this.stop(this.isCutHere ? { how: 'ended' } : differs({ n: call.n, recorded: null, made }));
    // Only what is new is stored: a replay has a store that it cannot write to.
    const args = met === null ? await storedJson(blobs, call.journaled.text) : ok(met.requested.arguments);
    if (!args.ok) return this.stop({ how: 'failed', failure: args.failure });
    const begun = met === null ? await live.calls.arrived(this.cell, call, args.value, live.mayWrite) : await live.calls.takenUp(met, call);
    this.expect(call.n, begun.requested.class);
    this.begin(call, begun);
  }

  private begin({ n }: ArrivedCall, call: LiveCall): void {
    const task = this.performed(n, call).then((came) => {
      if (came === null) return call.over();
      this.ready.push({ call, came });
      this.wake();
    });
    const settled = task.catch((error) => this.crash(error)).finally(() => this.tasks.delete(settled));
    this.tasks.add(settled);
  }

  /** null = nothing came of it: a person is waited for, or all has stopped. */
  private async performed(n: number, call: LiveCall): Promise<Came | null> {
    const effect = call.requested.class;
    const ahead = [...this.unreturned].filter(([other, { class: of }]) => waitsFor({ n, class: effect }, { n: other, class: of }));
    await Promise.race([Promise.all(ahead.map(([, { done }]) => done)), this.isOver]);
    const both = AbortSignal.any([this.parts.signal, this.over.signal]);
    // A write that has begun goes on when its code is over: it was asked for. What only looks is of no use to anybody then.
    const came = await call.run(writes(effect) && !this.over.signal.aborted ? this.parts.signal : both);
    if (came.ok) return came.value;
    this.stop({ how: 'failed', failure: came.failure });
    return null;
  }

  private expect(n: number, effect: EffectClass): void {
    let release = (): void => undefined;
    const done = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.unreturned.set(n, { class: effect, done, release });
  }

  private wake(): void {
    this.giving = this.giving.then(() => this.give()).catch((error) => this.crash(error));
  }

  private async give(): Promise<void> {
    for (;;) {
      // The last result is not given: code that computes for ever from there on would never have gone on as far as it can.
      if (this.isCutHere) return this.stop({ how: 'ended' });
      const isOver = this.over.signal.aborted;
      const recorded = isOver ? null : this.recorded.upcoming();
      if (recorded?.ended) {
        await this.answer(recorded.requested.n, recorded.ended);
        this.recorded.passOn();
        if (await this.isOverdue()) return;
        continue;
      }
      const next = this.recorded.exhausted || isOver ? this.ready.shift() : undefined;
      if (next === undefined) return;
      await this.giveLive(next);
    }
  }

  /** Whether a cell that was ended from outside has done all that is recorded of it. */
  private get isCutHere(): boolean {
    return this.parts.isCut && !this.over.signal.aborted && this.recorded.isAtLast;
  }

  /** What it had to call before any answer it has called by now, or never will. */
  private begun(): void {
    this.giving = this.giving.then(() => this.isOverdue()).then(() => undefined, this.crash);
  }

  /** After an answer the code has gone on as far as it can: a call whose result is next has been made by then, or never will be. */
  private async isOverdue(): Promise<boolean> {
    // What it made is in `running.calls`, and is taken from there one by one.
    for (let looked = 0; looked < 2; looked += this.isArriving ? 0 : 1) await new Promise<void>((resolve) => setImmediate(resolve));
    const difference = this.recorded.overdue();
    if (difference === null || this.isEnded) return false;
    this.stop(differs(difference));
    return true;
  }

  private async giveLive({ call: { requested, over }, came }: Ready): Promise<void> {
    const { live, nowMs } = this.parts;
    if (live === null) return;
    const order = this.over.signal.aborted ? 0 : ++this.order;
    this.lastMs = Math.max(this.lastMs, nowMs());
    const ended: EffectEnded = { type: 'effect.ended', op: requested.op, ...came, order, nowMs: this.lastMs };
    live.journal.note(ended);
    over();
    const written = await (writes(requested.class) ? live.journal.flush() : live.journal.flushIfMany());
    if (!written.ok) return this.stop({ how: 'failed', failure: written.failure });
    if (order > 0) await this.answer(requested.n, ended);
  }

  private async answer(n: number, ended: EffectEnded): Promise<void> {
    const answer = await this.answerOf(ended);
    if (!answer.ok) return this.stop({ how: 'failed', failure: answer.failure });
    this.lastMs = Math.max(this.lastMs, ended.nowMs);
    await this.running.answer(n, answer.value, ended.nowMs);
    this.unreturned.get(n)?.release();
    this.unreturned.delete(n);
  }

  private async answerOf({ result }: EffectEnded): Promise<Result<CallAnswer, Failure>> {
    if (!result.ok) return ok(result);
    const value = await answeredJson(this.parts.blobs, result.value);
    return value.ok ? ok(ok(value.value)) : value;
  }
}

/** As the journal would hold them; nothing is stored, and what is large stands by its digest. */
const argumentsOf = ({ journaled: { text, digest } }: ArrivedCall): Value => {
  const bytes = Buffer.byteLength(text);
  return bytes <= inlineLimitBytes ? { text } : { blob: digest, bytes };
};

const differs = (difference: Difference): Served => ({ how: 'differs', difference, text: differenceText(difference) });
