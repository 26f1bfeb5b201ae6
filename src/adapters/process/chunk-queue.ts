/**
 * Chunks from a producer that cannot wait to one consumer that can. `onRoom` is called when the consumer has emptied it;
 * a consumer that stops early (`break`) lets the rest go unread, so that it never blocks the program.
 */
export class ChunkQueue implements AsyncIterable<Buffer> {
  bytes = 0;
  readonly #onRoom: () => void;
  #chunks: Buffer[] = [];
  #ended = false;
  #abandoned = false;
  #wake: (() => void) | null = null;

  constructor(onRoom: () => void) {
    this.#onRoom = onRoom;
  }

  push(chunk: Buffer): void {
    if (this.#abandoned) return;
    this.#chunks.push(chunk);
    this.bytes += chunk.length;
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Buffer> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk) {
          this.bytes -= chunk.length;
          yield chunk;
        } else if (this.#ended) {
          return;
        } else {
          this.#onRoom();
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
          this.#wake = null;
        }
      }
    } finally {
      this.#abandoned = true;
      this.#chunks = [];
      this.bytes = 0;
      this.#onRoom();
    }
  }
}
