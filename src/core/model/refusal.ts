import type { Diagnostic } from './diagnostic.ts';
import type { Failure } from './failure.ts';
import { isOfLibrary, libraryExitCodeOf, libraryRefusalCodes } from './library-refusal.ts';
import { isOfTasks, taskExitCodeOf, taskRefusalCodes } from './task-refusal.ts';

/**
 * Why a request was not carried out, said to the person who made it: what is wrong, where, and the next step. Every code
 * has a page `docs/errors/<code with / as ->.md`. Closed; a code is never reused for another meaning.
 */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
  readonly hint?: string;
  /** With `run/invalid-workflow` and `run/invalid-configuration`: what is wrong in which text. */
  readonly diagnostics?: { readonly file: string; readonly source: string; readonly list: readonly Diagnostic[] };
}

/**
 * A failure of the world as the reason why a request was not carried out: its sentence, and its next step where it has one. A damaged
 * journal has a code of its own, and so have a damaged library and damaged tasks.
 */
export const refusalOf = (code: RefusalCode, { message, hint, damaged }: Failure): Refusal => ({
  code: damaged ? damagedCode(code) : code,
  message,
  ...(hint === undefined ? {} : { hint }),
});

function damagedCode(code: RefusalCode): RefusalCode {
  if (code === 'library/unavailable') return 'library/damaged';
  if (code === 'task/unavailable') return 'task/damaged';
  return code === 'store/unavailable' ? 'store/damaged' : code;
}

const otherCodes = [
  'cli/usage',
  'run/unknown-workflow',
  'run/unknown-function',
  'run/function-arguments',
  'run/invalid-workflow',
  'run/invalid-configuration',
  'run/invalid-budget',
  'run/unpriced-model',
  'run/invalid-script',
  'run/invalid-recording',
  'run/no-agent',
  'run/no-model',
  'run/no-sandbox',
  'run/needs-repository',
  'run/workspace-refused',
  'run/workspace-obstacle',
  'run/workspace-busy',
  'run/unknown-run',
  'run/not-finished',
  'run/nothing-kept',
  'run/changed-since',
  'run/not-running',
  'run/not-answered',
  'run/not-replayed',
  'run/no-act',
  'run/finished',
  'run/too-many-acts',
  'run/not-waiting',
  'run/workflow-changed',
  'run/out-of-storage',
  'run/nested-too-deep',
  'run/missing-secret',
  'run/invalid-primitives',
  'run/invalid-functions',
  'run/secret-in-workflow',
  'run/inner-run',
  'store/unavailable',
  'store/damaged',
  'store/nothing-to-repair',
  'store/backup-not-made',
  'init/exists',
  'init/not-written',
  'demo/not-made',
] as const;

export const refusalCodes = [...otherCodes, ...libraryRefusalCodes, ...taskRefusalCodes] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** Misuse (2) where the request itself was wrong; else the work failed (1). */
export function exitCodeOf(code: RefusalCode): 1 | 2 {
  if (isOfLibrary(code)) return libraryExitCodeOf(code);
  if (isOfTasks(code)) return taskExitCodeOf(code);
  switch (code) {
    case 'cli/usage':
    case 'run/unknown-workflow':
    case 'run/unknown-function':
    case 'run/function-arguments':
    case 'run/invalid-workflow':
    case 'run/invalid-configuration':
    case 'run/invalid-budget':
    case 'run/unpriced-model':
    case 'run/invalid-script':
    case 'run/invalid-recording':
    case 'run/no-agent':
    case 'run/no-model':
    case 'run/no-sandbox':
    case 'run/needs-repository':
    case 'run/unknown-run':
    case 'run/no-act':
    case 'run/missing-secret':
    case 'run/invalid-primitives':
    case 'run/invalid-functions':
    case 'run/secret-in-workflow':
    case 'init/exists':
      return 2;
    case 'run/workspace-refused':
    case 'run/workspace-obstacle':
    case 'run/workspace-busy':
    case 'run/not-finished':
    case 'run/nothing-kept':
    case 'run/changed-since':
    case 'run/not-running':
    case 'run/not-answered':
    case 'run/not-replayed':
    case 'run/finished':
    case 'run/too-many-acts':
    case 'run/not-waiting':
    case 'run/workflow-changed':
    case 'run/out-of-storage':
    case 'run/nested-too-deep':
    case 'run/inner-run':
    case 'store/unavailable':
    case 'store/damaged':
    case 'store/nothing-to-repair':
    case 'store/backup-not-made':
    case 'init/not-written':
    case 'demo/not-made':
      return 1;
  }
}
