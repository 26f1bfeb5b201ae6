const shownChars = 60;

/** A word of the author's as a message shows it: on one line, at most 60 characters, nothing in it but what can be seen. */
export const shown = (text: string): string => visible(text.length > shownChars ? `${text.slice(0, shownChars)}…` : text);

/** The same in double quotes. */
export const quoted = (text: string): string => `"${shown(text)}"`;

/** Puts `\u{…}` for each character that is not seen: controls that could move a terminal's cursor, direction marks, halves of pairs. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
}

/** Up to eight names as a list for a hint: `a, b, c …`. */
export function listed(names: readonly string[]): string {
  const more = names.length > 8 ? ' …' : '';
  return names.slice(0, 8).map(shown).join(', ') + more;
}
