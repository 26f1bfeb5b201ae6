import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { Readable, type Writable } from 'node:stream';
import type { ProgramOutcome, ProgramRequest, ProgramStream } from '../../ports/programs.ts';
import { ChunkQueue } from './chunk-queue.ts';
import { startFailureOf } from './start-failure.ts';
import { type Ended, Supervisor } from './supervisor.ts';

const defaultMaxBytes = 64 * 1024 * 1024;

/** As much of a streamed stdout waits for its reader before the program has to. */
const queueLimitBytes = 1024 * 1024;

/** How long a stream may stay open without a word after its program has ended, held by a stray. */
const strayQuietMs = 50;

/** The same in all, for a stray that goes on talking. */
const strayTotalMs = 1000;

/** Without a stdin where there is nothing to say: the program reads /dev/null then. */
type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

/** See `Programs.run`. */
export async function runProgram(request: ProgramRequest): Promise<ProgramOutcome> {
  const stdout = new Bounded(request.maxBytes ?? defaultMaxBytes);
  return perform(request, stdout, (child) => child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk)));
}

/** See `Programs.stream`. */
export function streamProgram(request: ProgramRequest): ProgramStream {
  let source: Readable | null = null;
  const queue = new ChunkQueue(() => source?.resume());
  const outcome = perform(request, new Bounded(0), (child, supervisor) => {
    source = child.stdout;
    child.stdout.on('data', (chunk: Buffer) => {
      queue.push(chunk);
      if (queue.bytes <= queueLimitBytes) return;
      child.stdout.pause();
      supervisor.holdIdle();
    });
    child.stdout.on('resume', () => supervisor.heard());
  }).finally(() => queue.end());
  return { stdout: queue, outcome };
}

/** Chunks up to a limit; the rest is counted. */
class Bounded {
  readonly #maxBytes: number;
  readonly #keepsEnd: boolean;
  #chunks: Buffer[] = [];
  #bytes = 0;
  droppedBytes = 0;

  constructor(maxBytes: number, keepsEnd = false) {
    this.#maxBytes = maxBytes;
    this.#keepsEnd = keepsEnd;
  }

  push(chunk: Buffer): void {
    if (this.#keepsEnd) {
      this.#pushToEnd(chunk);
      return;
    }
    const kept = chunk.subarray(0, this.#maxBytes - this.#bytes);
    this.#bytes += kept.length;
    this.droppedBytes += chunk.length - kept.length;
    if (kept.length > 0) this.#chunks.push(kept);
  }

  #pushToEnd(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    // Copied once for every so many bytes, not for each chunk.
    if (this.#bytes > 2 * this.#maxBytes) this.#cutToEnd();
  }

  #cutToEnd(): void {
    const whole = Buffer.concat(this.#chunks);
    const end = whole.subarray(Math.max(0, whole.length - this.#maxBytes));
    this.droppedBytes += whole.length - end.length;
    this.#chunks = [Buffer.from(end)];
    this.#bytes = end.length;
  }

  whole(): Buffer {
    if (this.#keepsEnd) this.#cutToEnd();
    return Buffer.concat(this.#chunks);
  }
}

async function perform(
  request: ProgramRequest,
  stdout: Bounded,
  listen: (child: Child, supervisor: Supervisor) => void,
): Promise<ProgramOutcome> {
  const stderr = new Bounded(request.maxBytes ?? defaultMaxBytes, request.endOfStderr);
  const outcome = (end: ProgramOutcome['end']): ProgramOutcome => ({
    end,
    stdout: stdout.whole(),
    stderr: stderr.whole(),
    droppedBytes: stdout.droppedBytes + stderr.droppedBytes,
  });
  if (request.signal?.aborted) return outcome({ kind: 'cancelled' });
  const [program, ...args] = request.argv;
  let child: Child;
  try {
    const stdin = hasInput(request.stdin) ? 'pipe' : 'ignore';
    child = spawn(program, args, { cwd: request.cwd, env: request.env, detached: true, stdio: [stdin, 'pipe', 'pipe'] }) as Child;
  } catch (error) {
    return outcome({ kind: 'failed', failure: startFailureOf(error, program, request.cwd) });
  }
  const supervisor = new Supervisor(child, request);
  let lastHeardMs = performance.now();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('error', () => undefined);
    stream.on('data', () => {
      lastHeardMs = performance.now();
      supervisor.heard();
    });
  }
  listen(child, supervisor);
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  // A program need not read what it is given: EPIPE is its affair.
  child.stdin?.on('error', () => undefined);
  if (child.stdin !== null) give(request.stdin, child.stdin);

  const ended = await supervisor.ended;
  child.stdin?.destroy();
  child.stdout.resume();
  if (ended.startError === null) await closed(child, () => lastHeardMs);
  return outcome(endOf(ended, request));
}

const hasInput = (stdin: ProgramRequest['stdin']): boolean => stdin !== undefined && (isInPieces(stdin) || stdin.length > 0);

const isInPieces = (stdin: NonNullable<ProgramRequest['stdin']>): stdin is AsyncIterable<string> =>
  typeof stdin === 'object' && Symbol.asyncIterator in stdin;

function give(stdin: ProgramRequest['stdin'], to: Writable): void {
  if (stdin === undefined || !isInPieces(stdin)) to.end(stdin);
  // What it is read from fails for nobody: the program has ended then, which is told.
  else
    Readable.from(stdin)
      .on('error', () => undefined)
      .pipe(to);
}

/** Waits until both streams have ended, but not for a stray that holds them. */
async function closed(child: Child, lastHeardMs: () => number): Promise<void> {
  const endedMs = performance.now();
  const streams = [child.stdout, child.stderr];
  const atEnd = Promise.all(
    streams.map((stream) => (stream.readableEnded || stream.destroyed ? null : new Promise((resolve) => stream.once('close', resolve)))),
  );
  let isClosed = false;
  void atEnd.then(() => {
    isClosed = true;
  });
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    const quiet = new Promise((resolve) => {
      timer = setTimeout(resolve, strayQuietMs);
    });
    await Promise.race([atEnd, quiet]);
    clearTimeout(timer);
    // Where this process was busy, what was printed waits unread, and the timer comes before it: seen as a git that said nothing.
    for (let turn = 0; turn < 2 && !isClosed; turn++) await new Promise(setImmediate);
    const nowMs = performance.now();
    if (isClosed) return;
    if (nowMs - Math.max(lastHeardMs(), endedMs) >= strayQuietMs || nowMs - endedMs >= strayTotalMs) break;
  }
  for (const stream of streams) stream.destroy();
}

function endOf(ended: Ended, request: ProgramRequest): ProgramOutcome['end'] {
  if (ended.startError) return { kind: 'failed', failure: startFailureOf(ended.startError, request.argv[0], request.cwd) };
  if (ended.cut === 'cancelled') return { kind: 'cancelled' };
  if (ended.cut === 'timeout') return { kind: 'timeout', timeoutMs: request.timeoutMs };
  if (ended.cut === 'idle') return { kind: 'idle', idleMs: request.idleTimeoutMs as number };
  if (ended.signal) return { kind: 'signal', signal: ended.signal };
  return { kind: 'exit', code: ended.code as number };
}
