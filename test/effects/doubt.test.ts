import { expect, test, vi } from 'vitest';
import type { Json } from '../../src/core/model/json.ts';
import { fail, ok } from '../../src/core/model/result.ts';
import { made, PlayedAct, value } from './act.ts';

const orTold = (call: Promise<Json>) => call.catch((error) => `${error.kind}: ${error.message}`);
const lost = fail({ kind: 'in_doubt' as const, message: 'no answer' });

test('equal writes that are under way together are two effects, none of them in doubt', async () => {
  const keys: string[] = [];
  const act = new PlayedAct([
    made('pay', 'write', async (_, { key }) => {
      keys.push(key);
      await new Promise((resolve) => setImmediate(resolve));
      return value(keys.length);
    }),
  ]);
  const { result } = await act.run(1, async (ctx) => Promise.all([ctx.call('pay', 5), ctx.call('pay', 5)]));
  expect(result).toEqual([2, 2]);
  expect(new Set(keys).size).toBe(2);
});

test('what got no answer is sent again under the same key where the far side honours it, when code asks again', async () => {
  const keys: string[] = [];
  const act = new PlayedAct([
    made('pay', 'write', async (_, { key }) => (keys.push(key) === 1 ? lost : value('paid')), { settles: 'keyed' }),
  ]);
  const { result } = await act.run(1, async (ctx) => [
    await orTold(ctx.call('pay', 5)),
    await ctx.call('pay', 5),
    await ctx.call('pay', 5),
  ]);
  expect(result).toEqual(['in_doubt: no answer', 'paid', 'paid']);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(act.ended().map(({ settled }) => settled)).toEqual([null, 'keyed', null]);
});

test.each<[string, Json, Json[]]>([
  ['happened', { happened: true, value: 'there' }, ['in_doubt: no answer', 'there']],
  ['did not happen', { happened: false }, ['in_doubt: no answer', 'paid']],
  [
    'cannot be told',
    { happened: 'unknown' },
    ['in_doubt: no answer', 'in_doubt: it cannot be told now whether this call of ctx.pay happened'],
  ],
])('what got no answer is looked for first where that can be done: it %s', async (_, probed, said) => {
  let sent = 0;
  const act: PlayedAct = new PlayedAct([
    made('pay', 'write', async () => (sent++ === 0 ? lost : value('paid')), {
      settles: 'probe',
      probe: async () => ok(probed as { happened: 'unknown' }),
    }),
  ]);
  expect((await act.run(1, async (ctx) => [await orTold(ctx.call('pay', 5)), await orTold(ctx.call('pay', 5))])).result).toEqual(said);
  expect(sent).toBe(said[1] === 'paid' ? 2 : 1);
});

test.each([true, false])(
  'what got no answer and cannot be looked for is not sent again before a person has said whether it happened: %s',
  async (approved) => {
    let sent = 0;
    const act: PlayedAct = new PlayedAct([made('pay', 'write', async () => (sent++ === 0 ? lost : value('paid')))]);
    act.judgements.push({ approved, words: '', by: 'Ann' });
    const { result } = await act.run(1, async (ctx) => [await orTold(ctx.call('pay', 5)), await orTold(ctx.call('pay', 5))]);
    expect(act.questions).toMatchObject([{ why: 'in_doubt', question: expect.stringContaining('Did this happen? ctx.pay(5)') }]);
    expect(result).toEqual([
      'in_doubt: no answer',
      approved ? 'incomplete: this call of ctx.pay was done before, as Ann says; its result is not known' : 'paid',
    ]);
    expect(sent).toBe(approved ? 1 : 2);
  },
);

test('where nobody answers the call waits, and an equal one is not let through', async () => {
  let sent = 0;
  const act: PlayedAct = new PlayedAct([made('pay', 'write', async () => (sent++ === 0 ? lost : value('paid')))]);
  const { served } = await act.run(1, async (ctx) => {
    await orTold(ctx.call('pay', 5));
    void ctx.call('pay', 5).catch(() => undefined);
    void ctx.call('pay', 5).catch(() => undefined);
    await vi.waitUntil(() => act.questions.length === 2, 10_000);
  });
  expect(served).toEqual({ how: 'ended' });
  expect(sent).toBe(1);
  expect(act.questions).toHaveLength(2);
});

test('another effect goes out at once, also of the same primitive', async () => {
  const act = new PlayedAct([made('pay', 'write', async ([amount]) => (amount === 5 ? lost : value('paid')))]);
  const { result } = await act.run(1, async (ctx) => [
    await orTold(ctx.call('pay', 5)),
    await ctx.call('pay', 6),
    await orTold(ctx.call('pay', 5, { distinct: 'second half' })),
  ]);
  expect(result).toEqual(['in_doubt: no answer', 'paid', 'in_doubt: no answer']);
});
