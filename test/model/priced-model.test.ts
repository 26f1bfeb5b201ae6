import { expect, test } from 'vitest';
import { scriptedModel } from '../../src/adapters/model/scripted/scripted-model.ts';
import { knownPrices } from '../../src/app/agents/known-prices.ts';
import { pricedModel } from '../../src/app/agents/priced-model.ts';
import type { Usage } from '../../src/core/events/event-parts.ts';
import type { Model } from '../../src/ports/model.ts';
import { asked, requestOf } from './asked.ts';
import { events, json } from './model-server.ts';
import { anthropicWire, wires } from './wires.ts';

const own = new Map([['house-model', { input: 1, cached: 0.1, output: 4 }]]);

/** What a turn costs of which a model tells these tokens. */
async function priceOf(billing: Model['billing'], usage: Partial<Usage>): Promise<number | null> {
  const tokens = { nanoUsd: null, inputTokens: 1000, outputTokens: 10, model: null, ...usage };
  const scripted = scriptedModel([{ text: 'x' }]);
  const start: Model['start'] = (request) => {
    const { activity, answer } = scripted.start(request);
    return { activity, answer: answer.then((each) => ({ ...each, usage: tokens })) };
  };
  const model = pricedModel({ ...scripted, billing, start }, await knownPrices(own));
  return (await model.start(requestOf()).answer).usage.nanoUsd;
}

const anthropic = { name: 'claude-opus-5', from: { provider: 'anthropic' } };

test.each<[string, Model['billing'], Partial<Usage>, number | null]>([
  ['by the list', anthropic, {}, 1000 * 5000 + 10 * 25_000],
  ['what came from the cache for less', anthropic, { cachedInputTokens: 400 }, 600 * 5000 + 400 * 500 + 10 * 25_000],
  [
    'what went into the cache for more',
    anthropic,
    { cachedInputTokens: 400, cacheWriteTokens: 100 },
    500 * 5000 + 400 * 500 + 100 * 6250 + 10 * 25_000,
  ],
  ['by the model that answered', anthropic, { model: 'claude-haiku-4-5' }, 1000 * 1000 + 10 * 5000],
  ['by the model that was asked, where the other is not known', anthropic, { model: 'claude-served' }, 1000 * 5000 + 10 * 25_000],
  [
    'by what pawl.yml says',
    { name: 'house-model', from: { endpoint: 'http://h' } },
    { cachedInputTokens: 400 },
    600 * 1000 + 400 * 100 + 10 * 4000,
  ],
  ['as it tells itself', 'reported', { nanoUsd: 7 }, 7],
  ['not at all where its price is not known', { name: 'claude-opus-5', from: { endpoint: 'http://h' } }, {}, null],
  ['not at all where it tells no tokens', anthropic, { inputTokens: null }, null],
  ['not at all where nobody is known to bill it', null, {}, null],
])('a turn is priced %s', async (_name, billing, usage, nanoUsd) => {
  expect(await priceOf(billing, usage)).toBe(nanoUsd);
});

test('a turn that failed costs what it had used', async () => {
  const usage = { input_tokens: 100, output_tokens: 1 };
  const start = {
    type: 'message_start',
    message: { id: 'm', type: 'message', role: 'assistant', model: 'claude-opus-5', content: [], stop_reason: null, usage },
  };
  const { model } = await asked(anthropicWire, events(start));
  const billed = pricedModel({ ...model, billing: anthropic }, await knownPrices(own));
  const answer = await billed.start(requestOf()).answer;
  expect(answer.turn.ok).toBe(false);
  expect(answer.usage).toMatchObject({ inputTokens: 100, nanoUsd: 100 * 5000 + 25_000 });
});

test('who is billed is the provider, or the address where another one is asked', async () => {
  for (const wire of wires) {
    const { model } = await asked(wire, json({}, 500));
    expect(model.billing).toEqual({ name: wire.model, from: { endpoint: expect.stringContaining('http://127.0.0.1') } });
  }
});
