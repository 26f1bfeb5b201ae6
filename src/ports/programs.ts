import type { CommandEnd } from '../core/events/event-parts.ts';

/**
 * Starts other programs: each in a process group of its own, ended as a group (TERM, then KILL) on timeout or abort, and
 * whatever of the group is left when the program itself has ended is ended too. Never rejects for what a program does.
 */
export interface Programs {
  /** Says that `shell` will be asked soon, with this folder for its output, so that what takes time can be made ready meanwhile. */
  expectShell?(scratch: string): void;
  /** Runs shell text with stdout and stderr on one real pipe, no standard input. */
  shell(request: ShellRequest): Promise<ShellOutcome>;
  /** Runs a program and gives its output in memory, each stream bounded by `maxBytes` (the rest is counted and dropped). */
  run(request: ProgramRequest): Promise<ProgramOutcome>;
  /** Runs a program and hands out its stdout as it comes. */
  stream(request: ProgramRequest): ProgramStream;
  /** The absolute path that a name has on PATH, or null. */
  find(name: string): Promise<string | null>;
  /** Ends every process, of whatever group, that carries this run token in its environment; gives how many there were. */
  endAllWith(runToken: string): Promise<number>;
}

export interface ShellRequest {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Folder for output that outgrows memory; the outcome's `file` lies in it. */
  readonly scratch: string;
  /** What the output goes through before any of it is kept. */
  readonly filter?: OutputFilter;
  /** Whether the outcome is to have, beside what a filter left, what came in. */
  readonly keepsRaw?: boolean;
  /** Called as soon as the shell runs, at once: for work that can be done while it does. */
  readonly onStarted?: () => void;
}

/** Changes an output as it comes. Each call gives what is decided by then. */
export interface OutputFilter {
  push(bytes: Uint8Array): Uint8Array;
  /** The rest. `cut`: the program was ended before it had printed all. */
  end(cut: boolean): Uint8Array;
}

export interface ShellOutcome {
  readonly end: CommandEnd;
  /** Output with trailing newlines cut. In memory up to 64 KiB, else a file of at most 64 MiB. */
  readonly output: { readonly bytes: Uint8Array } | { readonly file: string; readonly bytes: number };
  /** How many newlines were cut from the end. */
  readonly trailingNewlines: number;
  /** Bytes past the 64 MiB that were dropped. */
  readonly cutBytes: number;
  /** With a filter and `keepsRaw`: the output as it came in, at most 64 MiB of it, trailing newlines cut. */
  readonly raw?: Uint8Array;
}

export interface ProgramRequest {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** What comes piece by piece is written as the program reads; its end is that of the standard input. */
  readonly stdin?: Uint8Array | string | AsyncIterable<string>;
  readonly timeoutMs: number;
  /** End it when it has printed nothing for so long. */
  readonly idleTimeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Default 64 MiB. */
  readonly maxBytes?: number;
  /** Of a stderr that is longer the end is kept, not the beginning: of a program that runs for long, the end says why it stopped. */
  readonly endOfStderr?: boolean;
}

export interface ProgramOutcome {
  readonly end: CommandEnd | { readonly kind: 'idle'; readonly idleMs: number };
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** Bytes dropped past `maxBytes`, both streams together. */
  readonly droppedBytes: number;
}

export interface ProgramStream {
  /** Chunks of stdout; ends when the program has ended. */
  readonly stdout: AsyncIterable<Buffer>;
  /** `stdout` in it is empty. */
  readonly outcome: Promise<ProgramOutcome>;
}
