/** The text's lines for a terminal: at most `maxLines`, each of at most `maxLength` characters, with a mark where something is left out. */
export function clippedLines(text: string, maxLines: number, maxLength: number): string[] {
  const lines = text.split('\n');
  const kept = lines.slice(0, maxLines).map((line) => (line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line));
  return lines.length > maxLines ? [...kept, `… ${lines.length - maxLines} more lines`] : kept;
}

/** An error as the last lines of a run show it: it may quote what a program printed. */
export const errorLines = (error: string): string[] => clippedLines(error.trimEnd(), 20, 2000);
