import { actOf } from '../core/act/act-of.ts';
import type { ActState } from '../core/act/act-state.ts';
import { decideAct } from '../core/act/decide-act.ts';
import { evolveAct } from '../core/act/evolve-act.ts';
import type { ToolKit } from '../core/act/tool-kit.ts';
import type { StoredEvent } from '../core/events/envelope.ts';
import type { ActRunEvent } from '../core/events/run-event.ts';
import type { Failure } from '../core/model/failure.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import type { Recorder } from '../journaling/recorder.ts';

/** What something that is said means where the act stands then. */
export type Meaning = (state: ActState) => readonly ActRunEvent[];

const over = fail({ kind: 'refused', message: 'the act has ended, and hears nothing any more' } as const);

/**
 * Where an act stands, and the one way in which it goes on: whoever has something to say of it (its driver, its primitives, a person) takes it here,
 * one after another.
 */
export class ActCourse {
  state: ActState;
  private readonly kit: ToolKit;
  private readonly recorder: Recorder;
  private readonly observe: (stored: StoredEvent) => void;
  private readonly answers = new Map<number, (text: string) => void>();
  private written: StoredEvent[] = [];
  private last: Promise<unknown> = Promise.resolve();
  private ops = 0;

  /** `observe` is called with each event once it is on disk and the state has it. */
  constructor(
    kit: ToolKit,
    history: readonly StoredEvent[],
    recorderOf: (observe: (stored: StoredEvent) => void) => Recorder,
    observe: (stored: StoredEvent) => void,
  ) {
    this.kit = kit;
    this.recorder = recorderOf((stored) => this.written.push(stored));
    this.observe = observe;
    this.state = actOf(history);
    this.ops = this.state.nextOp;
  }

  /** An operation number that nobody has had. */
  nextOp(): number {
    return this.ops++;
  }

  /** Takes in what has happened, with all that follows from it: one transaction, on disk before anything of it is begun. */
  take(events: readonly ActRunEvent[]): Promise<Result<void, Failure>> {
    const taken = this.last.then(() => this.taken(events));
    this.last = taken.catch(() => {});
    return taken;
  }

  /**
   * Takes in what somebody has said, as it means something where the act stands when it is its turn. Once it is decided how the act ends nothing is heard any
   * more: it would stand in the journal as if somebody had listened.
   */
  hear(meaning: Meaning): Promise<Result<void, Failure>> {
    const heard = this.last.then(async () => (this.state.ending === null ? this.taken(meaning(this.state)) : over));
    this.last = heard.catch(() => {});
    return heard;
  }

  /** What is answered to a question of the model's; null where `signal` is aborted first. */
  answerTo(clarification: number, signal: AbortSignal): Promise<string | null> {
    return new Promise((resolve) => {
      this.answers.set(clarification, resolve);
      if (signal.aborted) resolve(null);
      signal.addEventListener('abort', () => resolve(null), { once: true });
    });
  }

  private async taken(events: readonly ActRunEvent[]): Promise<Result<void, Failure>> {
    const batch = [...events];
    let state = events.reduce(evolveAct, this.state);
    for (let more = this.decided(state); more.length > 0; more = this.decided(state)) {
      batch.push(...more);
      state = more.reduce(evolveAct, state);
    }
    const appended = batch.length === 0 ? ok(undefined) : await this.recorder.append(batch);
    if (!appended.ok) return appended;
    this.state = state;
    for (const stored of this.written.splice(0)) {
      const { event } = stored;
      if (event.type === 'clarification.answered') this.answers.get(event.id)?.(event.text);
      this.observe(stored);
    }
    return appended;
  }

  private decided(state: ActState): ActRunEvent[] {
    this.ops = Math.max(this.ops, state.nextOp);
    const decided = decideAct(this.kit, { ...state, nextOp: this.ops });
    this.ops = decided.reduce((next, event) => ('op' in event ? Math.max(next, event.op + 1) : next), this.ops);
    return decided;
  }
}
