import type { Value } from '../model/value.ts';

/** Of the texts of programs and people, by what providers count; nothing depends on it but when a context is compressed. */
const bytesPerToken = 4;

/** About so many tokens has a value: a guess, for what no provider has counted yet. */
export const tokensIn = (value: Value): number => Math.ceil(('text' in value ? bytesIn(value.text) : value.bytes) / bytesPerToken);

/** What is no ASCII has three bytes of UTF-8 where it is written by most of those who do not write ASCII. */
const bytesIn = (text: string): number => text.length + 2 * (text.match(/[^ -~\s]/g)?.length ?? 0);
