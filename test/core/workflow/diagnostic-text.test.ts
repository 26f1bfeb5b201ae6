import { expect, test } from 'vitest';
import type { Diagnostic } from '../../../src/core/model/diagnostic.ts';
import { diagnosticText, summaryText } from '../../../src/core/workflow/diagnoses/diagnostic-text.ts';
import { parseWorkflow } from '../../../src/core/workflow/parse-workflow.ts';

const drawn = (text: string): string =>
  parseWorkflow(text)
    .diagnostics.map((diagnostic) => diagnosticText(text, 'fix.yml', diagnostic))
    .join('\n');

test('each diagnostic is drawn with its line, a caret and the next step', () => {
  const text = `name: Fix
steps:
  - id: baseline
    commnd: npm test
  - id: fix
    prompt: "Fix {{basline}}"
    branch:
    - when: NO
      goto: revrt
  - id: revert
    command: git diff
`;
  expect(drawn(text)).toBe(
    `fix.yml:4:5  unknown key "commnd" in a step                                      workflow/unknown-key
    4 |     commnd: npm test
      |     ^^^^^^ did you mean "command"?
fix.yml:6:18  {{basline}} names no step; it would stay as it is       warning    workflow/unknown-name
    6 |     prompt: "Fix {{basline}}"
      |                  ^^^^^^^^^^^ did you mean "baseline"?
fix.yml:9:13  branch target "revrt" not found                                    workflow/branch-target
    9 |       goto: revrt
      |             ^^^^^ steps: baseline, fix, revert`.replace('steps: baseline', 'did you mean "revert"? steps: baseline'),
  );
});

const at = (line: number, column: number, length: number): Diagnostic => ({
  code: 'workflow/syntax',
  severity: 'error',
  message: 'm',
  line,
  column,
  length,
});

/** The line and the caret of a diagnostic, without what stands before them. */
const excerpt = (text: string, diagnostic: Diagnostic): string[] =>
  diagnosticText(text, 'w', diagnostic)
    .split('\n')
    .slice(1)
    .map((line) => line.slice(8));

test.each([
  ['a tab is an arrow', '\t- a: b', at(1, 4, 1), ['→- a: b', '   ^']],
  ['a line end of Windows is not shown', 'a: b\r\nc', at(1, 4, 1), ['a: b', '   ^']],
  ['a place behind the last line end', 'a\n', at(2, 1, 1), ['', '^']],
  ['a place past the last line', 'a', at(7, 1, 1), ['', '^']],
  ['a place at the end of a line', 'ab\nc', at(1, 3, 1), ['ab', '  ^']],
  ['East Asian letters take two columns', 'a: 漢字 x', at(1, 4, 2), ['a: 漢字 x', '   ^^^^']],
  ['and move the caret', '漢字: xyz', at(1, 5, 3), ['漢字: xyz', '      ^^^']],
  ['pictures take two columns', '🙂: x', at(1, 5, 1), ['🙂: x', '    ^']],
  ['marks that combine take none', 'e\u0301: x', at(1, 5, 1), ['e\u0301: x', '   ^']],
  ['what is not seen is written out', 'a\u202eb\u00ad', at(1, 3, 1), ['a\\u{202e}b\\u{ad}', '         ^']],
  ['a byte order mark is no column', '\ufeffab', at(1, 2, 1), ['ab', ' ^']],
])('%s', (_what, text, diagnostic, lines) => {
  expect(excerpt(text, diagnostic)).toEqual(lines);
});

test.each([
  ['at its beginning', 1, `${'0123456789'.repeat(10)}…`, 0],
  ['in its middle', 501, `…${'0123456789'.repeat(10)}…`, 41],
  ['at its end', 1000, `…${'0123456789'.repeat(10)}`, 100],
])('of a long line what is around the caret is shown, %s', (_where, column, line, blanks) => {
  expect(excerpt('0123456789'.repeat(100), at(1, column, 3))).toEqual([
    line,
    `${' '.repeat(blanks)}${'^'.repeat(column === 1000 ? 1 : 3)}`,
  ]);
});

test('a caret never goes past what is shown', () => {
  const [line = '', caret = ''] = excerpt('x'.repeat(5000), at(1, 1000, 4000));
  expect(caret.length).toBeLessThan(line.length);
});

test('a long message keeps two blanks before its code', () => {
  const [first] = diagnosticText('x', 'w', { ...at(1, 1, 1), message: 'm'.repeat(200) }).split('\n');
  expect(first).toMatch(/m {2}workflow\/syntax$/);
});

test.each([
  [0, 0, 'no errors.'],
  [1, 0, '1 error.'],
  [0, 1, '1 warning.'],
  [2, 1, '2 errors, 1 warning.'],
  [1, 3, '1 error, 3 warnings.'],
])('%i errors and %i warnings are %j', (errors, warnings, text) => {
  const list = (count: number, severity: Diagnostic['severity']) => Array.from({ length: count }, () => ({ ...at(1, 1, 1), severity }));
  expect(summaryText([...list(errors, 'error'), ...list(warnings, 'warning')])).toBe(text);
});
