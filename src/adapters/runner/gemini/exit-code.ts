import type { Failure, FailureKind } from '../../../core/model/failure.ts';

/** What `gemini` ends with before it has printed an event (its own table, and tried); its words are on stderr, for people. */
const meanings = new Map<number, Pick<Failure, 'hint'> & { readonly kind: FailureKind }>([
  [41, { kind: 'auth', hint: 'Start `gemini` once and log in, or set GEMINI_API_KEY.' }],
  [42, { kind: 'refused' }],
  [44, { kind: 'refused' }],
  [52, { kind: 'refused' }],
  [53, { kind: 'incomplete', hint: 'Give the step less to do, or split it.' }],
  [55, { kind: 'refused', hint: 'Start `gemini` once in this folder and trust it, or set GEMINI_CLI_TRUST_WORKSPACE=true.' }],
]);

/** The failure that the program's exit code stands for, in these words; null for codes that say nothing. */
export function exitFailure(code: number, message: string): Failure | null {
  const meaning = meanings.get(code);
  return meaning === undefined ? null : { ...meaning, message, retryable: false };
}
