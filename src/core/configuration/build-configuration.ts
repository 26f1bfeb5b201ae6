import { nanoUsdOf } from '../model/money.ts';
import type { Field, Fields } from '../workflow/fields/fields.ts';
import { isBlank } from '../workflow/step-index.ts';
import type { Configuration, McpServerSettings, McpToolSettings, SecretSource, TokenPrices } from './configuration.ts';
import { defaultActs, tierNames } from './configuration.ts';
import type { ConfigurationTable } from './configuration-table.ts';
import { tierTargetOf } from './tier-target.ts';

type Values<M extends keyof ConfigurationTable> = Fields<M, ConfigurationTable>['values'];

/** The configuration that was read, once nothing is wrong with it. */
export function buildConfiguration(values: Values<'configuration'>, answerers: readonly string[]): Configuration {
  const tiers = values.tiers?.value.values ?? {};
  const { usd, workflows } = values.budget?.value.values ?? {};
  const { command, prompt, run } = values.timeout?.value.values ?? {};
  const acts = values.acts?.value.values;
  const { hosts, keyed } = values.http?.value.values ?? {};
  return {
    tiers: Object.fromEntries(tierNames.flatMap((tier) => (tiers[tier] ? [[tier, tierTargetOf(tiers[tier].value, answerers)]] : []))),
    agent: isBlank(values.agent?.value) ? null : (values.agent?.value.trim() as string),
    budget: {
      nanoUsd: nanoUsd(usd?.value),
      workflows: new Map(
        (workflows?.value ?? []).map(({ name, fields: { values: limit } }) => [
          name,
          { nanoUsd: nanoUsd(limit.usd?.value), tokens: limit.tokens?.value ?? null },
        ]),
      ),
    },
    secrets: new Map((values.secrets?.value ?? []).map(({ name, fields }) => [name, sourceOf(fields.values)])),
    timeout: { commandMs: command?.value ?? null, promptMs: prompt?.value ?? null, runMs: run?.value ?? null },
    jobs: values.jobs?.value ?? null,
    prices: new Map((values.prices?.value ?? []).map(({ name, fields }) => [name, pricesOf(fields.values)])),
    acts: { jobs: acts?.jobs?.value ?? defaultActs.jobs, sessions: acts?.sessions?.value ?? defaultActs.sessions },
    primitives: (values.primitives?.value ?? []).map(written),
    functions: (values.functions?.value ?? []).map(written),
    sandbox: values.sandbox?.value === 'weak' ? 'weak' : 'strict',
    http: { hosts: (hosts?.value ?? []).map(written), keyed: (keyed?.value ?? []).map(written) },
    mcp: new Map((values.mcp?.value ?? []).map(({ name, fields }) => [name, serverOf(fields.values)])),
  };
}

const written = ({ text }: { readonly text: string }): string => text.trim();

const nanoUsd = (usd: number | undefined): number | null => (usd === undefined ? null : nanoUsdOf(usd));

/** One of the three is given, which was checked. */
function sourceOf({ env, file, command }: Values<'secret'>): SecretSource {
  if (!isBlank(env?.value)) return { from: 'env', variable: env?.value.trim() as string };
  if (!isBlank(file?.value)) return { from: 'file', path: file?.value as string };
  return { from: 'command', command: command?.value as string };
}

function pricesOf({ input, cached, output }: Values<'price'>): TokenPrices {
  const inputUsd = input?.value as number;
  return { input: inputUsd, cached: cached?.value ?? inputUsd, output: output?.value as number };
}

function serverOf({ command, args, env, cwd, secrets, tools, timeout }: Values<'mcpServer'>): McpServerSettings {
  return {
    command: (command as Field<string>).value.trim(),
    args: (args?.value ?? []).map(({ text }) => text),
    env: new Map((env?.value ?? []).map(({ name, text }) => [name, text])),
    cwd: isBlank(cwd?.value) ? null : (cwd as Field<string>).value.trim(),
    secrets: [...new Set((secrets?.value ?? []).map(({ text }) => text.trim()))],
    tools: new Map((tools?.value ?? []).map(({ name, fields }) => [name, toolOf(fields.values)])),
    timeoutMs: timeout?.value ?? null,
  };
}

const toolOf = ({ class: effect, identity, settles }: Values<'mcpTool'>): McpToolSettings => ({
  ...(effect === undefined ? {} : { effect: effect.value }),
  ...(identity === undefined ? {} : { identity: identity.value.map(({ text }) => text.trim()) }),
  ...(settles === undefined ? {} : { settles: settles.value }),
});
