import { expect, test } from 'vitest';
import { chooseModel } from '../../src/app/agents/choose-model.ts';
import { sourceOf } from '../../src/app/agents/model-settings.ts';
import { emptyConfiguration } from '../../src/core/configuration/configuration.ts';
import type { Model } from '../../src/ports/model.ts';
import { answerOf, failureOf, requestOf, tool, turnOf } from './asked.ts';

/** The same scenarios as with the local servers, with the providers themselves: they cost money, so they are asked for. */
const isLive = process.env.PAWL_LIVE === '1';

const city = tool('temperature', {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
});

for (const provider of ['anthropic', 'openai', 'google', 'local'] as const) {
  const source = sourceOf(provider, process.env);
  const needs = source?.key?.variable ?? 'PAWL_OPENAI_ENDPOINT';
  const can = isLive && source !== null && (source.key === null || source.key.value !== null);
  if (isLive && !can) console.warn(`NOT TRIED: ${provider}, as ${needs} is not set`);
  const live = test.skipIf(!can);
  const name = `${provider}, live (PAWL_LIVE=1 and ${needs})`;

  const fastest = async (env: Record<string, string | undefined> = process.env): Promise<Model> => {
    const model = await chooseModel(`${provider}/${source?.models?.fast}`, { env, configuration: emptyConfiguration, script: null });
    if (!model.ok) throw new Error(model.failure.message);
    return model.value;
  };

  live(`${name}: a text comes with its tokens`, { timeout: 120_000 }, async () => {
    const answer = await answerOf(
      await fastest(),
      requestOf({ messages: [{ role: 'user', text: 'Say the word "pawl" and nothing else.' }] }),
    );
    expect(turnOf(answer)).toMatchObject({ finish: 'stop', text: expect.stringMatching(/pawl/i) });
    expect(answer.usage).toMatchObject({ inputTokens: expect.any(Number), outputTokens: expect.any(Number) });
  });

  live(`${name}: calls are made, and their results taken`, { timeout: 120_000 }, async () => {
    const model = await fastest();
    const question = { role: 'user', text: 'How warm is it in Oslo and in Rome? Ask for both at once.' } as const;
    const first = turnOf(await answerOf(model, requestOf({ messages: [question], tools: [city] })));
    expect(first.finish).toBe('calls');
    const results = first.calls.map(({ id, name: called }, at) => ({ id, name: called, text: `${17 + at} degrees`, isError: false }));
    const messages = [question, { role: 'assistant', ...first } as const, { role: 'tool', results } as const];
    expect(turnOf(await answerOf(model, requestOf({ messages, tools: [city] }))).text).toContain('17');
  });

  live(`${name}: an answer that is cut says so`, { timeout: 120_000 }, async () => {
    const messages = [{ role: 'user', text: 'Count from 1 to 1000.' }] as const;
    expect(turnOf(await answerOf(await fastest(), requestOf({ messages, maxOutputTokens: 64 }))).finish).toBe('length');
  });

  test.skipIf(!can || source?.key === null)(`${name}: a wrong key is one`, { timeout: 120_000 }, async () => {
    const model = await fastest({ ...process.env, [needs]: 'sk-wrong-0123456789' });
    expect(failureOf(await answerOf(model, requestOf())).kind).toBe('auth');
  });
}
