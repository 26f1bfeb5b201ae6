import type { Json } from '../../../../core/model/json.ts';
import type { CallAnswer } from '../../../../ports/sandbox.ts';
import { maxFrameBytes } from '../frames.ts';
import type { Channel } from './channel.ts';
import { NoJson, plainJson, withBytes } from './plain-json.ts';
import { placeAt, primitiveError } from './primitive-error.ts';

const { stringify } = JSON;

/** A code that starts more at once does not wait for any, and would fill the other side's memory. */
const mostUnderWay = 10_000;

interface Waiting {
  readonly primitive: string;
  readonly site: { readonly stack?: string };
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The calls of the cell that runs: from arguments to a frame, from an answer to a value or an error. */
export class Calls {
  readonly #channel: Channel;
  readonly #waiting = new Map<number, Waiting>();
  #left: Waiting[] = [];
  readonly #leftErrors = new WeakSet<object>();
  #count: number | null = null;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  get underWay(): number {
    return this.#waiting.size;
  }

  /** Calls count from 1 again. What an earlier cell left without an answer fails now, where the new cell's time holds. */
  begin(): void {
    this.#count = 0;
    const left = this.#left;
    this.#left = [];
    for (const { primitive, site, reject } of left) {
      const error = new Error(
        `ctx.${primitive} was still under way when its cell ended, so it has no result; await it in the cell that calls it`,
      );
      placeAt(error, site);
      this.#leftErrors.add(error);
      reject(error);
    }
  }

  /** Whether this tells of a call that an earlier cell left: nothing went wrong where nobody waits for that. */
  isLeft(error: unknown): boolean {
    return typeof error === 'object' && error !== null && this.#leftErrors.has(error);
  }

  /** Takes no more calls; gives those under way, as "fs.read (call 2)". */
  end(): string[] {
    this.#count = null;
    const names = [...this.#waiting].map(([n, { primitive }]) => `${primitive} (call ${n})`);
    this.#left.push(...this.#waiting.values());
    this.#waiting.clear();
    return names;
  }

  /** Sends a call. What cannot be sent throws; `named` is what the code called it. */
  make(primitive: string, args: readonly unknown[], named: string, entry: (...args: never[]) => unknown): Promise<unknown> {
    if (this.#count === null) throw new Error(`${named} was called after its cell had ended`);
    if (this.#waiting.size >= mostUnderWay)
      throw new RangeError(`${named}: ${mostUnderWay} calls are under way; await some before more are made`);
    const text = stringify({ t: 'call', n: this.#count + 1, primitive, args: jsonArguments(args, named) });
    const site: { stack?: string } = {};
    Error.captureStackTrace(site, entry);
    this.#count += 1;
    const n = this.#count;
    this.#channel.write(text);
    return new Promise((resolve, reject) => this.#waiting.set(n, { primitive, site, resolve, reject }));
  }

  answer(n: number, answer: CallAnswer): void {
    const waiting = this.#waiting.get(n);
    if (!waiting) return;
    this.#waiting.delete(n);
    if (answer.ok) waiting.resolve(withBytes(answer.value));
    else waiting.reject(primitiveError(answer.failure, waiting.site));
  }
}

function jsonArguments(args: readonly unknown[], named: string): Json[] {
  let count = args.length;
  while (count > 0 && args[count - 1] === undefined) count--;
  const json: Json[] = [];
  for (let at = 0; at < count; at++) {
    try {
      json.push(plainJson(args[at], maxFrameBytes / 4));
    } catch (error) {
      if (!(error instanceof NoJson)) throw error;
      throw new TypeError(`${named} argument ${at + 1}${error.path === '' ? '' : `, at ${error.path}`}: ${error.what}`);
    }
  }
  return json;
}
