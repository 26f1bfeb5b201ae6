import { type Configuration, isTier } from '../../core/configuration/configuration.ts';
import { durationText } from '../../core/model/duration.ts';
import { usdOf } from '../../core/model/money.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import { namedAgent } from '../agents/agent-choice.ts';
import { askedModels } from '../agents/asked-models.ts';
import { tierTarget } from '../agents/compose-runner.ts';
import { limitsOf } from '../agents/run-limits.ts';
import { rootOf } from '../project/root.ts';
import { checkedWorkflow } from '../workflows/checked-workflow.ts';
import { readConfiguration } from '../workflows/configuration-file.ts';
import { functionsNamed } from './functions-in.ts';
import { type RunOptions, requestOf } from './run-options.ts';

/** One thing that would hold for a run, and who says so. */
export interface AppliedSetting {
  readonly name: string;
  readonly value: string;
  readonly from: 'option' | 'pawl.yml' | 'default';
}

/** What would hold for a run: options, then `pawl.yml`, then the defaults. Looks for no agent and asks nobody. */
export async function appliedSettings(options: RunOptions): Promise<Result<AppliedSetting[], Refusal>> {
  const cwd = options.cwd ?? process.cwd();
  const root = rootOf(cwd);
  const checked = await checkedWorkflow(options.workflow, cwd, root);
  if (!checked.ok) return checked;
  const configured = await readConfiguration(root);
  if (!configured.ok) return configured;
  const { configuration } = configured.value;
  const functions = await functionsNamed(checked.value, configuration, root);
  if (!functions.ok) return functions;
  const request = requestOf(options, configuration);
  const limits = limitsOf(request.budgetUsd, configuration, checked.value.source.file);
  if (!limits.ok) return limits;
  const { nanoUsd, from, tokens } = limits.value;
  const asked = askedModels(checked.value);
  const { timeout, jobs } = configuration;
  const { runTimeoutMs } = request;
  return ok([
    ...(asked.size === 0 ? [] : agentSettings(options, configuration, [...asked.keys()])),
    setting('budget', nanoUsd === null ? 'no limit' : `$${usdOf(nanoUsd).toFixed(2)}`, from === 'option', nanoUsd !== null),
    ...(tokens === null ? [] : [setting('tokens', String(tokens), false, true)]),
    setting('jobs', String(request.jobs), options.jobs !== undefined, jobs !== null),
    setting('command time', durationText(request.commandTimeoutMs), options.commandTimeoutMs !== undefined, timeout.commandMs !== null),
    setting('prompt time', durationText(request.promptTimeoutMs), options.promptTimeoutMs !== undefined, timeout.promptMs !== null),
    setting(
      'run time',
      runTimeoutMs === null ? 'as long as it takes' : durationText(runTimeoutMs),
      options.runTimeoutMs !== undefined,
      timeout.runMs !== null,
    ),
  ]);
}

function agentSettings(options: RunOptions, configuration: Configuration, asked: readonly (string | null)[]): AppliedSetting[] {
  if (options.replay) return [setting('agent', 'replay (no model)', true, false)];
  const choice = { agent: options.agent ?? null, script: options.script ?? null };
  const named = namedAgent(choice);
  const agent = setting('agent', named ?? configuration.agent ?? 'the first one found', named !== null, configuration.agent !== null);
  const tiers = asked.filter(isTier).flatMap((tier) => {
    const target = tierTarget(tier, { choice, configuration });
    return target === null ? [] : [setting(tier, [target.runner, target.model].filter(Boolean).join(' '), false, true)];
  });
  return [agent, ...tiers];
}

const setting = (name: string, value: string, byOption: boolean, byFile: boolean): AppliedSetting => ({
  name,
  value,
  from: byOption ? 'option' : byFile ? 'pawl.yml' : 'default',
});
