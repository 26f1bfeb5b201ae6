import { Script } from 'node:vm';
import { maxFrameBytes } from '../frames.ts';
import type { Calls } from './calls.ts';
import { rememberColumns } from './cell-stack.ts';
import { NoJson, plainJson, withBytes } from './plain-json.ts';
import { runnableFunction } from './source/runnable-function.ts';

type Loaded = (input: unknown, ctx: unknown) => Promise<unknown>;

const mostBytes = maxFrameBytes / 4;

/**
 * `ctx.call`: the answer to it is the text of a function, which runs here, in the cell that called it. It is read anew for each call, so that no call
 * leaves anything for the next. What goes in and what comes out are copies, and JSON.
 */
export class StoredFunctions {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  async call(args: readonly unknown[], entry: (...args: never[]) => unknown): Promise<unknown> {
    const [name, given = {}, ...more] = args;
    const { code } = (await this.#calls.make('call', [name, given, ...more], 'ctx.call', entry)) as { code: string };
    const input = withBytes(plainJson(given, mostBytes));
    const run = await loaded(code, String(name));
    const value = await run(input, (globalThis as { ctx?: unknown }).ctx);
    try {
      return value === undefined ? null : withBytes(plainJson(value, mostBytes));
    } catch (error) {
      if (!(error instanceof NoJson)) throw error;
      throw new TypeError(`what ${name} gives${error.path === '' ? '' : `, at ${error.path}`}: ${error.what}`);
    }
  }
}

function loaded(code: string, name: string): Promise<Loaded> {
  const file = `${name}.function.ts`;
  const { script, columns } = runnableFunction(code);
  rememberColumns(file, columns);
  return (new Script(script, { filename: file, lineOffset: -1 }).runInThisContext() as () => Promise<Loaded>)();
}
