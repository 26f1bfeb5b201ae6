import type { Comment } from 'acorn';

/** The JSDoc right above a place, without its stars; null = there is none, or nothing in it. `code` is the text as it was written. */
export function docstringAbove(place: number, code: string, comments: readonly Comment[]): string | null {
  const above = comments.findLast(({ end }) => end <= place);
  if (above?.type !== 'Block' || !above.value.startsWith('*') || code.slice(above.end, place).trim() !== '') return null;
  const text = above.value
    .slice(1)
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim();
  return text === '' ? null : text;
}
