import { type Configuration, isTier, type Tier, type TierTarget } from '../../core/configuration/configuration.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import type { Prices } from '../../ports/prices.ts';
import type { Programs } from '../../ports/programs.ts';
import type { Runner } from '../../ports/runner.ts';
import { type AgentChoice, namedAgent } from './agent-choice.ts';
import { chooseRunner } from './choose-runner.ts';
import type { LateActs } from './late-acts.ts';
import { type Route, routedRunner } from './routed-runner.ts';

interface TierPlace {
  readonly choice: Pick<AgentChoice, 'agent' | 'script'>;
  readonly configuration: Configuration;
}

interface RunnerPlace extends TierPlace {
  readonly choice: AgentChoice;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly programs: Programs;
  readonly prices: () => Promise<Prices>;
  readonly acts: LateActs;
}

/**
 * Who answers what a workflow asks for: one agent, or several where `pawl.yml` gives tiers to others. Only those that are asked are
 * looked for. Refused where one of them is not there.
 */
export async function composeRunner(place: RunnerPlace, asked: Iterable<string | null>): Promise<Result<Runner, Refusal>> {
  const models = [...asked];
  const targets = new Map<Tier, TierTarget>();
  for (const model of models) {
    const target = isTier(model) ? tierTarget(model, place) : null;
    if (target !== null) targets.set(model as Tier, target);
  }
  const loaded = new Map<string | null, Runner>();
  const load = async (agent: string | null): Promise<Result<Runner, Refusal>> => {
    const before = loaded.get(agent);
    if (before !== undefined) return ok(before);
    const runner = await chooseRunner({ ...place.choice, agent }, place.env, place.programs, place.prices, place.acts);
    if (runner.ok) loaded.set(agent, runner.value);
    return runner;
  };
  const usual = namedAgent(place.choice) ?? place.configuration.agent;
  const routes = new Map<string, Route>();
  for (const [tier, { runner, model }] of targets) {
    const owner = await load(runner ?? usual);
    if (!owner.ok) return owner;
    routes.set(tier, { runner: owner.value, model });
  }
  const isRouted = (model: string | null): boolean => model !== null && routes.has(model);
  if (models.length > 0 && models.every(isRouted)) return ok(routedRunner(routes, null));
  const other = await load(usual);
  return other.ok ? ok(routedRunner(routes, other.value)) : other;
}

/** What `pawl.yml` makes of a tier; null where it says nothing, or speaks of another agent than the one that a person named. */
export function tierTarget(tier: Tier, { choice, configuration }: TierPlace): TierTarget | null {
  const target = configuration.tiers[tier] ?? null;
  const named = namedAgent(choice);
  if (target === null || named === null) return target;
  const owner = target.runner ?? configuration.agent;
  return owner === null || owner === named ? { ...target, runner: named } : null;
}
