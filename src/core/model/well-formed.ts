/**
 * The text with U+FFFD for each half of a surrogate pair. Such a half has no UTF-8: what is written, sent or digested cannot hold it. It comes from
 * texts that were cut in the middle of a character, and from whoever makes one on purpose.
 */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
