import type { Failure } from '../core/model/failure.ts';
import type { Json } from '../core/model/json.ts';
import type { Result } from '../core/model/result.ts';
import type { Pauses } from './pauses.ts';

/** Where code that a model wrote runs: in processes of its own, that reach the outside by calls alone. Contract: `testing/sandbox-contract.ts`. */
export interface Sandbox {
  /** What keeps code in on this machine, layer by layer; tried, not assumed. */
  layers(): Promise<readonly SandboxLayer[]>;
  /** `refused` where a layer is missing and `weak` was not said: names it and what to do. */
  open(request: SessionRequest): Promise<Result<Session, Failure>>;
  /** Ends all sessions and what is kept warm. */
  close(): Promise<void>;
}

export interface SandboxLayer {
  readonly name: 'process' | 'permissions' | 'namespaces' | 'memory';
  readonly present: boolean;
  /** How it is done, or why not and what to install. */
  readonly note: string;
}

export interface SessionRequest {
  /**
   * Names of primitives as `ctx` has them: "fs.read" is `ctx.fs.read`. "sh" and "sh.x" may both be there. The answer to "call" is a
   * stored function, `{ code }`: the text of a module in erasable TypeScript with `export default async function name(input, ctx)`, as
   * `source/function-form.ts` reads it, which the session runs with the second argument and `ctx` in the cell that called it, and which gives what `ctx.call` gives, as JSON.
   */
  readonly primitives: readonly string[];
  /** Heap, array buffers and all else of the session's processes together. */
  readonly memoryBytes: number;
  /** A folder with `node_modules` that code may import from; null = none. */
  readonly packages: string | null;
}

export interface Session {
  /** One cell at a time. */
  run(cell: Cell): Running;
  /** The variables that stateful cells left, with what they are in a few words. */
  variables(): Promise<Result<readonly Variable[], Failure>>;
  close(): Promise<void>;
}

export interface Variable {
  readonly name: string;
  readonly shown: string;
}

export interface Cell {
  /** TypeScript of the model's; top-level await; the last expression is the result. */
  readonly code: string;
  /** keep: variables stay for later cells. read_only: on copies, which are thrown away. */
  readonly mode: 'keep' | 'read_only';
  /** What `Date` says when it begins (it moves only with answers), and what `Math.random`, crypto randomness and ids are drawn from. */
  readonly nowMs: number;
  readonly seed: string;
  readonly timeoutMs: number;
  /** Time that passes in a pause counts for no limit; absent = there are none. */
  readonly pauses?: Pauses;
  readonly signal: AbortSignal;
}

export interface Running {
  /** Calls as they are made, numbered from 1 in order of arrival; ends with the cell. */
  readonly calls: AsyncIterable<SandboxCall>;
  /** Resolves when the code has gone as far as it can with no answer yet: it waits for its first calls, or has ended. Never rejects. */
  readonly begun: Promise<void>;
  /** Gives one result. Resolves when the code has gone on as far as it can: it waits for other calls, or has ended. */
  answer(n: number, answer: CallAnswer, nowMs: number): Promise<void>;
  /** Never rejects. */
  readonly end: Promise<CellEnd>;
}

export interface SandboxCall {
  readonly n: number;
  readonly primitive: string;
  /** JSON; bytes are `{"$blob": base64}`. What is no JSON never arrives: it throws in the code, by path. */
  readonly args: readonly Json[];
}

export type CallAnswer = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly failure: Failure };
export interface CellEnd {
  readonly stdout: string;
  readonly stderr: string;
  /** Bytes of both left out past the limit. */
  readonly cutBytes: number;
  readonly outcome:
    | {
        readonly ok: true;
        /** null also for undefined, and for what is no JSON: `shown` tells what it is in a few words. */
        readonly result: Json;
        readonly shown: string;
      }
    | { readonly ok: false; readonly failure: CellFailure };
  /** read_only: variables that could not be copied and were absent. */
  readonly absent: readonly string[];
  readonly durationMs: number;
}

export interface CellFailure {
  /** syntax: nothing ran. error: it threw. The rest ended the session: its variables are lost. */
  readonly kind: 'syntax' | 'error' | 'timeout' | 'memory' | 'cancelled' | 'ended';
  readonly message: string;
  /** 1-based, in the model's own code; null = not known. */
  readonly line: number | null;
  readonly column: number | null;
  /** Lines of the model's own code only. */
  readonly stack: string;
}
