/** Strings of this V8 have them, the language's types do not. Native: a search by pattern took copies of large texts. */
const { isWellFormed: isNative, toWellFormed: toNative } = String.prototype as unknown as {
  isWellFormed(): boolean;
  toWellFormed(): string;
};
const { apply } = Reflect;

/** Whether the text has no half of a surrogate pair, which has no UTF-8. */
export const isWellFormed = (text: string): boolean => apply(isNative, text, []);

/** The text with U+FFFD for each half of a surrogate pair. */
export const wellFormed = (text: string): string => apply(toNative, text, []);
