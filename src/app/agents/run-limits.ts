import { basename } from 'node:path';
import type { Configuration } from '../../core/configuration/configuration.ts';
import { type NanoUsd, nanoUsdOf } from '../../core/model/money.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';

/** What a run may use. */
export interface RunLimits {
  readonly nanoUsd: NanoUsd | null;
  /** Who set the limit in money: one that was set for this run binds models without a known price too, a default does not. */
  readonly from: 'option' | 'workflow' | 'default' | null;
  /** Besides the limit of the workflow's file. */
  readonly tokens: number | null;
}

/** An option wins over what `pawl.yml` says of the workflow, and that over what it says of any run. */
export function limitsOf(budgetUsd: number | null, { budget }: Configuration, workflowFile: string): Result<RunLimits, Refusal> {
  const own = budget.workflows.get(workflowNameOf(workflowFile));
  const tokens = own?.tokens ?? null;
  if (budgetUsd !== null) {
    const nanoUsd = nanoUsdOf(budgetUsd);
    if (nanoUsd !== null && nanoUsd > 0) return ok({ nanoUsd, from: 'option', tokens });
    return fail({
      code: 'run/invalid-budget',
      message: `invalid budget: ${budgetUsd} is no amount above zero`,
      hint: 'leave --budget out for no limit',
    });
  }
  if (own?.nanoUsd) return ok({ nanoUsd: own.nanoUsd, from: 'workflow', tokens });
  return ok({ nanoUsd: budget.nanoUsd, from: budget.nanoUsd === null ? null : 'default', tokens });
}

/** A workflow by the name that a person calls it: `self-test` for pawl/self-test.yml, however its path was given. */
const workflowNameOf = (file: string): string => basename(file).replace(/\.ya?ml$/, '');
