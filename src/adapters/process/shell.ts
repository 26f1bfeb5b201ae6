import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, readSync } from 'node:fs';
import { Socket } from 'node:net';
import type { CommandEnd } from '../../core/events/event-parts.ts';
import type { ShellOutcome, ShellRequest } from '../../ports/programs.ts';
import { FilteredSink } from './filtered-sink.ts';
import { OutputSink } from './output-sink.ts';
import type { OpenPipe, PipePool } from './pipe-pool.ts';
import { startFailureOf } from './start-failure.ts';
import { type Ended, Supervisor } from './supervisor.ts';

const nothing = { output: { bytes: new Uint8Array() }, trailingNewlines: 0, cutBytes: 0 };

/** `sh -c` with stdout and stderr on one real pipe and /dev/null as stdin. See `Programs.shell`. */
export async function runShell(pool: PipePool, request: ShellRequest): Promise<ShellOutcome> {
  if (request.signal.aborted) return { end: { kind: 'cancelled' }, ...nothing };
  const opened = await pool.open(request.scratch);
  if (!opened.ok) return { end: { kind: 'failed', failure: opened.failure }, ...nothing };
  const pipe = opened.value;
  const started = start(pipe, request);
  if (!(started instanceof Supervised)) {
    closeSync(pipe.readFd);
    pool.giveBack(pipe);
    return { end: started, ...nothing };
  }
  const { sink, reader, supervisor } = started;
  request.onStarted?.();
  const ended = await supervisor.ended;
  if (reader.drain()) pool.giveBack(pipe);
  else pool.retire(pipe);
  const kept = await sink.finish(ended.cut !== null || ended.signal !== null);
  return { end: endOf(ended, sink, request), ...kept };
}

type Sink = OutputSink | FilteredSink;

class Supervised {
  readonly sink: Sink;
  readonly reader: PipeReader;
  readonly supervisor: Supervisor;

  constructor(child: ChildProcess, pipe: OpenPipe, request: ShellRequest) {
    const { scratch, filter, keepsRaw = false } = request;
    this.sink = filter === undefined ? new OutputSink(scratch) : new FilteredSink(scratch, filter, keepsRaw);
    this.supervisor = new Supervisor(child, request);
    this.reader = new PipeReader(pipe.readFd, this.sink, () => this.supervisor.cut('failed'));
  }
}

function start(pipe: OpenPipe, request: ShellRequest): Supervised | CommandEnd {
  try {
    const child = spawn('sh', ['-c', request.command], {
      cwd: request.cwd,
      env: request.env,
      detached: true,
      stdio: ['ignore', pipe.writeFd, pipe.writeFd],
    });
    return new Supervised(child, pipe, request);
  } catch (error) {
    // Some start errors are thrown (E2BIG), others emitted.
    return { kind: 'failed', failure: startFailureOf(error, 'sh', request.cwd) };
  } finally {
    closeSync(pipe.writeFd);
  }
}

function endOf(ended: Ended, sink: Sink, request: ShellRequest): CommandEnd {
  if (ended.startError) return { kind: 'failed', failure: startFailureOf(ended.startError, 'sh', request.cwd) };
  if (ended.cut === 'cancelled') return { kind: 'cancelled' };
  if (ended.cut === 'timeout') return { kind: 'timeout', timeoutMs: request.timeoutMs };
  if (sink.failure) return { kind: 'failed', failure: sink.failure };
  if (ended.signal) return { kind: 'signal', signal: ended.signal };
  return { kind: 'exit', code: ended.code as number };
}

/** The most that a pipe holds on Linux (`fs.pipe-max-size`): more than this a stray has written after the command's end. */
const pipeLimitBytes = 1024 * 1024;

/** Reads the pipe as data comes, with back-pressure from the sink. */
class PipeReader {
  readonly #fd: number;
  readonly #sink: Sink;
  readonly #socket: Socket;
  #atEnd = false;
  #broken = false;

  constructor(fd: number, sink: Sink, onSinkFailure: () => void) {
    this.#fd = fd;
    this.#sink = sink;
    this.#socket = new Socket({ fd, readable: true, writable: false });
    this.#socket.on('end', () => {
      this.#atEnd = true;
    });
    // A read error ends the reading like an end does; what the command did still counts.
    this.#socket.on('error', () => {
      this.#broken = true;
    });
    this.#socket.on('data', (chunk: Buffer) => {
      const written = sink.write(chunk);
      if (sink.failure) onSinkFailure();
      if (written === null) return;
      this.#socket.pause();
      void written.then(() => this.#socket.resume());
    });
  }

  /**
   * Takes what is still in the pipe, once the program has ended, and closes it. No waiting: all that the program wrote is
   * in the pipe by now. True when nobody has the other end open any more, false when a stray has.
   */
  drain(): boolean {
    if (this.#atEnd) return true;
    this.#socket.removeAllListeners('data');
    this.#socket.pause();
    for (let chunk = this.#socket.read() as Buffer | null; chunk !== null; chunk = this.#socket.read() as Buffer | null)
      void this.#sink.write(chunk);
    const closed = this.#socket.destroyed ? !this.#broken : this.#readRest();
    this.#socket.destroy();
    return closed;
  }

  #readRest(): boolean {
    const buffer = Buffer.allocUnsafe(64 * 1024);
    for (let total = 0; total <= pipeLimitBytes; ) {
      let count: number;
      try {
        count = readSync(this.#fd, buffer, 0, buffer.length, null);
      } catch {
        return false;
      }
      if (count === 0) return true;
      total += count;
      void this.#sink.write(Buffer.from(buffer.subarray(0, count)));
    }
    return false;
  }
}
