import type { Adopted } from '../../agent/tools/adopted-tools.ts';
import type { BeginStorage } from '../../agent/tools/store-skills.ts';
import type { ActState } from '../../core/act/act-state.ts';
import { proactiveLabel } from '../../core/act/review-due.ts';
import type { StorageEnd } from '../../core/events/act-event.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { ActRunEvent } from '../../core/events/run-event.ts';
import { RunHandle } from '../handle/run-handle.ts';
import { recordOf } from './act-record.ts';
import { type LibrarianParts, type LibrarianTask, workOfLibrarian } from './librarian-act.ts';
import { requestOf } from './librarian-request.ts';
import { taskOf } from './librarian-task.ts';
import { openLibrarian } from './open-librarian.ts';

/** The course of the act that passes are begun in. */
interface Around {
  readonly state: ActState;
  hear(meaning: () => readonly ActRunEvent[]): Promise<unknown>;
}

/** Librarians that store something while their act goes on, as its model asked for. The act does not wait for them, its review does. */
export class StoragePasses {
  private readonly parts: LibrarianParts;
  private readonly run: string;
  private readonly history: () => Promise<readonly StoredEvent[]>;
  private readonly going = new Map<string, RunHandle<StorageEnd | null>>();
  private readonly stopping = new AbortController();
  private around: Around | null = null;

  /** `history`: all that has happened in the act of `run` by now. */
  constructor(parts: LibrarianParts, run: string, history: () => Promise<readonly StoredEvent[]>) {
    this.parts = parts;
    this.run = run;
    this.history = history;
  }

  /** The act goes on: those that were cut off with it are taken up. */
  open(around: Around): void {
    this.around = around;
    for (const [run, { request }] of around.state.storage) this.goOn(run, request);
  }

  /** The act hears nothing any more: what ends from now on is read from its own journal. */
  detach(): void {
    this.around = null;
  }

  readonly begin: BeginStorage = async (request, op) => {
    const { around } = this;
    if (around === null) return { ok: false, text: 'The act is ending: what was done is looked through in any case.' };
    const run = `${this.run}.${op}`;
    if (!around.state.storage.has(run) && !this.going.has(run))
      await around.hear(() => [{ type: 'storage.begun', op, pass: run, label: proactiveLabel, request }]);
    this.goOn(run, request);
    return { ok: true, text: run };
  };

  /** One that goes on, to be asked, told and ended. */
  adopted(run: string): Adopted | null {
    const handle = this.going.get(run);
    return handle === undefined || handle.done() ? null : handle;
  }

  /** Ends all: the act was cancelled. */
  stop(): void {
    this.stopping.abort('the act was cancelled');
  }

  /** Resolves when none goes on any more. */
  async ended(): Promise<void> {
    await Promise.all([...this.going.values()].map((handle) => handle.result().catch(() => {})));
  }

  private goOn(run: string, request: string): void {
    if (this.going.has(run)) return;
    const handle = new RunHandle<StorageEnd | null>(
      async (open, onEvent) => {
        const task = await this.taskFor(run, request);
        const watched = { ...task, onEvent, onOpen: (course: Parameters<LibrarianTask['onOpen']>[0]) => open(openLibrarian(run, course)) };
        const end = await workOfLibrarian(this.parts, watched);
        // Once the act has its end it hears nothing more: its review reads what came of it from its own journal.
        if (end !== null) await this.around?.hear(() => [{ type: 'storage.ended', pass: run, ...end }]);
        return end;
      },
      () => () => [],
    );
    this.going.set(run, handle);
  }

  private async taskFor(run: string, focus: string): Promise<LibrarianTask> {
    const record = recordOf(this.run, await this.history());
    return taskOf(this.parts, record, {
      run,
      context: null,
      signal: this.stopping.signal,
      request: () => requestOf(this.parts, record, { focus, instructions: null, summaries: record.state.summaries }),
    });
  }
}
