import type { Diagnostic } from './diagnostic.ts';
import { visible } from './shown-text.ts';
import { lineText, type SourceText } from './source-text.ts';

/** A diagnostic in the pieces that are printed, so that a door can colour each; no piece holds a line break. */
export interface DiagnosticDrawing {
  /** `file:line:column` */
  readonly place: string;
  readonly message: string;
  readonly severity: Diagnostic['severity'];
  readonly code: string;
  /** The line number, right-aligned, and the line itself; a long line is cut to what is around the caret. */
  readonly gutter: string;
  readonly line: string;
  /** Blanks up to the place, and the carets below it. */
  readonly indent: string;
  readonly caret: string;
  /** Empty where there is none. */
  readonly hint: string;
}

const excerptColumns = 100;
const columnsBefore = 40;
const gutterColumns = 5;

/** Draws the line and the caret of a diagnostic about `source`. */
export function drawDiagnostic(source: SourceText, fileName: string, diagnostic: Diagnostic): DiagnosticDrawing {
  const line = lineText(source, diagnostic.line);
  const at = diagnostic.column - 1;
  const from = line.length <= excerptColumns ? 0 : Math.max(0, Math.min(at - columnsBefore, line.length - excerptColumns));
  const to = Math.min(line.length, from + excerptColumns);
  const before = (from > 0 ? '…' : '') + cells(line.slice(from, at));
  const marked = cells(line.slice(at, Math.min(to, at + diagnostic.length)));
  const after = cells(line.slice(Math.min(to, at + diagnostic.length), to)) + (to < line.length ? '…' : '');
  return {
    place: `${fileName}:${diagnostic.line}:${diagnostic.column}`,
    message: diagnostic.message,
    severity: diagnostic.severity,
    code: diagnostic.code,
    gutter: String(diagnostic.line).padStart(gutterColumns),
    line: before + marked + after,
    indent: ' '.repeat(columnsOf(before)),
    caret: '^'.repeat(Math.max(1, columnsOf(marked))),
    hint: diagnostic.hint ?? '',
  };
}

/** The drawing as plain lines: place, message and code; the line; the caret and the hint. */
export function diagnosticLines(drawing: DiagnosticDrawing): [string, string, string] {
  const label = drawing.severity === 'warning' ? `  warning    ${drawing.code}` : `  ${drawing.code}`;
  const codeColumn = drawing.severity === 'warning' ? 68 : 79;
  return [
    `${drawing.place}  ${drawing.message}`.padEnd(codeColumn) + label,
    `${drawing.gutter} | ${drawing.line}`.trimEnd(),
    `${' '.repeat(gutterColumns)} | ${drawing.indent}${drawing.caret} ${drawing.hint}`.trimEnd(),
  ];
}

/** "2 errors, 1 warning." and the like; "no errors." where there is nothing to say. */
export function diagnosticSummary(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const parts = [counted(errors, 'error'), counted(warnings, 'warning')].filter((part) => part !== '');
  return parts.length === 0 ? 'no errors.' : `${parts.join(', ')}.`;
}

const counted = (count: number, noun: string): string => (count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`);

/** A tab is shown as an arrow, one column wide: what a terminal makes of it depends on where it stands. */
const cells = (text: string): string => visible(text.replaceAll('\t', '→'));

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const narrow = /\p{M}/u;

/** Columns that a terminal gives a text: two for East Asian and picture characters, none for marks that combine. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += wide.test(character) ? 2 : narrow.test(character) ? 0 : 1;
  return columns;
}
