const newline = 0x0a;

/** One screenshot in a tool's result is a line of over a megabyte; nobody has a use for a line beyond this. */
const lineLimitBytes = 32 * 1024 * 1024;

/** Of lines that are no JSON so much is kept, for messages and for `documentIn`. */
const noiseLimitBytes = 1024 * 1024;

/**
 * Cuts a program's stdout into the JSON values that it prints, one a line, while it comes in pieces of any size. Works on
 * bytes, so that a character on the seam of two pieces stays whole. A list on a line is its members. Lines that are no JSON
 * object or list are noise. Memory is bounded by the limit of a line: what is longer is passed over up to the next newline.
 */
export class JsonStream {
  /** Lines that are no JSON, at most 1 MiB of them. */
  readonly noise: string[] = [];
  /** How many lines were longer than the limit, and so passed over. */
  overlongLines = 0;
  #carry: Buffer[] = [];
  #carryBytes = 0;
  #noiseBytes = 0;
  #passingOver = false;

  /** The values of the lines that this piece completes. */
  push(piece: Buffer): unknown[] {
    const values: unknown[] = [];
    let start = 0;
    for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, start)) {
      this.#take(piece.subarray(start, end));
      values.push(...this.#line());
      start = end + 1;
    }
    this.#take(piece.subarray(start));
    return values;
  }

  /** The values of the last line, where no newline ends it. Call once, at the end. */
  end(): unknown[] {
    return this.#line();
  }

  #take(bytes: Buffer): void {
    if (this.#passingOver || bytes.length === 0) return;
    if (this.#carryBytes + bytes.length > lineLimitBytes) {
      this.#passingOver = true;
      this.overlongLines++;
      this.#carry = [];
      this.#carryBytes = 0;
      return;
    }
    this.#carry.push(bytes);
    this.#carryBytes += bytes.length;
  }

  #line(): unknown[] {
    this.#passingOver = false;
    if (this.#carryBytes === 0) return [];
    const line = Buffer.concat(this.#carry).toString('utf8');
    this.#carry = [];
    this.#carryBytes = 0;
    const value = parsed(line);
    if (Array.isArray(value)) return value;
    if (typeof value === 'object' && value !== null) return [value];
    this.#keepNoise(line);
    return [];
  }

  #keepNoise(line: string): void {
    if (line.trim() === '' || this.#noiseBytes + line.length > noiseLimitBytes) return;
    this.#noiseBytes += line.length;
    this.noise.push(line);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The JSON object that is printed over several of these lines, among lines for people; undefined when there is none.
 * A line that only looks like a beginning (`config {`, `{`) does not spoil it: every line that starts with a brace is
 * tried, against the last lines that end with one.
 */
export function documentIn(lines: readonly string[]): unknown {
  // Bounded on both sides: noise may hold thousands of braces.
  const starts = indexesOf(lines, (line) => line.trimStart().startsWith('{')).slice(0, 20);
  const ends = indexesOf(lines, (line) => line.trimEnd().endsWith('}'))
    .slice(-20)
    .reverse();
  for (const start of starts) {
    for (const end of ends) {
      const value = end < start ? undefined : parsed(lines.slice(start, end + 1).join('\n'));
      if (typeof value === 'object' && value !== null) return value;
    }
  }
  return undefined;
}

function indexesOf(lines: readonly string[], matches: (line: string) => boolean): number[] {
  return lines.flatMap((line, index) => (matches(line) ? [index] : []));
}
