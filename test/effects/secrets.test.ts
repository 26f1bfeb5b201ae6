import { expect, test } from 'vitest';
import { ok } from '../../src/core/model/result.ts';
import { made, PlayedAct, value } from './act.ts';

const token = 'sk-live-4f9a8c7b6d5e';

test('a primitive gets the value of a secret, and nobody else does', async () => {
  const got: unknown[] = [];
  const post = made(
    'http.post',
    'write',
    async (args) => {
      got.push(args);
      return value({ echoed: args[1] as never, base64: Buffer.from(token).toString('base64'), [token]: 'a key' });
    },
    { arguments: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'string' } }] } },
  );
  const act = new PlayedAct([post], { secrets: { TOKEN: token } });
  const { result } = await act.run(1, async (ctx) =>
    ctx.call('http.post', 'https://a.example', { authorization: { $secret: 'TOKEN', before: 'Bearer ' }, plain: { $secret: 'TOKEN' } }),
  );
  expect(got).toEqual([['https://a.example', { authorization: `Bearer ${token}`, plain: token }]]);
  expect(result).toEqual({
    echoed: { authorization: 'Bearer [secret TOKEN]', plain: '[secret TOKEN]' },
    base64: expect.stringContaining('[secret TOKEN]'),
    '[secret TOKEN]': 'a key',
  });
  expect(JSON.stringify(act.events)).not.toContain(token);
  expect(act.requested()[0]).toMatchObject({ redacted: false, arguments: { text: expect.stringContaining('"$secret":"TOKEN"') } });
});

test('an error does not tell it either', async () => {
  const act = new PlayedAct(
    [
      made('throws', 'read', async ([given]) => {
        throw new Error(`bad token ${given}`);
      }),
      made('fails', 'read', async ([given]) => ({
        ok: false,
        failure: { kind: 'auth', message: `no: ${given}`, hint: `not ${encodeURIComponent(given as string)}` },
      })),
    ],
    { secrets: { TOKEN: token } },
  );
  const said: string[] = [];
  await act.run(1, async (ctx) => {
    for (const name of ['throws', 'fails']) await ctx.call(name, { $secret: 'TOKEN' }).catch((error) => said.push(error.message));
  });
  expect(said).toEqual(['ctx.throws threw: bad token [secret TOKEN]', 'no: [secret TOKEN]']);
  expect(JSON.stringify(act.events)).not.toContain(token);
});

test('a secret that there is not is told, and the primitive is not called', async () => {
  let called = 0;
  const act: PlayedAct = new PlayedAct(
    [
      made('get', 'read', async () => {
        called += 1;
        return value(null);
      }),
    ],
    { secrets: { TOKEN: token } },
  );
  const { result } = await act.run(1, async (ctx) =>
    ctx.call('get', { $secret: 'OTHER' }).catch((error) => `${error.kind}: ${error.message}`),
  );
  expect(result).toBe('not_found: there is no secret "OTHER" here');
  expect(called).toBe(0);
});

test('what a secret says, in arguments that code made itself, is taken out of the journal and marked as such', async () => {
  const got: unknown[] = [];
  const act = new PlayedAct(
    [
      made('get', 'read', async (args) => {
        got.push(args);
        return value(null);
      }),
    ],
    { secrets: { TOKEN: token } },
  );
  await act.run(1, async (ctx) => {
    await ctx.call('get', { $secret: 'TOKEN' });
    await ctx.call('get', token);
  });
  expect(got).toEqual([[token], [token]]);
  expect(act.requested()[1]).toMatchObject({ redacted: true, arguments: { text: '["[secret TOKEN]"]' } });
});

test('arguments and results that are declared to be redacted never stand in the journal, and code is not given such a result', async () => {
  const got: unknown[] = [];
  const login = made(
    'login',
    'write',
    async (args) => {
      got.push(args);
      return ok({ value: { user: 'ann', token: 'one-time-1234' }, nanoUsd: 0 });
    },
    { redacted: ['/0/pin', '/result/token'] },
  );
  const act = new PlayedAct([login]);
  const { result } = await act.run(1, async (ctx) => ctx.call('login', { user: 'ann', pin: '4711' }));
  expect(got).toEqual([[{ user: 'ann', pin: '4711' }]]);
  expect(result).toEqual({ user: 'ann', token: { $redacted: true } });
  expect(act.requested()[0]).toMatchObject({ redacted: true, arguments: { text: '[{"pin":{"$redacted":true},"user":"ann"}]' } });
});
