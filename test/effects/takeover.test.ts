import { expect, test, vi } from 'vitest';
import type { EffectClass } from '../../src/core/model/effect-class.ts';
import type { Json } from '../../src/core/model/json.ts';
import { fail } from '../../src/core/model/result.ts';
import { made, PlayedAct, value } from './act.ts';

function mailing(effect: EffectClass = 'write') {
  const sent: Json[] = [];
  const send = made('mail.send', effect, async ([mail]) => {
    sent.push(mail as Json);
    return value({ id: sent.length });
  });
  return {
    sent,
    act: new PlayedAct([send, made('fs.write', 'idempotent', async () => value(null)), made('other', 'write', async () => value('done'))]),
  };
}

const orTold = (call: Promise<Json>) => call.catch((error) => `${error.kind}: ${error.message}`);

test('in a takeover the very same writes are answered with their receipts, as often as they were done', async () => {
  const { sent, act } = mailing();
  await act.run(1, async (ctx) => [await ctx.call('mail.send', 'a'), await ctx.call('mail.send', 'a'), await ctx.call('mail.send', 'b')]);
  act.effects.takeOver();
  const code = async (ctx: { call: (name: string, ...args: Json[]) => Promise<Json> }) => [
    await ctx.call('mail.send', 'b'),
    await ctx.call('mail.send', 'a'),
    await ctx.call('mail.send', 'a'),
  ];
  const { result } = await act.run(2, code);
  expect(sent).toEqual(['a', 'a', 'b']);
  expect(result).toEqual([{ id: 3 }, { id: 1 }, { id: 2 }]);
  const [first] = act.requested();
  expect(act.requested()[4]).toMatchObject({ takeover: true, count: 0, key: first?.key, withheld: { why: 'receipt', receipt: first?.op } });
  expect(await act.replay(2, code)).toEqual({ served: { how: 'ended' }, result });
});

test('a write without a receipt is held, answered with the receipts, and goes out when code says why it is another one', async () => {
  const { sent, act } = mailing();
  await act.run(1, async (ctx) => ctx.call('mail.send', 'a'));
  act.effects.takeOver();
  const { result } = await act.run(2, async (ctx) => [
    await orTold(ctx.call('mail.send', 'A!')),
    await orTold(ctx.call('mail.send', 'A!')),
    await ctx.call('mail.send', 'A!', { distinct: 'the reminder' }),
    await orTold(ctx.call('mail.send', 'a')),
  ]);
  expect(result).toEqual([
    expect.stringMatching(/refused: ctx\.mail\.send was not called: .*\n- ctx\.mail\.send\("a"\) → \{"id":1\}/s),
    expect.stringContaining('refused'),
    { id: 2 },
    { id: 1 },
  ]);
  expect(sent).toEqual(['a', 'A!']);
  expect(act.requested()[3]).toMatchObject({ distinct: 'the reminder', withheld: null, arguments: { text: '["A!"]' } });
});

test('what has no receipts, or does no harm twice, is not held', async () => {
  const { act } = mailing();
  await act.run(1, async (ctx) => [await ctx.call('mail.send', 'a'), await ctx.call('fs.write', 'x', '1')]);
  act.effects.takeOver();
  const { result } = await act.run(2, async (ctx) => [await ctx.call('other', 'z'), await ctx.call('fs.write', 'y', '2')]);
  expect(result).toEqual(['done', null]);
  // Its own writes of the takeover hold nothing up.
  expect((await act.run(3, async (ctx) => ctx.call('other', 'w'))).result).toBe('done');
});

test('what surely was not done is no receipt', async () => {
  let tries = 0;
  const act = new PlayedAct([
    made('pay', 'write', async () => (tries++ === 0 ? fail({ kind: 'refused', message: 'no funds' }) : value('paid'))),
  ]);
  await act.run(1, async (ctx) => orTold(ctx.call('pay', 5)));
  act.effects.takeOver();
  expect((await act.run(2, async (ctx) => [await ctx.call('pay', 5), await ctx.call('pay', 6)])).result).toEqual(['paid', 'paid']);
});

test.each([true, false])('what nobody can take back goes out a second time only if a person says so: %s', async (approved) => {
  const { sent, act } = mailing('irreversible');
  act.judgements.push({ approved, words: 'as agreed', by: 'Ann' });
  await act.run(1, async (ctx) => ctx.call('mail.send', 'a'));
  act.effects.takeOver();
  const code = async (ctx: { call: (name: string, ...args: Json[]) => Promise<Json> }) =>
    orTold(ctx.call('mail.send', 'b', { distinct: 'for Bob' }));
  const { result } = await act.run(2, code);
  expect(act.questions).toMatchObject([{ why: 'irreversible', question: expect.stringContaining('ctx.mail.send("b")') }]);
  expect(result).toEqual(approved ? { id: 2 } : 'refused: ctx.mail.send was not called: Ann does not allow it (as agreed)');
  expect(sent).toEqual(approved ? ['a', 'b'] : ['a']);
  expect(act.events.filter(({ type }) => type === 'effect.judged')).toMatchObject([{ approved, words: 'as agreed', by: 'Ann' }]);
  expect((await act.replay(2, code)).result).toEqual(result);
});

test('a takeover that is taken up again after a crash still knows its receipts', async () => {
  const { act } = mailing();
  await act.run(1, async (ctx) => ctx.call('mail.send', 'a'));
  act.effects.takeOver();
  await act.run(2, async (ctx) => ctx.call('mail.send', 'a'));
  const later = new PlayedAct([made('mail.send', 'write', async () => value('sent again'))], { before: act.events });
  expect((await later.run(3, async (ctx) => orTold(ctx.call('mail.send', 'c')))).result).toContain('refused');
});

test('a person is shown what stands in the journal, and no more', async () => {
  const secret = 'a-value-of-a-secret';
  const login = made('login', 'irreversible', async () => value(null), { redacted: ['/0/pin'] });
  const act = new PlayedAct([login], { secrets: { TOKEN: secret } });
  await act.run(1, async (ctx) => [await ctx.call('login', { pin: '4711', token: { $secret: 'TOKEN' } })]);
  act.effects.takeOver();
  await act.run(2, async (ctx) => {
    void ctx.call('login', { pin: '4712', note: secret }, { distinct: `as ${secret}` });
    await ctx.call('login', { [secret]: 1 }).catch(() => undefined);
    await vi.waitUntil(() => act.questions.length === 1, 10_000);
  });
  expect(act.questions).toHaveLength(1);
  expect(act.questions[0]?.question).toContain('"pin":{"$redacted":true}');
  expect(JSON.stringify(act.events)).not.toMatch(/471[12]|a-value-of/);
});
