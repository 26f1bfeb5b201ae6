import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseModel } from '../../src/app/agents/choose-model.ts';
import { modelProviders } from '../../src/app/agents/model-providers.ts';
import { emptyConfiguration } from '../../src/core/configuration/configuration.ts';
import { parseConfiguration } from '../../src/core/configuration/parse-configuration.ts';
import { scratchFolder } from '../scratch.ts';
import { answerOf, requestOf, turnOf } from './asked.ts';
import { events, modelServer } from './model-server.ts';
import { anthropicWire, chatWire } from './wires.ts';

const configured = (yaml: string) =>
  parseConfiguration(yaml, ['claude', 'openai', 'scripted'], modelProviders).configuration ?? emptyConfiguration;

const local = { DEVKIT_LOCAL_ENABLED: '1', DEVKIT_LOCAL_ENDPOINT: 'http://127.0.0.1:1/v1', DEVKIT_LOCAL_MODEL: 'qwen3:32b' };
const keys = { ANTHROPIC_API_KEY: 'a-key', OPENAI_API_KEY: 'o-key', GOOGLE_GENERATIVE_AI_API_KEY: 'g-key' };
const localLabel = '127.0.0.1:1';

test.each<[string, string | null, string, Record<string, string>, string]>([
  ['the first provider with a key, for a tier', 'general', '', keys, 'claude-sonnet-5 (Anthropic)'],
  ['smart where nothing is asked for', null, '', { OPENAI_API_KEY: 'k' }, 'gpt-6-astra (OpenAI)'],
  ['a key by its other name', 'fast', '', { GEMINI_API_KEY: 'k' }, 'gemini-3.5-flash-lite (Google)'],
  ['a server of one’s own, without a key', 'fast', '', local, `qwen3:32b (${localLabel})`],
  ['a model whose name tells its provider', 'gemini-3.8-flash', '', keys, 'gemini-3.8-flash (Google)'],
  ['a model of the server of one’s own', 'llama3:8b', '', { ...keys, ...local }, `llama3:8b (${localLabel})`],
  ['provider and model', 'anthropic/claude-next', '', keys, 'claude-next (Anthropic)'],
  ['a model with a slash in its name', 'qwen/qwen3', '', local, `qwen/qwen3 (${localLabel})`],
  ['what pawl.yml makes of a tier', 'smart', 'tiers: {smart: google/gemini-3.8-flash}', keys, 'gemini-3.8-flash (Google)'],
  ['a provider alone in pawl.yml', 'smart', 'tiers: {smart: {runner: google}}', keys, 'gemini-3.1-pro-preview (Google)'],
  ['a model alone in pawl.yml', 'smart', 'tiers: {smart: gpt-6-luna}', keys, 'gpt-6-luna (OpenAI)'],
  ['a server in pawl.yml', 'fast', 'tiers: {fast: {runner: "http://127.0.0.1:1/v1", model: m, context: 9000}}', {}, `m (${localLabel})`],
  [
    'a tier that belongs to the program of an agent, which is none of models',
    'smart',
    'tiers: {smart: claude/opus}',
    { GEMINI_API_KEY: 'k' },
    'gemini-3.1-pro-preview (Google)',
  ],
  [
    'a tier without a runner beside an agent, where it is by the agent’s names',
    'smart',
    'agent: claude\ntiers: {smart: opus}',
    keys,
    'claude-opus-5 (Anthropic)',
  ],
  [
    'a tier without a runner beside an agent, where it is a model',
    'smart',
    'agent: claude\ntiers: {smart: gpt-6-luna}',
    keys,
    'gpt-6-luna (OpenAI)',
  ],
  [
    '`openai` as the server that steps ask under that name',
    'smart',
    'tiers: {smart: openai/m}',
    { ...keys, ...local },
    `m (${localLabel})`,
  ],
  [
    'a provider at another address',
    'claude-opus-5',
    '',
    { ...keys, ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' },
    `claude-opus-5 (${localLabel})`,
  ],
])('%s', async (_name, asked, yaml, env, label) => {
  const model = await chooseModel(asked, { env, configuration: configured(yaml), script: null });
  expect(model.ok ? model.value.label : model.failure).toBe(label);
});

test.each<[string, string | null, string, Record<string, string>, string, string]>([
  [
    'nothing at all',
    null,
    '',
    { ANTHROPIC_API_KEY: ' ' },
    'looked for smart in the tiers of pawl.yml, and for ANTHROPIC_API_KEY, OPENAI_API_KEY',
    'set the key of a provider',
  ],
  [
    'a provider without its key',
    'claude-opus-5',
    '',
    { OPENAI_API_KEY: 'k' },
    'ANTHROPIC_API_KEY is not set',
    'set ANTHROPIC_API_KEY; or name another model',
  ],
  [
    'a key that pawl.yml names and that is not set',
    'fast',
    'tiers: {fast: {runner: "https://h/v1", model: m, key: HOUSE_KEY}}',
    {},
    'HOUSE_KEY is not set',
    'set HOUSE_KEY',
  ],
  ['a model that nobody has', 'sonnet', '', keys, 'nobody is known who has a model "sonnet"', 'provider/model'],
  [
    'a server of one’s own that is not named',
    'local/x',
    '',
    keys,
    'local/x is asked of a server of your own, and none is named',
    'PAWL_OPENAI_ENDPOINT',
  ],
  [
    'a tier of a server of one’s own that is not named',
    'smart',
    'tiers: {smart: local/x}',
    keys,
    'smart in pawl.yml is given to local, and none is named',
    'PAWL_OPENAI_ENDPOINT',
  ],
  [
    'a server in pawl.yml without a model',
    'fast',
    'tiers: {fast: {runner: "https://h/v1"}}',
    {},
    'names the server https://h/v1, and no model of it',
    'write {runner: https://h/v1, model: NAME}',
  ],
])('%s is refused, with what was looked for and what to do', async (_name, asked, yaml, env, message, hint) => {
  const model = await chooseModel(asked, { env, configuration: configured(yaml), script: null });
  expect(model).toMatchObject({
    ok: false,
    failure: { code: 'run/no-model', message: expect.stringContaining(message), hint: expect.stringContaining(hint) },
  });
});

test('how much a model takes is what pawl.yml says, else the list, else what its provider’s models take at least', async () => {
  const contextOf = async (asked: string, yaml: string, env: Record<string, string>) => {
    const model = await chooseModel(asked, { env, configuration: configured(yaml), script: null });
    return model.ok ? model.value.contextTokens : model.failure;
  };
  expect(await contextOf('smart', 'tiers: {smart: {runner: anthropic, context: 1234}}', keys)).toBe(1234);
  expect(await contextOf('claude-haiku-4-5', '', keys)).toBe(200_000);
  expect(await contextOf('claude-opus-5', '', keys)).toBe(1_000_000);
  expect(await contextOf('claude-from-tomorrow', '', keys)).toBe(200_000);
  expect(await contextOf('smart', '', local)).toBe(32_768);
  expect(await contextOf('smart', '', { ...local, PAWL_OPENAI_CONTEXT: '131072' })).toBe(131_072);
});

test('the model that was chosen is asked with its key, at its address', async () => {
  const server = await modelServer(events(...anthropicWire.text(['Hello'])));
  const env = { ANTHROPIC_API_KEY: 'sk-a-key', ANTHROPIC_BASE_URL: server.origin };
  const model = await chooseModel('smart', { env, configuration: emptyConfiguration, script: null });
  if (!model.ok) throw new Error(model.failure.message);
  const answer = await answerOf(model.value, requestOf());
  expect(turnOf(answer).text).toBe('Hello');
  // Asked at another address, nobody knows what it costs.
  expect(answer.usage).toMatchObject({ nanoUsd: null, inputTokens: 100 });
  expect(server.received[0]).toMatchObject({ url: '/v1/messages', headers: { 'x-api-key': 'sk-a-key' }, body: { model: 'claude-opus-5' } });
});

test('a server that pawl.yml names gets no key but the one that stands beside it', async () => {
  const server = await modelServer(events(...chatWire.text(['Hello'])));
  const env = { ...keys, ...local, DEVKIT_LOCAL_API_KEY: 'local-key', HOUSE_KEY: 'house-key' };
  for (const [more, authorization] of [
    ['', undefined],
    [', key: HOUSE_KEY', 'Bearer house-key'],
  ] as const) {
    const configuration = configured(`tiers: {fast: {runner: "${server.origin}/v1", model: m${more}}}`);
    const model = await chooseModel('fast', { env, configuration, script: null });
    if (!model.ok) throw new Error(model.failure.message);
    expect(turnOf(await answerOf(model.value, requestOf())).text).toBe('Hello');
    expect(server.received.at(-1)?.headers.authorization).toBe(authorization);
  }
});

test('a script is the model, whatever is named; one that is wrong is refused by its place', async () => {
  const path = join(scratchFolder(), 'model.yml');
  const place = { env: {}, configuration: emptyConfiguration, script: path };
  expect(await chooseModel('smart', place)).toMatchObject({
    ok: false,
    failure: { code: 'run/invalid-script', message: expect.stringContaining('ENOENT') },
  });
  writeFileSync(path, '- text: one\n- text: two\n');
  const model = await chooseModel('smart', { ...place, turnsMade: 1 });
  if (!model.ok) throw new Error(model.failure.message);
  expect(turnOf(await answerOf(model.value, requestOf())).text).toBe('two');
  writeFileSync(path, '- txt: one\n');
  expect(await chooseModel('smart', place)).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining(`${path}: line 1: a turn has no "txt"`) },
  });
  expect(await chooseModel(null, { ...place, script: [{ text: 'x' }] })).toMatchObject({ ok: true, value: { name: 'scripted' } });
});

test('a turn has the price that pawl.yml says', async () => {
  const server = await modelServer(events(...chatWire.text(['Hello'])));
  const configuration = configured(
    `tiers: {fast: {runner: "${server.origin}/v1", model: m}}\nprices: {m: {input: 1, cached: 0.5, output: 2}}`,
  );
  const model = await chooseModel('fast', { env: {}, configuration, script: null });
  if (!model.ok) throw new Error(model.failure.message);
  expect((await answerOf(model.value, requestOf())).usage.nanoUsd).toBe(60 * 1000 + 40 * 500 + 10 * 2000);
});

test('what a cassette has is given without a key; what it has not, only where a model may be asked', async () => {
  const path = join(scratchFolder(), 'c.jsonl');
  const place = { env: {}, configuration: emptyConfiguration, script: null };
  const tape = { path, redact: (text: string) => text };
  expect(await chooseModel(null, { ...place, cassette: { ...tape, asks: true } })).toMatchObject({
    ok: false,
    failure: { code: 'run/no-model' },
  });
  expect(await chooseModel(null, { ...place, cassette: { ...tape, asks: false } })).toMatchObject({
    ok: false,
    failure: { code: 'run/invalid-recording' },
  });
  const live = await chooseModel(null, { ...place, script: [{ text: 'one' }], cassette: { ...tape, asks: true } });
  if (!live.ok) throw new Error(live.failure.message);
  expect(turnOf(await answerOf(live.value, requestOf())).text).toBe('one');
  const later = await chooseModel(null, { ...place, cassette: { ...tape, asks: false } });
  if (!later.ok) throw new Error(later.failure.message);
  expect(turnOf(await answerOf(later.value, requestOf())).text).toBe('one');
});
