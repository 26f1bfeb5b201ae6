import type { SecretScanner } from './secret-scanner.ts';

const none = new Uint8Array();

/**
 * Takes secrets out of bytes as they come. What may be the beginning of one is held back until it is decided: at most as much as the longest
 * form of a secret takes when it is wrapped.
 */
export class RedactingStream {
  private readonly scanner: SecretScanner;
  private readonly marks: readonly Uint8Array[];
  /** Bytes from `begun` on, not given out yet. */
  private held: Uint8Array = none;
  private begun = 0;

  constructor(scanner: SecretScanner, marks: readonly Uint8Array[]) {
    this.scanner = scanner;
    this.marks = marks;
  }

  /** What is decided by now; may be empty, and is the given array where all of it is and nothing was found. */
  push(bytes: Uint8Array): Uint8Array {
    this.scanner.scan(bytes);
    return this.give(bytes, this.scanner.decided);
  }

  /** The rest. `cut`: more was to come, so that the beginning of a secret at its very end is one. */
  end(cut: boolean): Uint8Array {
    if (cut) this.scanner.cut();
    this.scanner.end();
    return this.give(none, this.begun + this.held.length);
  }

  /** All of it at once. */
  whole(bytes: Uint8Array): Uint8Array {
    return joined([this.push(bytes), this.end(false)]);
  }

  private give(bytes: Uint8Array, decided: number): Uint8Array {
    const { found } = this.scanner;
    this.held = joined([this.held, bytes]);
    const begun = this.begun;
    const parts: Uint8Array[] = [];
    const giveUpTo = (place: number) => {
      const whole = this.begun === begun && place === begun + this.held.length;
      parts.push(whole ? this.held : this.held.subarray(this.begun - begun, place - begun));
      this.begun = place;
    };
    for (let next = found[0]; next !== undefined && next.end <= decided; next = found[0]) {
      giveUpTo(next.start);
      parts.push(this.marks[next.owner] as Uint8Array);
      this.begun = next.end;
      found.shift();
    }
    giveUpTo(Math.min(decided, found[0]?.start ?? decided));
    this.held = this.held.slice(this.begun - begun);
    return joined(parts);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const filled = parts.filter(({ length }) => length > 0);
  if (filled.length < 2) return filled[0] ?? none;
  const whole = new Uint8Array(filled.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of filled) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
