import { stripVTControlCharacters } from 'node:util';

/** What a program printed, as it may stand among our own lines: without colours and whatever else steers a terminal. */
export const visibleText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  stripVTControlCharacters(text.replace(/\t/g, '  ')).replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '');

/** On one line of at most so many characters. */
export const clipped = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, Math.max(0, length - 1))}…` : text;
