import type { PlannedTrial } from '../../core/library/cases/case-plan.ts';
import type { CaseCall, RegressionCase } from '../../core/library/entries/library-entry.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Json } from '../../core/model/json.ts';
import type { Result } from '../../core/model/result.ts';

/** Where functions are tried: code in a sandbox, with nothing behind it but a record. Never rejects for what code does. */
export interface CaseTrials {
  tryCase(asked: AskedTrial): Promise<TrialEnd>;
}

export interface AskedTrial {
  /** The function, with all that it reaches. */
  readonly trial: Pick<PlannedTrial, 'name' | 'closure' | 'environments'>;
  readonly case: Pick<RegressionCase, 'input' | 'calls' | 'atMs'>;
  /** The text of a version, by its digest, also of one that is not stored yet. */
  readonly source: (digest: string) => Promise<Result<string, Failure>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export type TrialEnd =
  /** `calls`: what it asked of its primitives, as the record has it. */
  | { readonly how: 'gave'; readonly output: Json; readonly calls: readonly CaseCall[] }
  /** It threw, never ended, took too much memory: in words that follow "it". */
  | { readonly how: 'failed'; readonly why: string; readonly isTimeout: boolean }
  /** It asked for what the record does not have: what a real run gives is not known. */
  | { readonly how: 'unanswered'; readonly why: string }
  /** Nothing could be run; `everywhere`: no function at all can be, as a layer of the sandbox is missing. */
  | { readonly how: 'unable'; readonly why: string; readonly everywhere: boolean };
