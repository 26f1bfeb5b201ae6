import type { Configuration } from '../../core/configuration/configuration.ts';
import type { Model } from '../../ports/model.ts';
import { chooseModel } from './choose-model.ts';

interface Asked {
  /** Who answers the run's prompts. */
  readonly runner: string;
  /** Whether the run has a limit in money. */
  readonly isLimited: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly configuration: Configuration;
}

/**
 * The model that may be asked about a run: what the tier `fast` is. None where no model answers its prompts either, as whoever began it wanted
 * none asked; nor, within a limit in money, one whose price nobody knows. A run by a server of one's own asks that server alone.
 */
export async function askableModel({ runner, isLimited, env, configuration }: Asked): Promise<Model | null> {
  if (runner.split('+').some((name) => modelless.has(name))) return null;
  const { openaiSettings } = await import('../../adapters/runner/openai/settings.ts');
  const chosen = await chooseModel(runner === 'openai' ? `local/${openaiSettings(env).model}` : 'fast', {
    env,
    configuration,
    script: null,
  });
  if (!chosen.ok || (isLimited && chosen.value.billing === null)) return null;
  return chosen.value;
}

const modelless: ReadonlySet<string> = new Set(['none', 'scripted', 'replay']);
