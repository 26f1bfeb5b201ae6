/** A word as a shell takes it, to be copied. */
export const quoted = (word: string): string => (/^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
