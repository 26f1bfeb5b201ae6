import type { Diagnostic } from '../../model/diagnostic.ts';
import { visible } from '../../model/shown-text.ts';
import { lineText, sourceTextOf } from '../../model/source-text.ts';

const excerptColumns = 100;
const columnsBefore = 40;
const gutterColumns = 5;
const codeColumn = 81;

/**
 * A diagnostic as three lines, each without trailing blanks and of what can be seen: place, message and code; the line of
 * `source` (the text that was read); the caret and the hint. A long line is cut to what is around the caret.
 *
 *     fix.yml:9:5  unknown key "commnd" in a step                   workflow/unknown-key
 *         9 |     commnd: npm test
 *           |     ^^^^^^ did you mean "command"?
 */
export function diagnosticText(source: string, fileName: string, diagnostic: Diagnostic): string {
  const { code, severity, message, line, column, hint = '' } = diagnostic;
  const { before, marked, after } = excerptOf(lineText(sourceTextOf(source), line), column - 1, diagnostic.length);
  const label = severity === 'warning' ? `warning    ${code}` : code;
  const labelColumn = codeColumn - (label.length - code.length);
  const caret = ' '.repeat(columnsOf(before)) + '^'.repeat(Math.max(1, columnsOf(marked)));
  return [
    `${`${fileName}:${line}:${column}  ${message}`.padEnd(labelColumn - 2)}  ${label}`,
    `${String(line).padStart(gutterColumns)} | ${before}${marked}${after}`.trimEnd(),
    `${' '.repeat(gutterColumns)} | ${caret} ${hint}`.trimEnd(),
  ].join('\n');
}

/** "2 errors, 1 warning." and the like; "no errors." where there is nothing to say. */
export function summaryText(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const parts = [counted(errors, 'error'), counted(diagnostics.length - errors, 'warning')].filter((part) => part !== '');
  return parts.length === 0 ? 'no errors.' : `${parts.join(', ')}.`;
}

const counted = (count: number, noun: string): string => (count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`);

/** The line in three parts, what the caret marks in the middle, cut to a window around it. */
function excerptOf(line: string, at: number, length: number): { before: string; marked: string; after: string } {
  const from = Math.max(0, Math.min(at - columnsBefore, line.length - excerptColumns));
  const to = Math.min(line.length, from + excerptColumns);
  const end = Math.min(to, at + length);
  return {
    before: (from > 0 ? '…' : '') + cells(line.slice(from, at)),
    marked: cells(line.slice(at, end)),
    after: cells(line.slice(end, to)) + (to < line.length ? '…' : ''),
  };
}

/** A tab is shown as an arrow of one column: how wide a terminal draws it depends on where it stands. */
const cells = (text: string): string => visible(text.replaceAll('\t', '→'));

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Columns that a terminal gives a text: two for East Asian and picture characters, none for marks that combine. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += wide.test(character) ? 2 : /\p{M}/u.test(character) ? 0 : 1;
  return columns;
}
