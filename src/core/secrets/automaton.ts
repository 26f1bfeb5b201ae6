/** One text to look for, as bytes, and what it is reported as. */
export interface Needle {
  /** At least `gramBytes`. */
  readonly bytes: Uint8Array;
  /** The place of its name in a list that the caller keeps. */
  readonly owner: number;
}

/** So many bytes of a needle are asked for in a table before any state is entered. */
export const gramBytes = 4;

const hashBits = 20;

/**
 * Aho and Corasick's automaton over bytes: finds all needles at once, each byte of a text looked at a bounded number of times on
 * average, whatever the text. States are numbers, 0 is the start. Children hang in lists: as a full table a private key of 50 lines in all
 * its encodings would take 130 MB; nearly every state has one child, but for the first two, which have tables.
 */
export class Automaton {
  /** How many bytes of a needle have been seen in this state. */
  readonly depth: Int32Array;
  /** The length of the longest needle that ends in this state; 0 = none. */
  readonly found: Int32Array;
  /** The owner of that needle; where none ends, of one that goes on from here. */
  readonly owner: Int32Array;
  private readonly first = new Int32Array(256);
  /** From the states after one byte, by that byte and the next. */
  private readonly second = new Int32Array(256 * 256);
  private readonly child: Int32Array;
  private readonly sibling: Int32Array;
  private readonly byte: Uint8Array;
  private readonly fail: Int32Array;
  /** One bit for the hash of the first bytes of each needle. */
  private readonly grams = new Uint8Array(2 ** hashBits / 8);
  private states = 1;

  constructor(needles: readonly Needle[]) {
    const most = needles.reduce((sum, { bytes }) => sum + bytes.length, 1);
    const table = () => new Int32Array(most);
    [this.depth, this.found, this.owner, this.child, this.sibling, this.fail] = [table(), table(), table(), table(), table(), table()];
    this.byte = new Uint8Array(most);
    for (const needle of needles) this.add(needle);
    this.link();
  }

  /** Whether a needle may begin with these bytes, packed into 32 bits; rarely true where none does. */
  mayBegin(gram: number): boolean {
    const hash = Math.imul(gram, 0x9e3779b1) >>> (32 - hashBits);
    return ((this.grams[hash >>> 3] as number) & (1 << (hash & 7))) !== 0;
  }

  /** The state after these bytes, packed into 32 bits, from the start. */
  enter(gram: number): number {
    let state = 0;
    for (let shift = 24; shift >= 0; shift -= 8) state = this.step(state, (gram >>> shift) & 255);
    return this.kept(state);
  }

  /** The state after one more byte; the start as long as less is seen than a gram, which `mayBegin` is asked about again. */
  next(from: number, byte: number): number {
    return this.kept(this.step(from, byte));
  }

  private kept(state: number): number {
    return (this.depth[state] as number) < gramBytes ? 0 : state;
  }

  private step(from: number, byte: number): number {
    for (let state = from; state !== 0; state = this.fail[state] as number) {
      const child = this.childOf(state, byte);
      if (child !== 0) return child;
    }
    return this.first[byte] as number;
  }

  private childOf(state: number, byte: number): number {
    if (this.depth[state] === 1) return this.second[((this.byte[state] as number) << 8) | byte] as number;
    let child = this.child[state] as number;
    while (child !== 0 && this.byte[child] !== byte) child = this.sibling[child] as number;
    return child;
  }

  private add({ bytes, owner }: Needle): void {
    const gram = bytes.subarray(0, gramBytes).reduce((packed, byte) => (packed << 8) | byte, 0);
    const hash = Math.imul(gram, 0x9e3779b1) >>> (32 - hashBits);
    this.grams[hash >>> 3] = (this.grams[hash >>> 3] as number) | (1 << (hash & 7));
    let state = 0;
    for (const byte of bytes) {
      const known = state === 0 ? (this.first[byte] as number) : this.childOf(state, byte);
      state = known === 0 ? this.grow(state, byte, owner) : known;
    }
    this.found[state] = bytes.length;
    this.owner[state] = owner;
  }

  private grow(from: number, byte: number, owner: number): number {
    const state = this.states++;
    const depth = (this.depth[from] as number) + 1;
    this.byte[state] = byte;
    this.depth[state] = depth;
    this.owner[state] = owner;
    if (depth === 1) this.first[byte] = state;
    if (depth === 2) this.second[((this.byte[from] as number) << 8) | byte] = state;
    this.sibling[state] = this.child[from] as number;
    this.child[from] = state;
    return state;
  }

  /** Breadth first: where to go on when a state has no child for a byte, and which shorter needle ends where no longer one does. */
  private link(): void {
    const queue = new Int32Array(this.states);
    let end = 0;
    for (let child = this.child[0] as number; child !== 0; child = this.sibling[child] as number) queue[end++] = child;
    for (let at = 0; at < end; at++) {
      const state = queue[at] as number;
      for (let child = this.child[state] as number; child !== 0; child = this.sibling[child] as number) {
        const fail = this.step(this.fail[state] as number, this.byte[child] as number);
        this.fail[child] = fail;
        if (this.found[child] === 0 && this.found[fail] !== 0) {
          this.found[child] = this.found[fail] as number;
          this.owner[child] = this.owner[fail] as number;
        }
        queue[end++] = child;
      }
    }
  }
}
