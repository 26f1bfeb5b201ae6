import { utf8ToBytes } from '@noble/hashes/utils.js';

/** What of a byte is left to look at: itself, or the one that an escape stands for. */
type Take = (byte: number, start: number, end: number) => void;

const backslash = 0x5c;
const percent = 0x25;
const [ampersand, hash, semicolon] = [0x26, 0x23, 0x3b];
const [letterN, letterR, letterT, letterU, letterX] = [0x6e, 0x72, 0x74, 0x75, 0x78];

/**
 * What a byte is where no escape is open: 0 = taken as it stands; 1 = blank (space, tab, newline, carriage return), which wrapping adds and takes
 * away; 2 = it opens an escape.
 */
export const kindOf = new Uint8Array(256);
for (const byte of [0x20, 0x09, 0x0a, 0x0d]) kindOf[byte] = 1;
for (const byte of [backslash, percent, ampersand]) kindOf[byte] = 2;

/** HTML's names of all signs of ASCII, which some encoders write whether or not they have to; its other names are of letters. */
const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", excl: '!', num: '#', dollar: '$', percnt: '%', lpar: '(', rpar: ')', ast: '*' },
  ...{ midast: '*', plus: '+', comma: ',', period: '.', sol: '/', colon: ':', semi: ';', equals: '=', quest: '?', commat: '@' },
  ...{ lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', hat: '^', lowbar: '_', underbar: '_', grave: '`' },
  ...{ diacriticalgrave: '`', lcub: '{', lbrace: '{', vert: '|', verbar: '|', verticalline: '|', rcub: '}', rbrace: '}' },
};

/** A number for each beginning of a name, 0 for the empty one; where each letter leads from there (0 = nowhere), and what a whole name means. */
const nextLetter = new Uint8Array(256 * 32);
const meaning = new Uint8Array(256);
let beginnings = 0;
for (const [name, sign] of Object.entries(entities)) {
  let at = 0;
  for (const letter of name) {
    const place = at * 32 + (letter.charCodeAt(0) & 31);
    if (nextLetter[place] === 0) nextLetter[place] = ++beginnings;
    at = nextLetter[place] as number;
  }
  meaning[at] = sign.charCodeAt(0);
}

/** Numbers of HTML may begin with any number of zeros; what has to be held back stays bounded. */
const mostDigits = 16;

/** As many blanks in the midst of an escape were put there by wrapping it. */
const mostBlanks = 64;

/** Whether a byte by itself is left out. */
export const isPassedOver = (byte: number): boolean => byte === backslash || kindOf[byte] === 1;

/**
 * Reads bytes without the clothes that encoders put on: backslashes and blanks are passed over (so are `\n`, `\r`, `\t`); `\u0026`, `\x26`,
 * `\046`, `%26` (also `%2526`), `&amp;`, `&#38;` and `&#x26;` are what they stand for, also where a line was broken in their midst. So a text is
 * the same however often it was put in JSON, shell quotes, a URL or HTML, and wherever it was wrapped. What needles are made of is read the same
 * way. A text can be read wrongly where an escape is none (`\n` before a word that begins with n): needles are looked for in the bytes as they
 * stand too.
 */
export class PlainReader {
  /** Whether an escape is open: then `since` is where it began. */
  open = false;
  since = 0;
  private readonly take: Take;
  private readonly skip: () => void;
  private stage: 'slash' | 'digits' | 'ampersand' | 'number' = 'slash';
  /** What the digits are of: a byte, a unit of UTF-16 or a character. */
  private names: 'byte' | 'unit' | 'character' = 'byte';
  private base = 0;
  private wanted = 0;
  private code = 0;
  /** Which beginning of an HTML name was read. */
  private name = 0;
  /** What they are if they turn out to be no escape: the bytes as they stood, and where. */
  private held: [byte: number, start: number, end: number][] = [];
  /** How many of them are blanks, and whether the last one is. */
  private blanks = 0;
  private wrapped = false;

  constructor(take: Take, skip: () => void) {
    this.take = take;
    this.skip = skip;
  }

  read(byte: number, at: number): void {
    if (!this.open) this.turn(byte, at, at + 1);
    else if (this.stage === 'slash') this.afterBackslash(byte, at);
    else if (kindOf[byte] === 1 && this.isWrapping(byte)) this.held.push([byte, at, at + 1]);
    else {
      this.wrapped = false;
      if (this.stage === 'digits') this.digit(byte, at);
      else if (this.stage === 'ampersand') this.letter(byte, at);
      else this.number(byte, at);
    }
  }

  /** Nothing follows. */
  end(): void {
    if (this.open && this.stage !== 'slash') this.giveUp();
    this.open = false;
  }

  private turn(byte: number, start: number, end: number): void {
    const kind = kindOf[byte];
    if (kind === 0) this.take(byte, start, end);
    else if (kind === 1) this.skip();
    else {
      this.open = true;
      this.since = start;
      if (byte === backslash) this.stage = 'slash';
      else {
        this.hold([[byte, start, end]]);
        if (byte === percent) this.digits(16, 2, 'byte');
        else this.stage = 'ampersand';
      }
    }
  }

  private hold(held: [number, number, number][]): void {
    this.held = held;
    this.blanks = 0;
    this.wrapped = false;
    this.name = 0;
  }

  /** A blank in the midst of an escape is a part of it where a line was broken there: at the end of the line, or before the next one begins. */
  private isWrapping(byte: number): boolean {
    this.wrapped = (this.wrapped || byte === 0x0a || byte === 0x0d) && ++this.blanks <= mostBlanks;
    return this.wrapped;
  }

  private afterBackslash(byte: number, at: number): void {
    if (byte === backslash) return;
    this.hold([]);
    if (byte === letterU || byte === letterX) {
      this.held.push([byte, at, at + 1]);
      if (byte === letterU) this.digits(16, 4, 'unit');
      else this.digits(16, 2, 'byte');
    } else if (byte >= 0x30 && byte <= 0x37) {
      this.digits(8, 3, 'byte');
      this.digit(byte, at);
    } else {
      this.open = false;
      if (byte === letterN || byte === letterR || byte === letterT) this.skip();
      else this.turn(byte, at, at + 1);
    }
  }

  private digits(base: number, wanted: number, names: 'byte' | 'unit' | 'character'): void {
    this.stage = 'digits';
    this.base = base;
    this.wanted = wanted;
    this.names = names;
    this.code = 0;
  }

  private digit(byte: number, at: number): void {
    const value = digitOf(byte);
    if (value < this.base && this.wanted > 0) {
      this.code = this.code * this.base + value;
      this.held.push([byte, at, at + 1]);
      this.wanted--;
      if (this.wanted === 0 && this.names !== 'character') this.decoded(at + 1);
    } else if (byte === semicolon && this.isWholeNumber()) this.decoded(at + 1);
    else this.none(byte, at);
  }

  /** Right behind an ampersand, and in a name. */
  private letter(byte: number, at: number): void {
    const code = byte === semicolon ? (meaning[this.name] as number) : 0;
    const name = byte >= 0x40 && byte < 0x80 ? (nextLetter[this.name * 32 + (byte & 31)] as number) : 0;
    if (code !== 0) {
      this.code = code;
      this.names = 'character';
      this.decoded(at + 1);
    } else if (name !== 0) {
      this.name = name;
      this.held.push([byte, at, at + 1]);
    } else if (byte === hash && this.name === 0) {
      this.stage = 'number';
      this.held.push([byte, at, at + 1]);
    } else this.none(byte, at);
  }

  /** Right behind `&#`. */
  private number(byte: number, at: number): void {
    if ((byte | 0x20) === letterX) {
      this.digits(16, mostDigits, 'character');
      this.held.push([byte, at, at + 1]);
    } else {
      this.digits(10, mostDigits, 'character');
      this.digit(byte, at);
    }
  }

  private isWholeNumber(): boolean {
    return this.names === 'character' && this.wanted < mostDigits && this.code <= 0x10ffff;
  }

  /** This byte is no part of the escape any more. */
  private none(byte: number, at: number): void {
    this.giveUp();
    this.read(byte, at);
  }

  /** Fewer digits than the escape needs: an octal one is done with them, and so is a number of HTML without its end; any other was none. */
  private giveUp(): void {
    const { held } = this;
    const isDone = this.stage === 'digits' && (this.base === 8 || this.isWholeNumber());
    this.open = false;
    if (isDone) this.decoded((held.findLast(([byte]) => kindOf[byte] !== 1) as (typeof held)[number])[2]);
    else
      for (const [byte, start, end] of held)
        if (kindOf[byte] === 1) this.skip();
        else this.take(byte, start, end);
  }

  private decoded(end: number): void {
    this.open = false;
    const { code, since, names } = this;
    // Of the others an octal one has eight bits.
    if (code < 0x80) this.turn(code, since, end);
    else if (names === 'byte') this.take(code & 0xff, since, end);
    else for (const byte of bytesOf(code)) this.take(byte, since, end);
  }
}

/** A half of a pair, which JSON writes as two escapes, is three bytes: needles have that form too. */
function bytesOf(code: number): Uint8Array | number[] {
  if (code < 0xd800 || code > 0xdfff) return utf8ToBytes(String.fromCodePoint(code));
  return [0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
}

/** 16 = none. */
function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : 16;
}
