import { splitDistinct } from '../core/effects/distinct.ts';
import { RecordedCalls } from '../core/library/cases/recorded-calls.ts';
import type { CaseCall } from '../core/library/entries/library-entry.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Json } from '../core/model/json.ts';
import type { Result } from '../core/model/result.ts';
import type { CallAnswer, Running, SandboxCall } from '../ports/sandbox.ts';

/** How serving a trial ended. Where a call is `unanswered` the code still runs, and whoever runs it has to end it. */
export type CaseServed =
  /** `calls`: those of the record that the code made, in that order. */
  | { readonly how: 'ended'; readonly calls: readonly CaseCall[] }
  | { readonly how: 'unanswered'; readonly primitive: string; readonly args: readonly Json[] };

interface CaseWorld {
  readonly calls: readonly CaseCall[];
  /** What `ctx.call` gives: the text of a stored function. */
  readonly stored: (args: readonly Json[]) => Promise<Result<Json, Failure>>;
  readonly atMs: number;
}

interface Pending {
  readonly n: number;
  /** Where its result comes among the others; 0 = it is not recorded, and waits for none. */
  readonly order: number;
  readonly answer: CallAnswer;
}

/**
 * Answers the calls of code that is tried, from a record of what primitives gave once: nothing is ever performed. Of results that are to be given the one
 * comes first that came first then, so that races fall the same way. Unlike `CellServer`, it is not held against the numbers of the record: a later
 * version may call in another order, or less.
 */
export class CaseServer {
  private readonly running: Running;
  private readonly world: CaseWorld;
  private readonly record: RecordedCalls;
  private readonly pending: Pending[] = [];
  private unanswered: Extract<CaseServed, { how: 'unanswered' }> | null = null;
  private isEnded = false;
  private isArriving = false;
  private changed: () => void = () => {};

  constructor(running: Running, world: CaseWorld) {
    this.running = running;
    this.world = world;
    this.record = new RecordedCalls(world.calls);
  }

  /** Resolves when the code has ended, or made a call that nothing answers. */
  async serve(): Promise<CaseServed> {
    const taking = this.take();
    await this.running.begun;
    for (;;) {
      await this.isQuiet();
      if (this.unanswered !== null) return this.unanswered;
      if (this.isEnded) break;
      const next = this.next();
      if (next === null) await this.somethingElse();
      else await this.running.answer(next.n, next.answer, this.world.atMs);
    }
    await taking;
    return { how: 'ended', calls: this.record.taken };
  }

  private async take(): Promise<void> {
    for await (const call of this.running.calls) {
      this.isArriving = true;
      await this.arrived(call);
      this.isArriving = false;
      this.changed();
    }
    this.isEnded = true;
    this.changed();
  }

  private async arrived({ n, primitive, args: given }: SandboxCall): Promise<void> {
    const { args } = splitDistinct(given);
    if (primitive === 'call') {
      this.pending.push({ n, order: 0, answer: await this.world.stored(args) });
      return;
    }
    const recorded = this.record.take(primitive, args);
    if (recorded === null) this.unanswered ??= { how: 'unanswered', primitive, args };
    else this.pending.push({ n, order: recorded.order, answer: recorded.result });
  }

  private next(): Pending | null {
    const [first] = this.pending.toSorted((one, other) => one.order - other.order || one.n - other.n);
    if (first === undefined) return null;
    this.pending.splice(this.pending.indexOf(first), 1);
    return first;
  }

  /** What code called before it waited is in `running.calls`, and is taken from there one by one. */
  private async isQuiet(): Promise<void> {
    for (let looked = 0; looked < 2; looked += this.isArriving ? 0 : 1) await new Promise<void>((resolve) => setImmediate(resolve));
  }

  private somethingElse(): Promise<void> {
    return new Promise((resolve) => {
      this.changed = resolve;
    });
  }
}
