import { nanoUsdOf } from '../model/money.ts';
import { listed, quoted, shown } from '../model/shown-text.ts';
import type { Diagnoses } from '../workflow/diagnoses/diagnoses.ts';
import type { Field, Fields, Named } from '../workflow/fields/fields.ts';
import { isBlank } from '../workflow/step-index.ts';
import { checkMcpServer } from './check-mcp-server.ts';
import { tierNames } from './configuration.ts';
import type { ConfigurationTable } from './configuration-table.ts';
import { isSecretName } from './secret-name.ts';
import { tierTargetOf } from './tier-target.ts';

type Values<M extends keyof ConfigurationTable> = Fields<M, ConfigurationTable>['values'];

/** What is wrong with a configuration that could be read. */
export function checkConfiguration(
  values: Values<'configuration'>,
  agents: readonly string[],
  providers: readonly string[],
  diagnoses: Diagnoses,
): void {
  if (values.agent !== undefined) checkAgent('agent', values.agent, agents, diagnoses);
  for (const tier of tierNames) {
    const field = values.tiers?.value.values[tier];
    if (field !== undefined) checkTier(tier, field, [...new Set([...agents, ...providers])], diagnoses);
  }
  checkUsd(values.budget?.value.values.usd, diagnoses);
  for (const { fields } of values.budget?.value.values.workflows?.value ?? []) {
    checkUsd(fields.values.usd, diagnoses);
    checkCount('tokens', fields.values.tokens, 'a number of tokens', diagnoses);
  }
  checkCount('jobs', values.jobs, 'for example 4', diagnoses);
  checkCount('jobs', values.acts?.value.values.jobs, 'for example 20', diagnoses);
  checkCount('sessions', values.acts?.value.values.sessions, 'for example 20', diagnoses);
  for (const secret of values.secrets?.value ?? []) checkSecret(secret, diagnoses);
  for (const price of values.prices?.value ?? []) checkPrice(price, diagnoses);
  for (const server of values.mcp?.value ?? []) checkMcpServer(server, diagnoses);
}

function checkAgent(key: string, { value, place }: Field<string>, agents: readonly string[], diagnoses: Diagnoses): void {
  if (isBlank(value) || agents.includes(value.trim())) return;
  const hint = diagnoses.didYouMean(value, agents, `known: ${listed(agents)}`);
  diagnoses.report('configuration/unknown-agent', place, `${key} ${quoted(value)} is no agent`, hint);
}

function checkTier(
  tier: string,
  { value, place }: Field<Fields<'tier', ConfigurationTable>>,
  answerers: readonly string[],
  diagnoses: Diagnoses,
): void {
  const { runner: named, context } = value.values;
  if (named !== undefined && !isAddress(named.value)) checkAgent('runner', named, answerers, diagnoses);
  checkCount('context', context, 'a number of tokens', diagnoses);
  const { runner, model } = tierTargetOf(value, answerers);
  if (runner !== null || model !== null || value.unread.size > 0) return;
  diagnoses.report('configuration/empty-tier', place, `${tier} names neither an agent nor a model`, `for example ${tier}: claude/opus`);
}

/** Of a server that models are asked at. */
const isAddress = (runner: string): boolean => /^https?:\/\/[^\s/]/.test(runner.trim());

function checkUsd(usd: Field<number> | undefined, diagnoses: Diagnoses): void {
  if (usd === undefined || (nanoUsdOf(usd.value) ?? 0) > 0) return;
  diagnoses.report('configuration/invalid-amount', usd.place, `${usd.value} dollars is no amount above zero`, 'leave it out for no limit');
}

function checkCount(key: string, count: Field<number> | undefined, hint: string, diagnoses: Diagnoses): void {
  if (count === undefined || count.value >= 1) return;
  diagnoses.report('configuration/invalid-amount', count.place, `${key} is ${count.value}, and must be at least 1`, hint);
}

function checkSecret({ name, key, fields }: Named<Fields<'secret', ConfigurationTable>>, diagnoses: Diagnoses): void {
  if (!isSecretName(name)) {
    const message = `${quoted(name)} can be no name of a secret: it is the variable that steps get it in`;
    diagnoses.report('configuration/secret-name', key, message, 'letters, digits and _, as in DB_PASSWORD; not PAWL_… or DEVKIT_…');
  }
  const { env, file, command } = fields.values;
  const given = [env, file, command].filter((source) => !isBlank(source?.value)).length;
  if (given === 1 || fields.unread.size > 0) return;
  const message = given === 0 ? `the secret ${shown(name)} comes from nowhere` : `the secret ${shown(name)} comes from ${given} places`;
  diagnoses.report('configuration/secret-source', key, message, 'exactly one of env, file and command');
}

function checkPrice({ name, key, fields }: Named<Fields<'price', ConfigurationTable>>, diagnoses: Diagnoses): void {
  const { values, unread } = fields;
  for (const part of ['input', 'cached', 'output'] as const) {
    const price = values[part];
    if (price === undefined && part !== 'cached' && !unread.has(part)) {
      const message = `the price of ${shown(name)} lacks ${part}`;
      diagnoses.report('configuration/incomplete-price', key, message, 'dollars for a million tokens; 0 where it costs nothing');
    }
    // Only what nano-dollars can hold is a price.
    if (price !== undefined && nanoUsdOf(price.value) === null)
      diagnoses.report('configuration/invalid-amount', price.place, `${part} is ${price.value}, which is no price`, 'dollars, from 0');
  }
}
