import { EffectLedger } from '../core/effects/ledger.ts';
import type { EffectEvent } from '../core/events/effect-event.ts';
import type { Failure } from '../core/model/failure.ts';
import { fail, ok, type Result } from '../core/model/result.ts';

/** Where effect events go. One transaction each; what resolves `ok` is on disk. */
export interface EffectAppender {
  append(events: readonly EffectEvent[]): Promise<Result<void, Failure>>;
  /** A number for an operation, unique in the run and growing. */
  nextOp(): number;
}

/** So many events wait for a write at most: they are in memory, and a crash loses them. */
const mostWaiting = 256;

/**
 * The journal of one act as it is written. Events of reads wait for what has to be on disk anyway, so that they cost no transaction of
 * their own; a crash that loses them loses nothing that was done.
 */
export class EffectJournal {
  readonly ledger = new EffectLedger();
  private readonly appender: EffectAppender;
  private waiting: EffectEvent[] = [];
  /** What ended calls cost that are not in the journal yet, so that whoever counts there does not see it. */
  unwrittenNanoUsd = 0;
  private writing: Promise<Result<void, Failure>> = Promise.resolve(ok(undefined));

  /** `before`: what stands in it already. */
  constructor(appender: EffectAppender, before: readonly EffectEvent[]) {
    this.appender = appender;
    for (const event of before) this.ledger.apply(event);
  }

  nextOp(): number {
    return this.appender.nextOp();
  }

  /** Lets an event be known to the rules; `write` says when it is to be in the journal. */
  know(event: EffectEvent): void {
    this.ledger.apply(event);
  }

  /** An event that is known goes with the next that are written. */
  write(event: EffectEvent): void {
    this.waiting.push(event);
    this.unwrittenNanoUsd += costOf(event);
  }

  /** Both. */
  note(event: EffectEvent): void {
    this.know(event);
    this.write(event);
  }

  /** All that waits is on disk. After a failure everything fails: what the journal does not hold must not happen. */
  flush(): Promise<Result<void, Failure>> {
    this.writing = this.writing.then((before) => (before.ok ? this.appendWaiting() : before));
    return this.writing;
  }

  /** As `flush`, where so much waits that it had better not be lost. */
  async flushIfMany(): Promise<Result<void, Failure>> {
    return this.waiting.length < mostWaiting ? ok(undefined) : this.flush();
  }

  private async appendWaiting(): Promise<Result<void, Failure>> {
    const events = this.waiting;
    if (events.length === 0) return ok(undefined);
    this.waiting = [];
    const written = await this.appender.append(events);
    if (!written.ok) return fail(written.failure);
    for (const event of events) this.unwrittenNanoUsd -= costOf(event);
    return written;
  }
}

const costOf = (event: EffectEvent): number => (event.type === 'effect.ended' ? (event.nanoUsd ?? 0) : 0);
