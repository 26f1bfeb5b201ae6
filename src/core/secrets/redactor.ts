import { utf8ToBytes } from '@noble/hashes/utils.js';
import { Automaton, type Needle } from './automaton.ts';
import { CutEnds } from './cut-ends.ts';
import { maskShapes } from './live-shapes.ts';
import { isPassedOver, PlainReader } from './plain-reader.ts';
import { RedactingStream } from './redacting-stream.ts';
import { formsOf, shortestSecretChars } from './secret-forms.ts';
import { type Found, type Needles, SecretScanner } from './secret-scanner.ts';

/** Takes the values of named secrets, however they are written, out of what is stored and shown. */
export interface Redactor {
  /** Whether there is no secret to look for. */
  readonly idle: boolean;
  /** A text that others compute with: named secrets go, nothing else. */
  text(text: string): string;
  /**
   * A sentence for people: named secrets go, also what is left of one beside a `…` where the sentence was cut; and so does what looks like a
   * live credential.
   */
  words(text: string): string;
  /** Bytes that others compute with, as `text`. The same array where nothing is found. */
  bytes(bytes: Uint8Array): Uint8Array;
  /** The same for bytes that come in pieces. */
  stream(): RedactingStream;
  /** The names of the secrets whose values are in it, in the order in which they come. */
  namesIn(bytes: Uint8Array): string[];
}

/** `secrets`: values by name, each at least 8 characters once blanks at its ends are cut. */
export function redactorOf(secrets: ReadonlyMap<string, string>): Redactor {
  const names = [...secrets.keys()];
  const forms = [...secrets.values()].flatMap((value, owner) => formsOf(value).map((form) => ({ form, owner })));
  if (forms.length === 0) return idle;
  const needles = needlesOf(forms);
  const marks = names.map(markOf);
  const cutEnds = new CutEnds(forms.map(({ form, owner }) => ({ form, mark: marks[owner] as string })));
  const scanned = (bytes: Uint8Array): Found[] => {
    const scanner = new SecretScanner(needles);
    scanner.scan(bytes);
    scanner.end();
    return scanner.found;
  };
  const text = (given: string): string => replaced(given, scanned(utf8ToBytes(given)), marks);
  const words = (given: string): string => {
    const scanner = new SecretScanner(needles);
    for (const piece of given.split(/(?<=…|\.\.\.)|(?=…|\.\.\.)/)) {
      if (piece === '…' || piece === '...') scanner.cut();
      scanner.scan(utf8ToBytes(piece));
    }
    scanner.end();
    return maskShapes(cutEnds.removedFrom(replaced(given, scanner.found, marks)));
  };
  const stream = () => new RedactingStream(new SecretScanner(needles), marks.map(utf8ToBytes));
  return {
    idle: false,
    text,
    words,
    bytes: (bytes) => (scanned(bytes).length === 0 ? bytes : stream().whole(bytes)),
    stream,
    namesIn: (bytes) => [...new Set(scanned(bytes).map(({ owner }) => names[owner] as string))],
  };
}

const markOf = (name: string): string => `[secret ${name}]`;

const idle: Redactor = {
  idle: true,
  text: (text) => text,
  words: maskShapes,
  bytes: (bytes) => bytes,
  stream: () => new RedactingStream(new SecretScanner(needlesOf([])), []),
  namesIn: () => [],
};

function needlesOf(forms: readonly { readonly form: string; readonly owner: number }[]): Needles {
  const standing = forms.map(({ form, owner }) => ({ bytes: utf8ToBytes(form), owner }));
  const read = new Map<string, Needle>();
  for (const { bytes, owner } of standing) {
    // A backslash or a `%` of the value itself may be read as an escape, or not where it was escaped in its turn.
    for (const plain of [plainOf(bytes), bytes.filter((byte) => !isPassedOver(byte))]) {
      const key = plain.join();
      if (plain.length >= shortestSecretChars && !read.has(key)) read.set(key, { bytes: plain, owner });
    }
  }
  const longestRead = [...read.values()].reduce((most, { bytes }) => Math.max(most, bytes.length), 0);
  return { standing: new Automaton(standing), read: new Automaton([...read.values()]), longestRead };
}

function plainOf(bytes: Uint8Array): Uint8Array {
  const plain: number[] = [];
  const reader = new PlainReader(
    (byte) => plain.push(byte),
    () => {},
  );
  for (const [at, byte] of bytes.entries()) reader.read(byte, at);
  reader.end();
  return Uint8Array.from(plain);
}

/** Found places count bytes of UTF-8, strings their own units. */
function replaced(text: string, found: readonly Found[], marks: readonly string[]): string {
  let out = '';
  let unit = 0;
  let byte = 0;
  const unitAt = (wanted: number): number => {
    while (byte < wanted) {
      const point = text.codePointAt(unit) as number;
      byte += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      unit += point < 0x10000 ? 1 : 2;
    }
    return unit;
  };
  let from = 0;
  for (const { start, end, owner } of found) {
    out += text.slice(from, unitAt(start)) + marks[owner];
    from = unitAt(end);
  }
  return found.length === 0 ? text : out + text.slice(from);
}
