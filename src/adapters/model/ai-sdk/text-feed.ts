/** Pieces of text on their way to a reader, who may come late, be slow or never come. */
export class TextFeed implements AsyncIterable<string> {
  readonly #pieces: string[] = [];
  #isEnded = false;
  #wake: (() => void) | null = null;

  push(piece: string): void {
    if (piece === '') return;
    this.#pieces.push(piece);
    this.#wake?.();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    while (true) {
      const piece = this.#pieces.shift();
      if (piece !== undefined) yield piece;
      else if (this.#isEnded) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
