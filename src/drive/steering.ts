import { evolve } from '../core/engine/evolve.ts';
import type { RunState } from '../core/engine/state.ts';
import type { WorkflowRunEvent } from '../core/events/run-event.ts';
import type { Failure } from '../core/model/failure.ts';
import { fail, type Result } from '../core/model/result.ts';
import type { Redactor } from '../core/secrets/redactor.ts';

/** What something that is said means where the run stands then. */
export type Meaning = (state: RunState) => readonly WorkflowRunEvent[];

interface Waiting {
  readonly meaning: Meaning;
  readonly settle: (result: Result<void, Failure>) => void;
}

/** What people say to a run while it is driven, from wherever it comes, in its order, until the driver takes it in. */
export class Steering {
  private readonly redactor: Redactor;
  private readonly stir: () => void;
  private waiting: Waiting[] = [];
  private taken: Waiting[] = [];

  /** `stir` is called when there is something new. */
  constructor(redactor: Redactor, stir: () => void) {
    this.redactor = redactor;
    this.stir = stir;
  }

  get isIdle(): boolean {
    return this.waiting.length === 0;
  }

  /** Resolves once it is on disk, or cannot be. */
  take(meaning: Meaning): Promise<Result<void, Failure>> {
    return new Promise((settle) => {
      this.waiting.push({ meaning, settle });
      this.stir();
    });
  }

  /** All that has been said since, without the values of secrets. That a run is to end is said to it once. */
  next(from: RunState): WorkflowRunEvent[] {
    let state = from;
    const events: WorkflowRunEvent[] = [];
    for (const each of this.waiting) {
      for (const event of each.meaning(state)) {
        if (state.cancelled && isEndWish(event)) continue;
        const clean = this.redacted(event);
        events.push(clean);
        state = evolve(state, clean);
      }
    }
    this.taken.push(...this.waiting);
    this.waiting = [];
    return events;
  }

  /** What was taken is on disk, or could not be written. */
  settle(result: Result<void, Failure>): void {
    for (const { settle } of this.taken.splice(0)) settle(result);
  }

  /** Nobody hears anything any more. */
  close(): void {
    this.taken.push(...this.waiting.splice(0));
    this.settle(fail({ kind: 'refused', message: 'the run has ended, and hears nothing any more' }));
  }

  private redacted(event: WorkflowRunEvent): WorkflowRunEvent {
    if (event.type === 'said' || event.type === 'question.asked') return { ...event, text: this.redactor.text(event.text) };
    return event.type === 'stop.asked' ? { ...event, reason: this.redactor.text(event.reason) } : event;
  }
}

const isEndWish = ({ type }: WorkflowRunEvent): boolean => type === 'cancel.asked' || type === 'stop.asked' || type === 'deadline.passed';
