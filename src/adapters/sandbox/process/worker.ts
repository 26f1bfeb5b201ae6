import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { checkedFrame } from './checked-frame.ts';
import { endAtExit } from './exit-kill.ts';
import { type FromChild, maxFrameBytes, type ToChild } from './frames.ts';
import { LineSplitter } from './line-splitter.ts';
import { type WorkerEnd, workerEnd } from './worker-end.ts';

/** The command that starts one, and whether it is bubblewrap, whose child is the process then. */
export interface WorkerCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly fenced: boolean;
}

/** Of what the process itself says, which is its last words: code prints through the channel. */
const saidBytes = 16 * 1024;

/** A process that runs code, and the channel to it. It never keeps this process alive by itself. */
export class Worker {
  readonly #child: ChildProcess;
  readonly #fenced: boolean;
  #said = '';
  #broken: string | null = null;
  #dead = false;
  onFrame: (frame: FromChild) => void = () => {};
  /** Resolves when every process of it has gone. */
  readonly ended: Promise<WorkerEnd>;

  constructor({ program, args, fenced }: WorkerCommand) {
    this.#fenced = fenced;
    // A group of its own; and no environment that code could learn from.
    this.#child = spawn(program, args, {
      detached: true,
      // Inside bubblewrap there is no file that says another zone.
      env: fenced ? {} : { TZ: 'UTC' },
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    });
    this.ended = this.#listen();
    const { pid } = this.#child;
    if (pid !== undefined) {
      const forget = endAtExit(pid);
      void this.ended.then(forget);
    }
    this.#child.unref();
    for (const stream of this.#child.stdio) (stream as { unref?: () => void } | null)?.unref?.();
  }

  /** The process id of its Node, as seen from here; null = there is none (any more). */
  get pid(): number | null {
    const pid = this.#child.pid ?? null;
    return pid === null || !this.#fenced ? pid : childOf(pid);
  }

  get dead(): boolean {
    return this.#dead;
  }

  send(frame: ToChild): void {
    this.write(JSON.stringify(frame));
  }

  /** A frame that is text already. */
  write(text: string): void {
    (this.#child.stdio[3] as Writable).write(`${text}\n`);
  }

  /** Ends it now, with all that it may have started; resolves when it has gone. */
  async kill(): Promise<void> {
    this.#child.ref();
    for (const stream of this.#child.stdio) (stream as { ref?: () => void } | null)?.ref?.();
    if (!this.#dead) this.#killGroup();
    await this.ended;
  }

  #killGroup(): void {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // It has gone by itself.
    }
  }

  #listen(): Promise<WorkerEnd> {
    const child = this.#child;
    const lines = new LineSplitter(
      maxFrameBytes * 2,
      (line) => this.#take(line),
      () => this.#break('a line without an end'),
    );
    (child.stdio[4] as Readable).on('data', (chunk: Buffer) => lines.push(chunk));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = `${this.#said}${text}`.slice(0, saidBytes);
    });
    for (const stream of child.stdio) stream?.on('error', () => {});
    return new Promise((resolve) => {
      const end = (outcome: WorkerEnd) => {
        this.#dead = true;
        resolve(outcome);
      };
      // Whoever is left of its group would hold the channel open.
      child.once('exit', () => this.#killGroup());
      child.once('error', (error) => {
        if (child.pid === undefined) end({ kind: 'ended', message: `${child.spawnfile} could not be started: ${error.message}` });
      });
      child.once('close', (code, signal) => {
        end(
          this.#broken === null
            ? workerEnd(code, signal, this.#said)
            : { kind: 'ended', message: `The session's process said what it never says: ${this.#broken}.` },
        );
      });
    });
  }

  #take(line: Buffer): void {
    if (this.#broken !== null) return;
    const frame = checkedFrame(line);
    if (frame === null) this.#break(line.subarray(0, 200).toString());
    else this.onFrame(frame);
  }

  #break(what: string): void {
    this.#broken ??= what;
    void this.kill();
  }
}

function childOf(pid: number): number | null {
  try {
    return Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10) || null;
  } catch {
    return null;
  }
}
