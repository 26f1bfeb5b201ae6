const newline = 0x0a;

/** Cuts a stream of bytes into lines, and says when one grows too long. */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #onLine: (line: Buffer) => void;
  readonly #onTooLong: () => void;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number, onLine: (line: Buffer) => void, onTooLong: () => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  push(chunk: Buffer): void {
    let at = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, at)) {
      const last = chunk.subarray(at, end);
      const line = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
      this.#parts = [];
      this.#bytes = 0;
      at = end + 1;
      this.#onLine(line);
    }
    if (at === chunk.length) return;
    this.#parts.push(chunk.subarray(at));
    this.#bytes += chunk.length - at;
    if (this.#bytes > this.#maxBytes) this.#onTooLong();
  }
}
