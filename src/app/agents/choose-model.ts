import type { ModelScript } from '../../adapters/model/scripted/model-script.ts';
import { type Configuration, isTier, type Tier, type TierTarget } from '../../core/configuration/configuration.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Model } from '../../ports/model.ts';
import { knownPrices } from './known-prices.ts';
import { isEndpoint, isModelProvider, type ModelProvider, modelProviders } from './model-providers.ts';
import { type Env, endpointSource, lookedFor, ownerOf, type Source, settingsOf, sourceOf } from './model-settings.ts';
import { pricedModel } from './priced-model.ts';
import { readModelScript } from './read-model-script.ts';

/** Where turns are recorded and given again. */
interface Tape {
  /** The path of its file. */
  readonly path: string;
  /** Whether a model is asked for what is not recorded yet; else that is a failure, and no model need be there. */
  readonly asks: boolean;
  /** What is written down of every text. */
  readonly redact: (text: string) => string;
}

interface ModelPlace {
  readonly env: Env;
  readonly configuration: Configuration;
  /** What a scripted model says: a file's path, or the script itself; it is then asked whatever is named. */
  readonly script: string | ModelScript | null;
  /** How many turns of the script are used up already. */
  readonly turnsMade?: number;
  readonly cassette?: Tape;
}

/**
 * The model that is asked for: a tier (null = smart), a model's name, or provider/model. A tier is what `pawl.yml` says it is, else that
 * of the first provider of which there is a key. Its turns have a price where one is known. Refused, naming what was looked for, where
 * nobody can be asked.
 */
export async function chooseModel(asked: string | null, place: ModelPlace): Promise<Result<Model, Refusal>> {
  const { cassette } = place;
  if (cassette === undefined) return askedModel(asked, place);
  const model = cassette.asks ? await askedModel(asked, place) : null;
  if (model !== null && !model.ok) return model;
  const { cassetteModel } = await import('../../adapters/model/cassette/cassette-model.ts');
  const opened = await cassetteModel({ ...cassette, model: model?.value ?? null });
  return opened.ok ? opened : fail(refusalOf('run/invalid-recording', opened.failure));
}

async function askedModel(asked: string | null, place: ModelPlace): Promise<Result<Model, Refusal>> {
  if (place.script !== null) {
    const script = await readModelScript(place.script);
    if (!script.ok) return script;
    const { scriptedModel } = await import('../../adapters/model/scripted/scripted-model.ts');
    return ok(scriptedModel(script.value, place.turnsMade === undefined ? {} : { turnsMade: place.turnsMade }));
  }
  const choice = choiceOf(asked ?? 'smart', place);
  if (!choice.ok) return choice;
  const { source, model, contextTokens } = choice.value;
  if (source.key !== null && source.key.value === null) {
    const message = `there is no key for ${source.label}, which ${model} is asked of: ${source.key.variable} is not set`;
    return fail({ code: 'run/no-model', message, hint: `set ${source.key.variable}; or name another model` });
  }
  // Loaded only where a model is asked: the packages of a provider take 70 ms.
  const { aiSdkModel } = await import('../../adapters/model/ai-sdk/ai-sdk-model.ts');
  const settings = settingsOf(source, model, contextTokens ?? (await listedContext(source, model)));
  return ok(pricedModel(await aiSdkModel(settings), await knownPrices(place.configuration.prices)));
}

interface Choice {
  readonly source: Source;
  readonly model: string;
  /** As a person wrote it down. */
  readonly contextTokens: number | null;
}

function choiceOf(asked: string, { env, configuration }: ModelPlace): Result<Choice, Refusal> {
  if (!isTier(asked)) return namedChoice(asked, null, env);
  const target = configuration.tiers[asked];
  if (target !== undefined && isForActs(target, configuration)) return targetChoice(asked, target, env);
  for (const provider of modelProviders) {
    const source = sourceOf(provider, env);
    if (source?.models && (source.key === null || source.key.value !== null))
      return ok({ source, model: source.models[asked], contextTokens: target?.contextTokens ?? null });
  }
  return fail({
    code: 'run/no-model',
    message: `no model was found for ${asked}: looked for ${asked} in the tiers of pawl.yml, and for ${lookedFor()} in the environment`,
    hint: 'set the key of a provider, such as ANTHROPIC_API_KEY; or PAWL_OPENAI_ENDPOINT and PAWL_OPENAI_MODEL for a server of your own',
  });
}

/** Whether a tier says anything of models that can be asked: what belongs to the program of an agent has names of its own. */
function isForActs({ runner, model }: TierTarget, { agent }: Configuration): boolean {
  const owner = runner ?? agent;
  return owner === null || isModelProvider(owner) || (runner === null && model !== null && ownerOf(model) !== null);
}

function targetChoice(tier: Tier, target: TierTarget, env: Env): Result<Choice, Refusal> {
  const { runner, model, keyVariable = null } = target;
  const contextTokens = target.contextTokens ?? null;
  if (runner === null) return namedChoice(model as string, contextTokens, env);
  const source = isEndpoint(runner) ? endpointSource(runner, keyVariable, env) : sourceOf(runner as ModelProvider, env);
  if (source === null) return fail(noServer(`${tier} in pawl.yml is given to ${runner}`));
  const asked = model ?? source.models?.[tier];
  if (asked !== undefined) return ok({ source, model: asked, contextTokens });
  const message = `${tier} in pawl.yml names the server ${runner}, and no model of it`;
  return fail({ code: 'run/no-model', message, hint: `write {runner: ${runner}, model: NAME}` });
}

/** `provider/model`, a model whose provider its name tells, or one of the server of one's own. */
function namedChoice(asked: string, contextTokens: number | null, env: Env): Result<Choice, Refusal> {
  const [, prefix, rest] = /^([^/]+)\/(.+)$/.exec(asked) ?? [];
  const named = prefix !== undefined && !isEndpoint(prefix) && isModelProvider(prefix) ? (prefix as ModelProvider) : null;
  const model = named === null ? asked : (rest as string);
  const owner = named ?? ownerOf(asked) ?? 'local';
  const source = sourceOf(owner, env);
  if (source !== null) return ok({ source, model, contextTokens });
  if (named !== null) return fail(noServer(`${asked} is asked of a server of your own`));
  return fail({
    code: 'run/no-model',
    message: `nobody is known who has a model "${asked}": it is none of Anthropic, OpenAI or Google by its name, and no server of your own is named`,
    hint: `provider/model, where provider is one of ${modelProviders.join(', ')}; or PAWL_OPENAI_ENDPOINT for a server that has it`,
  });
}

const noServer = (why: string): Refusal => ({
  code: 'run/no-model',
  message: `${why}, and none is named`,
  hint: 'set PAWL_OPENAI_ENDPOINT and PAWL_OPENAI_MODEL, or DEVKIT_LOCAL_ENABLED=1',
});

async function listedContext({ provider, baseUrl }: Source, name: string): Promise<number | null> {
  const { contextTokensOf } = await import('../../adapters/prices/genai/genai-context.ts');
  return contextTokensOf({ name, from: baseUrl === null ? { provider } : { endpoint: baseUrl } });
}
