import { expect, test } from 'vitest';
import type { DiagnosticCode } from '../../../src/core/model/diagnostic.ts';
import { placesOf, wordsOf } from './read.ts';

/**
 * What is wrong; a text with a `›` before each place where something is told; what is told there, in order; and what the
 * message and the hint of the first (`message | hint`) must say.
 */
export type Case = readonly [what: string, marked: string, codes: readonly string[], words?: string];

/** A test a case: exactly this is told, exactly there. */
export function told(cases: readonly Case[]): void {
  for (const [what, marked, codes, words = ''] of cases) {
    test(what, () => {
      const text = marked.replaceAll('›', '');
      expect(placesOf(text)).toEqual(marksIn(marked).map((place, index) => `${place} ${codes[index]}`));
      expect(wordsOf(text, `workflow/${codes[0] ?? ''}` as DiagnosticCode)).toContain(words);
    });
  }
}

function marksIn(marked: string): string[] {
  const places: string[] = [];
  const lines = marked.split('\n');
  for (const [index, line] of lines.entries()) {
    for (const [before, mark] of [...line.matchAll(/›/g)].entries()) places.push(`${index + 1}:${mark.index - before + 1}`);
  }
  return places;
}

/** The keys of a step with nothing wrong, as a flow map without its braces. */
export const a = 'id: a, prompt: x';
