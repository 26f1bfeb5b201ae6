import { setTimeout as delay } from 'node:timers/promises';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { Cell, CellFailure, Running, Session, SessionRequest, Variable } from '../../../ports/sandbox.ts';
import type { FromChild, ToChild } from './frames.ts';
import { limitMemory, memoryLimitMissing, usedMemory } from './memory-limit.ts';
import { RunningCell } from './running-cell.ts';
import type { Worker } from './worker.ts';

/** For what no code of a cell takes part in. */
const replyMs = 10_000;

/** With less than this no cell can run, however much the session's own variables take. */
const leastBytes = 32 * 1024 * 1024;

export interface SessionPlace {
  readonly request: SessionRequest;
  readonly worker: Worker;
  /** Another worker of the same kind, for a cell that runs on copies. */
  readonly another: () => Promise<Result<Worker, Failure>>;
  readonly onClosed: (session: ProcessSession) => void;
}

/** A worker and what its cells left in it. */
export class ProcessSession implements Session {
  readonly #place: SessionPlace;
  readonly #worker: Worker;
  #running: RunningCell | null = null;
  #lost: string | null = null;

  constructor(place: SessionPlace) {
    this.#place = place;
    this.#worker = place.worker;
    void this.#worker.ended.then(({ kind, message }) => {
      this.#running?.lose(kind, message);
      this.#lost ??= message;
    });
  }

  /** Tells the worker what code may call. */
  async open(): Promise<Result<void, Failure>> {
    const opened = await this.#asked(this.#worker, { t: 'open', primitives: this.#place.request.primitives }, 'opened');
    return opened.ok ? ok(undefined) : opened;
  }

  run(cell: Cell): Running {
    if (this.#running) throw new Error('a session runs one cell at a time: wait for the end of the one before');
    const running = new RunningCell(cell);
    if (this.#lost !== null) {
      running.lose('ended', `The session has ended and its variables are lost; open a new one. ${this.#lost}`);
      return running;
    }
    this.#running = running;
    // The end is told once the session can take the next cell, or is gone.
    const end = running.end.then(async (ended) => {
      this.#running = null;
      if (running.lost) await this.#end(running.lost);
      return ended;
    });
    if (cell.mode === 'keep') running.begin(this.#worker, []);
    else void this.#runOnCopies(running);
    return { calls: running.calls, begun: running.begun, answer: (n, answer, nowMs) => running.answer(n, answer, nowMs), end };
  }

  async variables(): Promise<Result<readonly Variable[], Failure>> {
    const told = await this.#asked(this.#worker, { t: 'variables' }, 'variables');
    return told.ok ? ok(told.value.variables) : told;
  }

  async close(): Promise<void> {
    this.#lost ??= 'It was closed.';
    this.#running?.lose('cancelled', 'The session was closed.');
    await this.#worker.kill();
    this.#place.onClosed(this);
  }

  async #end({ message }: CellFailure): Promise<void> {
    this.#lost = message;
    await this.#worker.kill();
    this.#place.onClosed(this);
  }

  async #runOnCopies(running: RunningCell): Promise<void> {
    const copied = await this.#asked(this.#worker, { t: 'copy' }, 'copied', running.end);
    if (!copied.ok) return running.lose('ended', copied.failure.message);
    const other = await this.#place.another();
    if (!other.ok) return running.lose('ended', other.failure.message);
    const worker = other.value;
    void worker.ended.then(({ kind, message }) => running.lose(kind, message));
    try {
      await this.#shareMemory(worker);
      const { primitives } = this.#place.request;
      const opened = await this.#asked(worker, { t: 'open', primitives }, 'opened', running.end);
      const pasted = opened.ok ? await this.#asked(worker, { t: 'paste', data: copied.value.data }, 'pasted', running.end) : opened;
      if (!pasted.ok) return running.lose('ended', pasted.failure.message);
      running.begin(worker, copied.value.absent);
      await running.end;
    } finally {
      await worker.kill();
    }
  }

  /** The two of them together have what the session may have. */
  async #shareMemory(worker: Worker): Promise<void> {
    if (memoryLimitMissing() !== null || worker.pid === null || this.#worker.pid === null) return;
    const left = this.#place.request.memoryBytes - usedMemory(this.#worker.pid);
    // Where it fails the other one keeps the limit that it was started with.
    await limitMemory(worker.pid, Math.max(left, leastBytes)).catch(() => {});
  }

  /** Sends a request and waits for its reply; the session is lost where none comes. */
  async #asked<T extends FromChild['t']>(
    worker: Worker,
    request: ToChild,
    reply: T,
    until?: Promise<unknown>,
  ): Promise<Result<Extract<FromChild, { t: T }>, Failure>> {
    if (this.#lost !== null) return fail({ kind: 'refused', message: `The session has ended. ${this.#lost}` });
    if (worker === this.#worker && this.#running && reply !== 'copied')
      return fail({ kind: 'refused', message: 'A cell is running in the session.' });
    const abort = new AbortController();
    const got = await Promise.race([
      new Promise<FromChild>((resolve) => {
        worker.onFrame = resolve;
        worker.send(request);
      }),
      worker.ended.then(({ message }) => message),
      delay(replyMs, `It gave no answer for ${replyMs / 1000} seconds.`, { signal: abort.signal }).catch(() => ''),
      ...(until ? [until.then(() => 'The cell has ended.')] : []),
    ]);
    abort.abort();
    if (typeof got !== 'string' && got.t === reply) return ok(got as Extract<FromChild, { t: T }>);
    const message = typeof got === 'string' ? got : `It said "${got.t}" instead of "${reply}".`;
    if (worker === this.#worker) await this.#end({ kind: 'ended', message, line: null, column: null, stack: '' });
    return fail({ kind: 'io', message: `The session has ended. ${message}` });
  }
}
