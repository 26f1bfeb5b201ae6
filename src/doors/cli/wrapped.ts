import { clipped } from './visible-text.ts';

const mostLines = 4;

/** The text in lines of at most so many characters, broken between words; what is more than a few lines is cut. */
export function wrapped(text: string, length: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.replace(/\s*\n\s*/g, ' ').split(/(\s+)/)) {
    if ((line + piece).trimEnd().length <= length || line === '') {
      line += piece;
      continue;
    }
    lines.push(line.trimEnd());
    line = piece.trimStart();
  }
  lines.push(line.trimEnd());
  const shown = lines.slice(0, mostLines).map((each) => clipped(each, length));
  if (lines.length > mostLines) shown[mostLines - 1] = clipped(`${shown.at(-1)} …`, length);
  return shown;
}
