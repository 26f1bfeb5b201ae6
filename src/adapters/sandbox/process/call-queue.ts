import type { SandboxCall } from '../../../ports/sandbox.ts';

/** Calls of a cell as they come, for one reader; the code itself holds back past ten thousand that nobody has answered. */
export class CallQueue implements AsyncIterable<SandboxCall> {
  #calls: SandboxCall[] = [];
  #ended = false;
  #wake: () => void = () => {};

  push(call: SandboxCall): void {
    this.#calls.push(call);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<SandboxCall> {
    for (;;) {
      const calls = this.#calls;
      this.#calls = [];
      yield* calls;
      if (this.#calls.length > 0) continue;
      if (this.#ended) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
