import { expect, test } from 'vitest';
import { placesOf, steps } from './read.ts';
import { a, type Case, told } from './told.ts';

told([
  ['max of 0 is told', steps(`${a}, loop: {max: ›0}`), ['loop-max'], 'loop.max is 0; it still means one iteration'],
  ['max below 0 is told', steps(`${a}, loop: {max: ›-5}`), ['loop-max'], 'loop.max is -5; it still means one iteration'],
  ['no max is fine', steps(`${a}, loop: {}`), []],
  ...[
    'exit code: 0',
    'exit code 0',
    'Exit Code: 1',
    'exit status 0',
    'exited with code 0',
    'exit 0',
    'EXIT_CODE=0',
    'returns 0',
    'exit-code:0',
  ].map(
    (until): Case => [
      `until: ${until} reads what the agent writes`,
      steps(`${a}, loop: {until: ›"${until}"}`),
      ['until-reads-the-reply'],
      'not how a command ended',
    ],
  ),
  ...['DONE', 'exit', 'no exit', '0 errors', 'exit code', 'sexit 0'].map(
    (until): Case => [`until: ${until} is a word`, steps(`${a}, loop: {until: "${until}"}`), []],
  ),
  [
    'an until on a step that has no loop to run is not looked at',
    steps('id: a, command: x, ›loop: {until: "exit code: 0"}'),
    ['several-bodies'],
  ],
]);

told([
  ['a require of nothing is told', steps(`${a}, ›require: {}`), ['empty-require'], 'require must declare at least one check'],
  [
    'a require of checks that check nothing is told',
    steps(`${a}, ›require: {non_empty: false, contains: [], until: " ", last_line_regex: ""}`),
    ['empty-require'],
  ],
  ['a check that can not be read is told once', steps(`${a}, require: {contains: ›x}`), ['wrong-type']],
  ['a misspelled check is told once', steps(`${a}, require: {›contain: [x]}`), ['unknown-key'], 'did you mean "contains"?'],
  [
    'blank texts to contain are told each',
    steps(`${a}, require: {contains: [ok, ›"", ›" "]}`),
    ['blank-contains', 'blank-contains'],
    'require.contains must not include blank strings',
  ],
  [
    'a pattern that does not compile is told',
    steps(`${a}, require: {last_line_regex: ›"(x"}`),
    ['invalid-regex'],
    'require.last_line_regex is invalid: missing closing ): `(x`',
  ],
  ['lookahead is refused', steps(`${a}, require: {last_line_regex: ›"^(?=ok)"}`), ['invalid-regex'], 'no lookaround'],
  ['lookbehind is refused', steps(`${a}, require: {last_line_regex: ›"(?<!x)ok"}`), ['invalid-regex'], 'no lookaround'],
  ['backreferences are refused', steps(`${a}, require: {last_line_regex: ›'(a)\\1'}`), ['invalid-regex'], 'no backreferences'],
  [
    'brackets that nest too deep are refused',
    steps(`${a}, require: {last_line_regex: ›"${'('.repeat(5000)}${')'.repeat(5000)}"}`),
    ['invalid-regex'],
    'nests too deeply',
  ],
  [
    'patterns that repeat too much are refused',
    steps(`${a}, require: {last_line_regex: ›"(${'ab?'.repeat(300)}){1,1000}"}`),
    ['invalid-regex'],
    'too large together',
  ],
  ['a bounded repeat is fine', steps(`${a}, require: {last_line_regex: "^x{1,20}y{3}z{2,}$"}`), []],
  ['an inline flag is fine', steps(`${a}, require: {last_line_regex: "(?i)ok"}`), []],
  [
    'a require of a parallel step is ignored',
    steps(a, 'id: b, parallel: [a], ›require: {until: w}'),
    ['ignored-require'],
    'put it on its children',
  ],
]);

test('patterns that are each small enough are refused where they are too many', () => {
  const pattern = `(${'ab?'.repeat(30)}){1,1000}`;
  const text = steps(...Array.from({ length: 8 }, (_, index) => `id: s${index}, prompt: x, require: {last_line_regex: "${pattern}"}`));
  expect(placesOf(text)).toEqual(['8:50 invalid-regex', '9:50 invalid-regex', '10:50 invalid-regex']);
});
