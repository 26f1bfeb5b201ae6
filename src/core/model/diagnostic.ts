/**
 * One mistake of an author, with its place. `line` and `column` are 1-based and count in the text that was given
 * (columns in UTF-16 units, as editors do); `length` is how many columns the caret marks.
 */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly hint?: string;
}

/** What makes a workflow invalid. Every code has a page `docs/errors/<code with / as ->.md`. */
const errorCodes = [
  'workflow/syntax',
  'workflow/empty',
  'workflow/too-large',
  'workflow/too-deep',
  'workflow/control-character',
  'workflow/second-document',
  'workflow/duplicate-key',
  'workflow/unknown-alias',
  'workflow/alias-bomb',
  'workflow/unknown-key',
  'workflow/wrong-type',
  'workflow/missing-name',
  'workflow/no-steps',
  'workflow/negative-budget',
  'workflow/missing-id',
  'workflow/long-id',
  'workflow/duplicate-id',
  'workflow/colliding-ids',
  'workflow/no-body',
  'workflow/several-bodies',
  'workflow/invalid-expect',
  'workflow/expect-without-command',
  'workflow/invalid-enforce',
  'workflow/enforce-on-command',
  'workflow/braces-in-shell',
  'workflow/empty-require',
  'workflow/invalid-regex',
  'workflow/blank-contains',
  'workflow/empty-when',
  'workflow/branch-target',
  'workflow/parallel-child',
  'workflow/shared-child',
  'workflow/gated-child',
] as const;

/** What is likely a mistake but has a meaning all the same: the workflow runs. */
const warningCodes = [
  'workflow/ignored-tag',
  'workflow/file-variable-clash',
  'workflow/loop-max',
  'workflow/unreachable-step',
  'workflow/unknown-name',
  'workflow/until-reads-the-reply',
  'workflow/ignored-branch',
  'workflow/ignored-require',
] as const;

/** Closed; a code is never reused for another meaning, and its severity never depends on the case. */
export const diagnosticCodes = [...errorCodes, ...warningCodes] as const;

export type DiagnosticCode = (typeof diagnosticCodes)[number];

const warnings: ReadonlySet<string> = new Set(warningCodes);

export const severityOf = (code: DiagnosticCode): Diagnostic['severity'] => (warnings.has(code) ? 'warning' : 'error');
