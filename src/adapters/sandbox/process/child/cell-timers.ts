type Callback = (...args: unknown[]) => unknown;

/** The primitive that all waiting goes through. */
const sleepName = 'clock.sleep';

/**
 * Timers of the code. None is real: each is a call of `clock.sleep`, so that a replay has them fire in the same order. Where that
 * is not offered they throw by name.
 */
export class CellTimers {
  readonly #sleep: ((ms: number, named: string, entry: Callback) => Promise<unknown>) | null;
  readonly #fail: (error: unknown) => void;
  readonly #live = new Set<number>();
  #count = 0;

  constructor(
    offered: boolean,
    make: (primitive: string, args: readonly unknown[], named: string, entry: Callback) => Promise<unknown>,
    fail: (error: unknown) => void,
  ) {
    this.#sleep = offered ? (ms, named, entry) => make(sleepName, [ms], named, entry) : null;
    this.#fail = fail;
  }

  install(define: (name: string, value: unknown) => void): void {
    const setTimeout = (callback: unknown, ms?: unknown, ...args: unknown[]) =>
      this.#start('setTimeout', callback, ms, args, false, setTimeout as Callback);
    const setInterval = (callback: unknown, ms?: unknown, ...args: unknown[]) =>
      this.#start('setInterval', callback, ms, args, true, setInterval as Callback);
    const setImmediate = (callback: unknown, ...args: unknown[]) =>
      this.#start('setImmediate', callback, 0, args, false, setImmediate as Callback);
    const clear = (id: unknown) => void this.#live.delete(id as number);
    for (const [name, value] of Object.entries({ setTimeout, setInterval, setImmediate })) define(name, value);
    for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) define(name, clear);
    Object.defineProperty(AbortSignal, 'timeout', {
      value: (ms: number) => this.#abortAfter(ms, setTimeout),
      writable: true,
      configurable: true,
    });
  }

  #start(named: string, callback: unknown, ms: unknown, args: readonly unknown[], again: boolean, entry: Callback): number {
    if (typeof callback !== 'function') throw new TypeError(`${named} needs a function`);
    if (!this.#sleep) throw new Error(`${named} needs the primitive ${sleepName}, which is not offered here`);
    const id = ++this.#count;
    this.#live.add(id);
    const delayMs = Number(ms) > 0 ? Math.min(Number(ms), 2 ** 31 - 1) : 0;
    void this.#run(id, callback as Callback, delayMs, args, again, named, entry);
    return id;
  }

  async #run(
    id: number,
    callback: Callback,
    delayMs: number,
    args: readonly unknown[],
    again: boolean,
    named: string,
    entry: Callback,
  ): Promise<void> {
    try {
      do {
        await this.#sleep?.(delayMs, named, entry);
        if (!this.#live.has(id)) return;
        if (!again) this.#live.delete(id);
        callback(...args);
      } while (this.#live.has(id));
    } catch (error) {
      this.#live.delete(id);
      this.#fail(error);
    }
  }

  #abortAfter(ms: number, start: (callback: unknown, ms: number) => unknown): AbortSignal {
    const controller = new AbortController();
    start(() => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms);
    return controller.signal;
  }
}
