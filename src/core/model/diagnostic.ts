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

/** What makes a workflow invalid; those of text and keys `pawl.yml` too. Every code has a page `docs/errors/<code with / as ->.md`. */
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
  'workflow/function-name',
  'workflow/parallel-child',
  'workflow/shared-child',
  'workflow/gated-child',
  'workflow/misplaced-key',
  'workflow/invalid-duration',
  'workflow/number-too-small',
  'workflow/foreach-items',
  'workflow/gated-items',
  'workflow/invalid-isolate',
  'workflow/gate-without-command',
  'workflow/invalid-measure',
  'workflow/tolerance-without-measure',
  'workflow/env-name',
  'workflow/long-env',
  'workflow/secret-in-env',
  'workflow/invalid-schema',
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
  'workflow/ignored-snapshot',
  'workflow/items-of-later-step',
  'workflow/repeated-secret',
  'workflow/unknown-schema-keyword',
] as const;

/** What makes `pawl.yml` invalid: no run begins. */
const configurationCodes = [
  'configuration/unknown-agent',
  'configuration/empty-tier',
  'configuration/invalid-amount',
  'configuration/secret-name',
  'configuration/sandbox',
  'configuration/secret-source',
  'configuration/incomplete-price',
  'configuration/mcp-server',
  'configuration/mcp-environment',
  'configuration/effect-class',
  'configuration/identity',
  'configuration/settles',
] as const;

/** What keeps a function out of the library. */
const functionCodes = [
  'function/syntax',
  'function/too-large',
  'function/too-deep',
  'function/form',
  'function/name',
  'function/name-taken',
  'function/no-docstring',
  'function/dynamic-code',
  'function/ambient',
  'function/import',
  'function/no-environment',
  'function/unknown-environment',
  'function/missing-package',
  'function/secret',
  'function/computed-dependency',
  'function/missing-dependency',
  'function/unknown-primitive',
  'function/lost-ctx',
  'function/effect-class',
] as const;

/** Closed; a code is never reused for another meaning, and its severity never depends on the case. */
export const diagnosticCodes = [...errorCodes, ...warningCodes, ...configurationCodes, ...functionCodes] as const;

export type DiagnosticCode = (typeof diagnosticCodes)[number];

const warnings: ReadonlySet<string> = new Set(warningCodes);

export const severityOf = (code: DiagnosticCode): Diagnostic['severity'] => (warnings.has(code) ? 'warning' : 'error');
