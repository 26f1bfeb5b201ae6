/** A number of 32 bits that a text always gives (FNV-1a, mixed). */
export function textNumber(text: string): number {
  let mixed = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Draws that depend on the text alone. */
export class Draws {
  private readonly text: string;
  private drawn = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** A whole number below `limit`, which is at least 1. */
  below(limit: number): number {
    this.drawn += 1;
    return textNumber(`${this.text} ${this.drawn}`) % limit;
  }

  /** One of a list that is not empty. */
  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}
