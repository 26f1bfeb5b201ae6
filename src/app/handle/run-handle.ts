import type { StoredEvent } from '../../core/events/envelope.ts';
import type { ActRunEvent } from '../../core/events/run-event.ts';
import type { SteeringEvent } from '../../core/events/steering-event.ts';
import type { Failure } from '../../core/model/failure.ts';
import { usdOf } from '../../core/model/money.ts';
import type { Result } from '../../core/model/result.ts';
import { RunFailed } from '../../core/model/run-failed.ts';
import type { Clarification, Handle, HandleUsage, Notification } from '../../ports/handle.ts';
import { EventFeed } from './event-feed.ts';

/** What is said through a handle. */
export type Said = SteeringEvent | Extract<ActRunEvent, { type: 'clarification.answered' }>;

/** Something that goes on in this process, as far as its handle needs it: an act, a run of a workflow. */
export interface OpenRun {
  readonly run: string;
  /** As messages call it: "the act". */
  readonly name: string;
  /** How it stands when this is read. */
  readonly standing: Standing;
  take(said: readonly Said[]): Promise<Result<void, Failure>>;
}

interface Standing {
  /** Whether it is decided how it ends. */
  readonly isEnding: boolean;
  readonly paused: boolean;
  /** Questions of its own that nobody has answered. */
  readonly clarifications: { has(id: number): boolean };
  readonly totals: { readonly calls: number; readonly nanoUsd: number; readonly unpricedCalls: number; readonly tokens: number };
}

/** What an event tells of the progress, as `notifications` gives it. Fed with all events in their order. */
export type Telling = (stored: StoredEvent) => readonly string[];

/** Begins what the handle is of: tells when it is open and each of its events, and resolves with what came of it. */
type Begin<T> = (open: (run: OpenRun) => void, onEvent: (stored: StoredEvent) => void) => Promise<T>;

const by = 'its handle';

/** The handle of what goes on in this process. `newTelling` makes one for each reader of its notifications. */
export class RunHandle<T> implements Handle<T> {
  readonly run: Promise<string>;
  readonly events = new EventFeed();
  private readonly newTelling: () => Telling;
  private readonly opened: Promise<OpenRun>;
  private readonly ended: Promise<T>;
  private going: OpenRun | null = null;
  private isDone = false;
  private questions = 0;
  private readonly given = new Set<number>();

  constructor(begin: Begin<T>, newTelling: () => Telling) {
    this.newTelling = newTelling;
    let open: (run: OpenRun) => void = () => {};
    const opened = new Promise<OpenRun>((resolve) => {
      open = (run) => {
        this.going = run;
        resolve(run);
      };
    });
    this.ended = begin(open, (stored) => this.events.push(stored)).finally(() => {
      this.isDone = true;
      this.events.end();
    });
    // Whoever never asks for the result is not to be told of its failure by the end of the process.
    this.ended.catch(() => {});
    this.opened = Promise.race([opened, this.ended.then(() => opened)]);
    this.opened.catch(() => {});
    this.run = this.opened.then(({ run }) => run);
    this.run.catch(() => {});
  }

  result(): Promise<T> {
    return this.ended;
  }

  done(): boolean {
    return this.isDone;
  }

  async ask(question: string): Promise<string> {
    const open = await this.openTo('asked');
    const id = `handle-${++this.questions}`;
    await taken(open, [{ type: 'question.asked', id, text: question, by, message: null }]);
    for await (const { event } of this.events) {
      if (event.type !== 'question.answered' || event.id !== id) continue;
      if (event.answer.ok) return event.answer.text;
      throw new RunFailed({ kind: 'refused', message: `the question was not answered: ${event.answer.error}` }, open.run);
    }
    throw new RunFailed({ kind: 'refused', message: `${open.name} ended before the question was answered` }, open.run);
  }

  async interject(message: string): Promise<void> {
    await taken(await this.openTo('told anything'), [{ type: 'said', text: message, by, message: null }]);
  }

  async pause(): Promise<void> {
    const open = await this.openTo('paused');
    if (!open.standing.paused) await taken(open, [{ type: 'paused', by, message: null }]);
  }

  async resume(): Promise<void> {
    const open = await this.openTo('resumed');
    if (open.standing.paused) await taken(open, [{ type: 'unpaused', by, message: null }]);
  }

  async stop(reason = ''): Promise<void> {
    if (this.isDone) return;
    const open = await this.opened;
    // It may end of itself just now, and hear nothing any more.
    if (!open.standing.isEnding) await open.take([{ type: 'stop.asked', by, reason, message: null }]);
    await this.ended.catch(() => {});
  }

  get notifications(): AsyncIterable<Notification> {
    const { events, newTelling } = this;
    return (async function* () {
      const telling = newTelling();
      for await (const stored of events) for (const text of telling(stored)) yield { atMs: stored.atMs, text };
    })();
  }

  async nextClarification(): Promise<Clarification | null> {
    for await (const { event } of this.events) {
      if (event.type !== 'clarification.asked' || this.given.has(event.id)) continue;
      if (this.going !== null && !this.going.standing.clarifications.has(event.id)) continue;
      this.given.add(event.id);
      return { id: event.id, question: event.question };
    }
    return null;
  }

  async answer(id: number, text: string): Promise<void> {
    const open = await this.openTo('answered');
    if (!open.standing.clarifications.has(id))
      throw new RunFailed({ kind: 'not_found', message: `there is no question ${id} that waits for an answer` }, open.run);
    await taken(open, [{ type: 'clarification.answered', id, text, by, message: null }]);
  }

  get usage(): HandleUsage {
    const totals = this.going?.standing.totals;
    return {
      calls: totals?.calls ?? 0,
      costUsd: usdOf(totals?.nanoUsd ?? 0),
      unpricedCalls: totals?.unpricedCalls ?? 0,
      tokens: totals?.tokens ?? 0,
    };
  }

  private async openTo(what: string): Promise<OpenRun> {
    const open = await this.opened;
    if (!open.standing.isEnding) return open;
    throw new RunFailed({ kind: 'refused', message: `${open.name} has ended and can not be ${what} any more` }, open.run);
  }
}

async function taken(open: OpenRun, said: readonly Said[]): Promise<void> {
  const result = await open.take(said);
  if (!result.ok) throw new RunFailed(result.failure, open.run);
}
