/** A stretch of a text, in UTF-16 offsets; `end` is not part of it. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A text with its line starts, so that places become lines and columns. */
export interface SourceText {
  /** Without a byte order mark: editors do not count it as a column. */
  readonly text: string;
  readonly lineStarts: readonly number[];
}

/** Drops a byte order mark and finds the lines. Only `\n` ends a line; a `\r` before it belongs to the line end. */
export function sourceTextOf(raw: string): SourceText {
  const text = raw.startsWith('\ufeff') ? raw.slice(1) : raw;
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return { text, lineStarts };
}

/** The text of a line (1-based) without its line end; empty past the last one. */
export function lineText({ text, lineStarts }: SourceText, line: number): string {
  const start = lineStarts[line - 1] ?? text.length;
  const end = lineStarts[line] ?? text.length + 1;
  return text.slice(start, end - 1).replace(/\r$/, '');
}

/**
 * Line and column (1-based) of a place, and how many columns of its first line it covers: at least 1, so that there is
 * something to point at, and never past the end of the line.
 */
export function positionOf(source: SourceText, place: Place): { line: number; column: number; length: number } {
  const line = lineAt(source.lineStarts, place.start);
  const column = place.start - (source.lineStarts[line - 1] as number) + 1;
  const left = lineText(source, line).length - column + 1;
  return { line, column, length: Math.max(1, Math.min(place.end - place.start, left)) };
}

function lineAt(lineStarts: readonly number[], offset: number): number {
  let low = 0;
  let high = lineStarts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lineStarts[middle] as number) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
