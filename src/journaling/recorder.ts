import { eventVersion, type StoredEvent } from '../core/events/envelope.ts';
import type { RunEvent } from '../core/events/run-event.ts';
import type { Failure } from '../core/model/failure.ts';
import { ok, type Result } from '../core/model/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';

/** The one who appends to a run's journal: assigns the sequence, and tells readers what is on disk, never before it is. */
export class Recorder {
  private readonly journal: Journal;
  private readonly clock: Clock;
  private readonly run: string;
  private readonly epoch: number;
  private readonly observe: (stored: StoredEvent) => void;
  nextSeq: number;

  constructor(parts: {
    journal: Journal;
    clock: Clock;
    run: string;
    epoch: number;
    nextSeq: number;
    observe: (stored: StoredEvent) => void;
  }) {
    this.journal = parts.journal;
    this.clock = parts.clock;
    this.run = parts.run;
    this.epoch = parts.epoch;
    this.nextSeq = parts.nextSeq;
    this.observe = parts.observe;
  }

  /** All of these events, or none: one transaction. The first call makes the run. */
  async append(events: readonly RunEvent[]): Promise<Result<void, Failure>> {
    const atMs = this.clock.nowMs();
    const { run, epoch, nextSeq: expectedSeq } = this;
    const written =
      expectedSeq === 0
        ? await this.journal.create(run, events, atMs)
        : await this.journal.append({ run, expectedSeq, epoch, events, atMs });
    if (!written.ok) return written;
    this.nextSeq += events.length;
    events.forEach((event, index) => {
      this.observe({ v: eventVersion, run, seq: expectedSeq + index, epoch, atMs, event });
    });
    return ok(undefined);
  }
}
