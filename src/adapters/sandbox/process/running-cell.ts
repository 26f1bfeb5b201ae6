import { neverPaused } from '../../../ports/pauses.ts';
import type { CallAnswer, Cell, CellEnd, CellFailure, Running } from '../../../ports/sandbox.ts';
import { CallQueue } from './call-queue.ts';
import { CellOutput } from './cell-output.ts';
import { type FromChild, maxFrameBytes } from './frames.ts';
import type { Worker } from './worker.ts';

type Outcome = CellEnd['outcome'];

/** Why a session ends with its cell. */
type Lost = Exclude<CellFailure['kind'], 'syntax' | 'error'>;

/** A timer of Node that is set for longer goes off at once. */
const longestTimerMs = 2 ** 31 - 1;

/** The child holds back at half of that. */
const mostUnderWay = 20_000;

/** One cell, seen from outside: its time, its calls and answers, what it prints, how it ends. */
export class RunningCell implements Running {
  readonly calls = new CallQueue();
  readonly begun: Promise<void>;
  readonly end: Promise<CellEnd>;
  readonly #cell: Cell;
  readonly #startedMs = performance.now();
  readonly #output = new CellOutput();
  readonly #idle = new Map<number, () => void>();
  #leftMs: number;
  /** Since when its time counts; null while it does not. */
  #countedSinceMs: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  readonly #unlisten: () => void;
  readonly #onAbort = () => this.lose('cancelled', 'The cell was cancelled.');
  #worker: Worker | null = null;
  #called = 0;
  #answered = 0;
  #absent: readonly string[] = [];
  #resolve: (end: CellEnd) => void = () => {};
  #settled = false;
  /** Set when the cell took its session with it. */
  lost: CellFailure | null = null;

  constructor(cell: Cell) {
    this.#cell = cell;
    this.begun = new Promise((resolve) => this.#idle.set(0, resolve));
    this.end = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    const pauses = cell.pauses ?? neverPaused;
    this.#leftMs = cell.timeoutMs;
    this.#count(!pauses.isPaused);
    this.#unlisten = pauses.listen(() => this.#count(!pauses.isPaused));
    cell.signal.addEventListener('abort', this.#onAbort);
    if (cell.signal.aborted) this.#onAbort();
  }

  get settled(): boolean {
    return this.#settled;
  }

  /** Has the code run there. */
  begin(worker: Worker, absent: readonly string[]): void {
    if (this.#settled) return;
    this.#worker = worker;
    this.#absent = absent;
    worker.onFrame = (frame) => this.#take(frame);
    const { code, nowMs, seed } = this.#cell;
    worker.send({ t: 'run', code, nowMs, seed });
  }

  async answer(n: number, answer: CallAnswer, nowMs: number): Promise<void> {
    if (this.#settled || !this.#worker) return;
    const text = JSON.stringify({ t: 'answer', n, answer, nowMs });
    this.#answered += 1;
    const idle = new Promise<void>((resolve) => this.#idle.set(n, resolve));
    if (Buffer.byteLength(text) <= maxFrameBytes) this.#worker.write(text);
    else this.#worker.send({ t: 'answer', n, answer: tooLarge, nowMs });
    await idle;
  }

  /** Ends the cell and all that it can do; its session goes with it. */
  lose(kind: Lost, message: string): void {
    if (this.#settled) return;
    const failure: CellFailure = { kind, message, line: null, column: null, stack: '' };
    this.lost = failure;
    this.#settle({ ok: false, failure });
  }

  /** Whether the time that passes from here on is time of the cell. */
  #count(does: boolean): void {
    clearTimeout(this.#timer);
    if (this.#countedSinceMs !== null) this.#leftMs -= performance.now() - this.#countedSinceMs;
    this.#countedSinceMs = does ? performance.now() : null;
    if (!does || this.#settled) return;
    const late = () => this.lose('timeout', `The cell ran longer than its limit of ${this.#cell.timeoutMs} ms.`);
    this.#timer = setTimeout(late, Math.min(Math.max(0, this.#leftMs), longestTimerMs));
  }

  #take(frame: FromChild): void {
    switch (frame.t) {
      case 'out':
        this.#output.add(frame.to, frame.text);
        break;
      case 'cut':
        this.#output.cutBytes += frame.bytes;
        break;
      case 'call':
        this.#called += 1;
        if (frame.n !== this.#called) this.lose('ended', 'The session numbered its calls wrongly.');
        else if (this.#called - this.#answered > mostUnderWay) this.lose('ended', `More than ${mostUnderWay} calls were under way.`);
        else this.calls.push({ n: frame.n, primitive: frame.primitive, args: frame.args });
        break;
      case 'idle':
        this.#gone(frame.n);
        break;
      case 'end':
        this.#finish(frame.outcome as Outcome);
        break;
      case 'ready':
      case 'opened':
      case 'variables':
      case 'copied':
      case 'pasted':
        this.lose('ended', `The session said "${frame.t}" while a cell ran.`);
    }
  }

  /** In a later turn: whoever reads the calls, or waits for the end, has them before the answer counts as taken. */
  #gone(n: number): void {
    const resolve = this.#idle.get(n);
    this.#idle.delete(n);
    if (resolve) setImmediate(resolve);
  }

  #finish(outcome: Outcome): void {
    if (!outcome.ok && outcome.failure.kind !== 'error' && outcome.failure.kind !== 'syntax') this.lost = outcome.failure;
    this.#settle(outcome);
  }

  #settle(outcome: Outcome): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#unlisten();
    this.#cell.signal.removeEventListener('abort', this.#onAbort);
    for (const n of this.#idle.keys()) this.#gone(n);
    this.calls.end();
    const { stdout, stderr, cutBytes } = this.#output;
    this.#resolve({ stdout, stderr, cutBytes, outcome, absent: this.#absent, durationMs: performance.now() - this.#startedMs });
  }
}

const tooLarge: CallAnswer = {
  ok: false,
  failure: {
    kind: 'too_large',
    message: `The result is more than ${maxFrameBytes / 1024 / 1024} MiB as JSON, which is the most that code can be given at once.`,
  },
};
