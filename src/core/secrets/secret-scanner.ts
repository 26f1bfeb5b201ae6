import { type Automaton, gramBytes } from './automaton.ts';
import { kindOf, PlainReader } from './plain-reader.ts';

/** A part of a text that is a secret's: from `start` up to `end`, counted in bytes since the beginning. */
export interface Found {
  start: number;
  end: number;
  readonly owner: number;
}

/** The same needles twice: as they stand, and as `PlainReader` reads them. */
export interface Needles {
  readonly standing: Automaton;
  readonly read: Automaton;
  /** The length of the longest one that is read. */
  readonly longestRead: number;
}

/** More blanks than these in the midst of a secret were not put there by wrapping it; what has to be held back stays bounded. */
const mostBlanks = 64;

/** As many characters of a secret, before a place where a text was cut, are a part of it. */
const shortestPart = 8;

/** Looks for needles in bytes that come in pieces. */
export class SecretScanner {
  /** Found so far, in order, none overlapping; whoever uses them takes them out. */
  readonly found: Found[] = [];
  private readonly needles: Needles;
  private readonly reader: PlainReader;
  private at = 0;
  private standing = 0;
  private standingGram = 0;
  private read = 0;
  private readGram = 0;
  /** Where each of the last bytes that were read began. */
  private readonly starts: Float64Array;
  private readonly mask: number;
  private count = 0;
  /** How many of them there are since the last gap. */
  private together = 0;
  private blanks = 0;

  constructor(needles: Needles) {
    this.needles = needles;
    let size = 16;
    while (size <= needles.longestRead) size *= 2;
    this.starts = new Float64Array(size);
    this.mask = size - 1;
    this.reader = new PlainReader(
      (byte, start, end) => this.take(byte, start, end),
      () => this.skip(),
    );
  }

  scan(bytes: Uint8Array): void {
    const automaton = this.needles.standing;
    const { reader } = this;
    const begun = this.at;
    let state = this.standing;
    let gram = this.standingGram;
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index] as number;
      gram = (gram << 8) | byte;
      if (state !== 0) {
        state = automaton.next(state, byte);
        if (automaton.found[state] !== 0)
          this.report(automaton, state, begun + index + 1 - (automaton.found[state] as number), begun + index + 1);
      } else if (automaton.mayBegin(gram)) state = automaton.enter(gram);
      const kind = reader.open ? 2 : kindOf[byte];
      if (kind === 0) this.take(byte, begun + index, begun + index + 1);
      else if (kind === 1) this.skip();
      else reader.read(byte, begun + index);
    }
    this.standing = state;
    this.standingGram = gram;
    this.at = begun + bytes.length;
  }

  /** Bytes before this place are decided: no needle that is found later begins before it. */
  get decided(): number {
    return Math.max(0, Math.min(this.standingStart, this.readStart, this.reader.open ? this.reader.since : this.at));
  }

  /** What was read last may be the beginning of a secret that somebody has cut off here: it counts as found. */
  cut(): void {
    const { standing, read } = this.needles;
    if ((standing.depth[this.standing] as number) >= shortestPart) this.report(standing, this.standing, this.standingStart, this.at);
    if ((read.depth[this.read] as number) >= shortestPart) this.report(read, this.read, this.readStart, this.at);
  }

  /** Nothing follows. */
  end(): void {
    this.reader.end();
    this.standing = 0;
    this.read = 0;
  }

  private get standingStart(): number {
    return this.at - (this.standing === 0 ? gramBytes - 1 : (this.needles.standing.depth[this.standing] as number));
  }

  private get readStart(): number {
    const back = this.read === 0 ? Math.min(gramBytes - 1, this.together) : (this.needles.read.depth[this.read] as number);
    return back === 0 ? this.at : (this.starts[(this.count - back) & this.mask] as number);
  }

  private take(byte: number, start: number, end: number): void {
    const automaton = this.needles.read;
    this.blanks = 0;
    this.together++;
    this.starts[this.count++ & this.mask] = start;
    this.readGram = (this.readGram << 8) | byte;
    if (this.read !== 0) {
      this.read = automaton.next(this.read, byte);
      const length = automaton.found[this.read] as number;
      if (length !== 0) this.report(automaton, this.read, this.starts[(this.count - length) & this.mask] as number, end);
    } else if (automaton.mayBegin(this.readGram)) this.read = automaton.enter(this.readGram);
  }

  private skip(): void {
    if (++this.blanks <= mostBlanks) return;
    this.read = 0;
    this.readGram = 0;
    this.together = 0;
  }

  /** One found earlier that it overlaps becomes a part of it. */
  private report(automaton: Automaton, state: number, from: number, end: number): void {
    let start = from;
    let last = this.found.at(-1);
    while (last !== undefined && last.end > start) {
      start = Math.min(start, last.start);
      this.found.pop();
      last = this.found.at(-1);
    }
    this.found.push({ start, end, owner: automaton.owner[state] as number });
  }
}
