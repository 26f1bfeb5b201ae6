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

/** Every code has a page `docs/errors/<code with / as ->.md`. Closed; a code is never reused for another meaning. */
export const diagnosticCodes = [
  'workflow/syntax',
  'workflow/empty',
  'workflow/too-large',
  'workflow/second-document',
  'workflow/duplicate-key',
  'workflow/alias-bomb',
  'workflow/unknown-key',
  'workflow/wrong-type',
  'workflow/missing-name',
  'workflow/no-steps',
  'workflow/negative-budget',
  'workflow/missing-id',
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
  'workflow/loop-max',
  'workflow/unreachable-step',
  'workflow/unknown-name',
  'workflow/until-reads-the-reply',
  'workflow/ignored-branch',
] as const;

export type DiagnosticCode = (typeof diagnosticCodes)[number];
