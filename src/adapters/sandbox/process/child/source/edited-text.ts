import { ColumnMap } from './column-map.ts';

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A text with pieces of it replaced, in which every line stays the line that it was. */
export class EditedText {
  readonly #original: string;
  readonly #edits: Edit[] = [];

  constructor(original: string) {
    this.#original = original;
  }

  /** `text` has no newline; those of what it replaces stay. */
  replace(from: number, to: number, text: string): void {
    this.#edits.push({ from, to, text });
  }

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  /** Spaces in its place. */
  blank(from: number, to: number): void {
    this.#edits.push({ from, to, text: blanked(this.#original.slice(from, to)) });
  }

  /** The whole, or only what is in `ranges` with spaces for the rest. */
  result(ranges: readonly (readonly [from: number, to: number])[] | null = null): { text: string; columns: ColumnMap } {
    const edits = this.#edits.filter(({ from, to }) => ranges === null || ranges.some(([start, end]) => start <= from && to <= end));
    if (ranges)
      edits.push(...gaps(ranges, this.#original.length).map(([from, to]) => ({ from, to, text: blanked(this.#original.slice(from, to)) })));
    // Sorting is stable: two insertions at one place stay in the order in which they were asked for.
    edits.sort((one, other) => one.from - other.from || one.to - other.to);
    const columns = new ColumnMap();
    let text = '';
    let at = 0;
    for (const { from, to, text: instead } of edits) {
      const removed = this.#original.slice(from, to);
      text += this.#original.slice(at, from) + instead;
      if (!instead.includes('\n')) text += removed.replace(/[^\n]/g, '');
      if (instead.length !== removed.length) this.#note(columns, from, removed, instead.length);
      at = to;
    }
    return { text: text + this.#original.slice(at), columns };
  }

  #note(columns: ColumnMap, from: number, removed: string, inserted: number): void {
    const before = this.#original.slice(0, from);
    const line = before.split('\n').length;
    const lines = removed.split('\n');
    columns.add(line, { column: from - (before.lastIndexOf('\n') + 1), removed: (lines[0] as string).length, inserted });
    if (lines.length > 1) columns.add(line + lines.length - 1, { column: 0, removed: (lines.at(-1) as string).length, inserted: 0 });
  }
}

const blanked = (text: string): string => text.replace(/[^\n]/g, ' ');

function gaps(ranges: readonly (readonly [number, number])[], length: number): [number, number][] {
  const found: [number, number][] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (from > at) found.push([at, from]);
    at = to;
  }
  if (length > at) found.push([at, length]);
  return found;
}
