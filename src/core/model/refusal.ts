import type { Diagnostic } from './diagnostic.ts';
import type { Failure } from './failure.ts';

/**
 * Why a request was not carried out, said to the person who made it: what is wrong, where, and the next step. Every code
 * has a page `docs/errors/<code with / as ->.md`. Closed; a code is never reused for another meaning.
 */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
  readonly hint?: string;
  /** With `run/invalid-workflow`: what is wrong in which text. */
  readonly diagnostics?: { readonly file: string; readonly source: string; readonly list: readonly Diagnostic[] };
}

/** A failure of the world as the reason why a request was not carried out: its sentence, and its next step where it has one. */
export const refusalOf = (code: RefusalCode, { message, hint }: Failure): Refusal => ({
  code,
  message,
  ...(hint === undefined ? {} : { hint }),
});

export const refusalCodes = [
  'cli/usage',
  'run/unknown-workflow',
  'run/invalid-workflow',
  'run/invalid-budget',
  'run/invalid-script',
  'run/no-agent',
  'run/needs-repository',
  'run/workspace-refused',
  'run/workspace-obstacle',
  'run/workspace-busy',
  'run/unknown-run',
  'run/not-finished',
  'run/nothing-kept',
  'run/changed-since',
  'run/not-running',
  'store/unavailable',
  'init/exists',
  'init/not-written',
  'demo/not-made',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** Misuse (2) where the request itself was wrong; else the work failed (1). */
export function exitCodeOf(code: RefusalCode): 1 | 2 {
  switch (code) {
    case 'cli/usage':
    case 'run/unknown-workflow':
    case 'run/invalid-workflow':
    case 'run/invalid-budget':
    case 'run/invalid-script':
    case 'run/no-agent':
    case 'run/needs-repository':
    case 'run/unknown-run':
    case 'init/exists':
      return 2;
    case 'run/workspace-refused':
    case 'run/workspace-obstacle':
    case 'run/workspace-busy':
    case 'run/not-finished':
    case 'run/nothing-kept':
    case 'run/changed-since':
    case 'run/not-running':
    case 'store/unavailable':
    case 'init/not-written':
    case 'demo/not-made':
      return 1;
  }
}
