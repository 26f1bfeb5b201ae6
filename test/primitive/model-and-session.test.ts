import { expect, test } from 'vitest';
import { modelPrimitive } from '../../src/adapters/primitive/model/model-primitive.ts';
import { sessionPrimitives } from '../../src/adapters/primitive/session/session-primitives.ts';
import { openMemoryStore } from '../../src/adapters/store/memory/open-store.ts';
import { systemClock } from '../../src/app/surroundings/system-clock.ts';
import { ok } from '../../src/core/model/result.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { made, PlayedAct, value } from '../effects/act.ts';
import { asked } from './asked.ts';
import { repliesOf } from './replying-model.ts';

const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'], additionalProperties: false };

function asking(...replies: string[]) {
  const requests: ModelRequest[] = [];
  const names: (string | null)[] = [];
  const primitive = modelPrimitive({
    async model(name) {
      names.push(name);
      return repliesOf(name, replies, requests);
    },
    estimateNanoUsd: 100,
    maxOutputTokens: 50,
  });
  return { primitive, requests, names, ask: asked([primitive]) };
}

test('a model is asked one thing, with no tools, and its text comes back', async () => {
  const { ask, requests, names } = asking('an answer');
  expect(await ask('model.ask', { prompt: 'What?', model: 'smart' })).toBe('an answer');
  expect(names).toEqual(['smart']);
  expect(requests).toMatchObject([{ messages: [{ role: 'user', text: 'What?' }], tools: [], toolChoice: 'none', maxOutputTokens: 50 }]);
});

test('a reply of the wrong form is asked for once more, with what is wrong; then it is a failure', async () => {
  const { ask, requests } = asking('{"total":"ten"}', '```json\n{"total":10}\n```');
  expect(await ask('model.ask', { prompt: 'How much?', schema })).toEqual({ total: 10 });
  expect(requests[1]?.messages.at(-1)).toMatchObject({ role: 'user', text: expect.stringContaining('the reply.total must be number') });
  expect(await asking('no').ask('model.ask', { prompt: 'How much?', schema })).toMatch(
    /^invalid_output: .*the second time too: it is no JSON/,
  );
  expect(await asking('1').ask('model.ask', { prompt: 'x', schema: { type: 'list' } })).toMatch(/^refused: the schema is none/);
});

test('what was asked is paid for, every time', async () => {
  const { primitive } = asking('no', '{"total":1}');
  const act = new PlayedAct([primitive]);
  await act.run(1, async (ctx) => ctx.call('model.ask', { prompt: 'How much?', schema }));
  expect(act.ended()).toMatchObject([
    { nanoUsd: 14, usage: { nanoUsd: 14, inputTokens: 20, outputTokens: 10, cachedInputTokens: null, model: 'scripted' } },
  ]);
});

test('a result that was too large is read in parts, also when it is replayed', async () => {
  const { blobs } = openMemoryStore();
  const services = sessionPrimitives({
    clock: systemClock,
    random: () => 0.25,
    secrets: ['TOKEN'],
    notify: async () => ok(undefined),
    blobs,
  });
  // Of another act, or an agent: in the same store, and its name is known.
  const foreign = okValue(await blobs.put(Buffer.from('"not yours"')));
  const large = made('get', 'read', async () => value({ status: 200, body: `${'x'.repeat(2_000_000)}end`, rows: ['ä'.repeat(100_000)] }));
  const act = new PlayedAct([large, ...services], { blobs, secrets: { TOKEN: 'a-value-of-a-secret' } });
  const code = async (ctx: { call: (name: string, ...args: never[]) => Promise<unknown> }) => {
    const got = (await ctx.call('get')) as { status: number; body: { $handle: string; chars: number }; rows: [{ $handle: string }] };
    const { $handle, chars } = got.body;
    const slice = (...args: unknown[]) =>
      ctx.call('handle.slice', ...(args as never[])).catch((error) => `${error.kind}: ${error.message}`);
    return [
      got.status,
      await slice($handle, chars - 4, chars + 10),
      await slice(got.rows[0].$handle, 0, 2),
      await slice($handle, 5, 2),
      await slice($handle, 0, 300_000),
      await slice('0'.repeat(64), 0, 1),
      await slice(`${'0'.repeat(64)}#`, 0, 1),
      await slice(`${$handle}/no`, 0, 1),
      await slice(`${foreign}#`, 0, 9),
      await ctx.call('secret', 'TOKEN' as never),
      await ctx.call('random'),
    ];
  };
  const { result } = await act.run(1, code);
  expect(result).toEqual([
    200,
    'xend',
    'ää',
    '',
    expect.stringContaining('too_large'),
    expect.stringContaining('not_found'),
    expect.stringContaining('not_found'),
    expect.stringContaining('not_found'),
    expect.stringContaining('not_found'),
    { $secret: 'TOKEN' },
    0.25,
  ]);
  expect(await act.replay(1, code)).toEqual({ served: { how: 'ended' }, result });
});

test('a result of a hundred megabytes has a bound', async () => {
  const act = new PlayedAct([made('get', 'read', async () => value('x'.repeat(100 * 1024 * 1024)))]);
  const { result } = await act.run(1, async (ctx) => ctx.call('get').catch((error) => error.message));
  expect(result).toMatch(/^ctx\.get: its result has \d+ bytes, more than the 67108864 that one may have/);
});
