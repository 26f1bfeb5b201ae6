import type { ChildOutcome, ToChild } from '../frames.ts';
import { Calls } from './calls.ts';
import { cellConsole } from './cell-console.ts';
import type { CellPlace } from './cell-place.ts';
import { CellRun } from './cell-run.ts';
import { installStacks } from './cell-stack.ts';
import { CellTimers } from './cell-timers.ts';
import { Channel } from './channel.ts';
import { ctxTree } from './ctx-tree.ts';
import { define, pruneGlobals } from './global-names.ts';
import { Output } from './output.ts';
import { Packages } from './packages.ts';
import { SeededRandom } from './seeded-random.ts';
import { SessionClock } from './session-clock.ts';
import { importName } from './source/runnable-cell.ts';
import { StoredFunctions } from './stored-functions.ts';
import { Uncaught } from './uncaught.ts';
import { copiedVariables, pasteVariables, variables } from './variables.ts';
import { SilentRegistry, SteadyRef } from './weak-ref.ts';

/** The session, seen from inside: what is there from cell to cell. The realm itself holds the variables. */
export class ChildSession implements CellPlace {
  readonly channel = new Channel((frame) => this.#take(frame));
  readonly calls = new Calls(this.channel);
  readonly clock = new SessionClock();
  readonly uncaught = new Uncaught((reason) => this.calls.isLeft(reason));
  readonly packages: Packages;
  readonly #random = new SeededRandom();
  readonly #output = new Output(this.channel);
  #cell: CellRun | null = null;
  #cells = 0;

  /** Makes this realm the code's own: after it nothing of Node is in reach. */
  constructor(packages: string | null) {
    this.packages = new Packages(packages);
    this.packages.onSettled = () => this.#cell?.turn();
    this.uncaught.listen();
    pruneGlobals();
    this.clock.install(define);
    this.#random.install(define);
    define('console', cellConsole(this.#output, this.clock));
    define('WeakRef', SteadyRef);
    define('FinalizationRegistry', SilentRegistry);
    define('queueMicrotask', (callback: () => void) => this.#queue(callback));
    Object.defineProperty(globalThis, importName, { value: (name: unknown, names?: unknown) => this.packages.load(name, names) });
    installStacks();
    this.packages.install();
    this.channel.send({ t: 'ready' });
  }

  finish(outcome: ChildOutcome): void {
    const left = this.calls.end();
    if (left.length > 0) {
      const names = left.length > 10 ? `${left.slice(0, 10).join(', ')} and ${left.length - 10} more` : left.join(', ');
      this.#output.write(
        'stderr',
        `pawl: the cell ended while calls were under way, whose results it will not have: ${names}; await what you call\n`,
      );
    }
    this.#output.flushCut();
    this.#cell = null;
    this.channel.send({ t: 'end', outcome });
  }

  #take(frame: ToChild): void {
    switch (frame.t) {
      case 'open':
        this.#open(frame.primitives);
        this.channel.send({ t: 'opened' });
        break;
      case 'run':
        this.#run(frame.code, frame.nowMs, frame.seed);
        break;
      case 'answer':
        this.#cell?.answer(frame.n, frame.answer, frame.nowMs);
        break;
      case 'variables':
        this.channel.send({ t: 'variables', variables: variables() });
        break;
      case 'copy':
        this.channel.send({ t: 'copied', ...copiedVariables() });
        break;
      case 'paste':
        pasteVariables(frame.data);
        this.channel.send({ t: 'pasted' });
    }
  }

  #open(primitives: readonly string[]): void {
    const { calls } = this;
    const functions = new StoredFunctions(calls);
    define(
      'ctx',
      ctxTree(primitives, (primitive, args, entry) =>
        primitive === 'call' ? functions.call(args, entry) : calls.make(primitive, args, `ctx.${primitive}`, entry),
      ),
    );
    const timers = new CellTimers(
      primitives.includes('clock.sleep'),
      async (primitive, args, named, entry) => calls.make(primitive, args, named, entry),
      (error) => this.uncaught.add(error),
    );
    timers.install(define);
  }

  #run(code: string, nowMs: number, seed: string): void {
    this.#cells += 1;
    this.clock.set(nowMs);
    this.#random.seed(seed);
    this.#output.begin();
    this.uncaught.clear();
    this.#cell = new CellRun(this);
    this.calls.begin();
    this.#cell.start(code, `cell-${this.#cells}.ts`);
  }

  #queue(callback: () => void): void {
    if (typeof callback !== 'function') throw new TypeError('queueMicrotask needs a function');
    void Promise.resolve().then(() => {
      try {
        callback();
      } catch (error) {
        this.uncaught.add(error);
      }
    });
  }
}
