import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentinelMatches } from '../../../src/core/workflow/texts/sentinel.ts';

test.each([
  ['all is DONE.', 'DONE', true],
  ['all is done', 'DONE', true],
  ['ABANDONED', 'DONE', false],
  ['DONE_2', 'DONE', false],
  ['not DONE', 'DONE', true],
  ['DONEDONE DONE', 'DONE', true],
  ['a\nDONE\nb', 'DONE', true],
  ['we are all done here', 'All Done', true],
  ['we are all-done here', 'all done', false],
  ['exit code: 0', 'exit code: 0', true],
  ['exit code: 01', 'exit code: 0', false],
  ['a.b', 'a.b', true],
  ['axb', 'a.b', false],
  ['so [OK] now', '[ok]', true],
  ['so[OK]now', '[ok]', false],
  ['cost $5 (max)', '$5 (max)', true],
  ['a/b-c \\d', 'a/b-c \\d', true],
  ['äDONEä', 'DONE', true],
  ['DONE', '  DONE  ', true],
  ['anything', '', false],
  ['  ', ' ', false],
])('%j has the word %j: %s', (text, sentinel, matches) => {
  expect(sentinelMatches(text, sentinel)).toBe(matches);
});

/** Each place in turn, letter by letter. */
function naively(text: string, sentinel: string): boolean {
  const word = sentinel.trim().toLowerCase();
  const isWordCharacter = (character: string | undefined) => character !== undefined && /[A-Za-z0-9_]/.test(character);
  for (let at = 0; word !== '' && at + word.length <= text.length; at++) {
    const end = at + word.length;
    if (text.slice(at, end).toLowerCase() === word && !isWordCharacter(text[at - 1]) && !isWordCharacter(text[end])) return true;
  }
  return false;
}

test('a word is found exactly where looking at each place in turn finds it', () => {
  const letters = (maxLength: number) =>
    fc.string({ unit: fc.constantFrom('a', 'A', 'b', '_', '1', ' ', '.', '-', '\n', '(', '$', 'é'), maxLength });
  fc.assert(
    fc.property(letters(20), letters(4), (text, sentinel) => {
      expect(sentinelMatches(text, sentinel)).toBe(naively(text, sentinel));
    }),
    { numRuns: 3000 },
  );
});
