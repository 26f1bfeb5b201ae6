import type { Configuration } from '../../core/configuration/configuration.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import type { Prices } from '../../ports/prices.ts';
import type { Programs } from '../../ports/programs.ts';
import type { Runner } from '../../ports/runner.ts';
import type { AgentChoice } from './agent-choice.ts';
import { type AskingWorkflows, askedModels } from './asked-models.ts';
import { checkPrices } from './check-prices.ts';
import { composeRunner } from './compose-runner.ts';
import { knownPrices } from './known-prices.ts';
import type { LateActs } from './late-acts.ts';
import { pricedRunner } from './priced-runner.ts';
import { replayOf } from './replay-run.ts';
import { limitsOf, type RunLimits } from './run-limits.ts';

interface AnswererRequest extends AgentChoice {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly allowUnpriced: boolean;
  readonly replay: string | null;
  readonly anyPrompt: boolean;
  /** For the agent that is an act. */
  readonly acts: LateActs;
}

interface EquipRequest extends AnswererRequest {
  readonly budgetUsd: number | null;
}

/** Who answers a run's prompts. */
interface Answerer {
  /** null where no step asks. */
  readonly runner: Runner | null;
  /** What a person should know before the first step. */
  readonly remarks: readonly string[];
}

/** Works out from the request and `pawl.yml` who answers and what may be spent; refused where that cannot be had. */
export async function equipRun(
  request: EquipRequest,
  configuration: Configuration,
  workflows: AskingWorkflows & { readonly file: string },
  programs: Programs,
): Promise<Result<Answerer & { readonly limits: RunLimits }, Refusal>> {
  const set = limitsOf(request.budgetUsd, configuration, workflows.file);
  if (!set.ok) return set;
  // Replayed money was spent before: no limit in money counts it.
  const limits = request.replay === null ? set.value : { ...set.value, nanoUsd: null, from: null };
  if (request.replay !== null && request.budgetUsd !== null) {
    return {
      ok: false,
      failure: { code: 'cli/usage', message: 'a replay spends nothing, so there is nothing to limit', hint: 'leave --budget out' },
    };
  }
  const answerer = await answererOf(request, configuration, workflows, limits, programs);
  return answerer.ok ? ok({ ...answerer.value, limits }) : answerer;
}

/** Who answers within limits that are known. */
export async function answererOf(
  request: AnswererRequest,
  configuration: Configuration,
  workflows: AskingWorkflows,
  limits: RunLimits,
  programs: Programs,
): Promise<Result<Answerer, Refusal>> {
  const asked = askedModels(workflows);
  const isAsked = asked.size > 0;
  if (request.replay !== null) {
    const replay = await replayOf(request, request.replay, programs);
    return replay.ok ? ok({ runner: isAsked ? replay.value : null, remarks: [] }) : replay;
  }
  if (!isAsked) return ok({ runner: null, remarks: [] });
  let known: Promise<Prices> | null = null;
  const prices = (): Promise<Prices> => {
    known ??= knownPrices(configuration.prices);
    return known;
  };
  const runner = await composeRunner(
    { choice: request, configuration, env: request.env, programs, prices, acts: request.acts },
    asked.keys(),
  );
  if (!runner.ok) return runner;
  const isReported = [...asked.keys()].every((model) => runner.value.billing?.(model) === 'reported');
  if (isReported) return ok({ runner: runner.value, remarks: [] });
  const remarks = checkPrices(runner.value, asked, await prices(), limits, request.allowUnpriced);
  if (!remarks.ok) return remarks;
  return ok({ runner: pricedRunner(runner.value, await prices(), limits.nanoUsd), remarks: remarks.value });
}
