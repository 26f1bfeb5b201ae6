const newline = 0x0a;

/** Of a line that is too long so much of its beginning and of its end is kept: in one of them stands to which request it is the answer. */
const edgeBytes = 256;

export interface LineReader {
  line(line: Buffer): void;
  /** A line that is longer than it may be, of which only its edges were kept. */
  tooLong(head: Buffer, tail: Buffer, bytes: number): void;
}

/** Cuts a server's stdout into lines. One that is too long is passed over, and what comes after it is read as ever. */
export class MessageLines {
  readonly #maxBytes: number;
  readonly #reader: LineReader;
  #parts: Buffer[] = [];
  #bytes = 0;
  /** The edges of a line that has become too long. */
  #edges: { readonly head: Buffer; tail: Buffer } | null = null;

  constructor(maxBytes: number, reader: LineReader) {
    this.#maxBytes = maxBytes;
    this.#reader = reader;
  }

  push(chunk: Buffer): void {
    let at = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, at)) {
      this.#add(chunk.subarray(at, end));
      this.#endLine();
      at = end + 1;
    }
    if (at < chunk.length) this.#add(chunk.subarray(at));
  }

  #add(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#edges !== null) {
      this.#edges.tail = lastOf([this.#edges.tail, part]);
      return;
    }
    this.#parts.push(part);
    if (this.#bytes <= this.#maxBytes) return;
    const whole = Buffer.concat(this.#parts);
    this.#edges = { head: Buffer.from(whole.subarray(0, edgeBytes)), tail: lastOf([whole]) };
    this.#parts = [];
  }

  #endLine(): void {
    const edges = this.#edges;
    const bytes = this.#bytes;
    const line = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    this.#edges = null;
    if (edges === null) this.#reader.line(line);
    else this.#reader.tooLong(edges.head, edges.tail, bytes);
  }
}

const lastOf = (parts: readonly Buffer[]): Buffer => {
  const ends = Buffer.concat(parts.map((part) => part.subarray(-edgeBytes)));
  return Buffer.from(ends.subarray(-edgeBytes));
};
