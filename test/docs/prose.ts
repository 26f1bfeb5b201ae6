import { readFileSync } from 'node:fs';

export const docText = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The fenced blocks of a language in a Markdown text. */
export const blocksOf = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].filter((match) => match[1] === language).map((match) => match[2] as string);

/** What is said in words: without fenced blocks, code in backticks, addresses and the numbers of lists. */
export const proseOf = (markdown: string): string =>
  markdown
    .replace(/^```.*?^```$/gms, '')
    .replace(/`[^`\n]+`/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/^\d+\. /gm, '');
