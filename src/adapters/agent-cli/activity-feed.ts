/** Older lines than these give way when nobody reads. */
const keptLines = 100;

/** Lines from a runner at work to whoever looks on; nobody has to. */
export class ActivityFeed implements AsyncIterable<string> {
  #lines: string[] = [];
  #ended = false;
  #wake: (() => void) | null = null;

  push(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > keptLines) this.#lines.shift();
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<string> {
    for (;;) {
      const line = this.#lines.shift();
      if (line !== undefined) yield line;
      else if (this.#ended) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = null;
      }
    }
  }
}
