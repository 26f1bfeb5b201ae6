import { expect, test } from 'vitest';
import type { Json } from '../../src/core/model/json.ts';
import { ok } from '../../src/core/model/result.ts';
import { made, PlayedAct, value } from './act.ts';

const get = made('http.get', 'read', async ([url]) => value({ status: 200, url: url as string }));

test('a call is recorded before and after, and code gets its result', async () => {
  const act = new PlayedAct([get]);
  const { served, result } = await act.run(7, async (ctx) => ctx.call('http.get', 'https://a.example'));
  expect(served).toEqual({ how: 'ended' });
  expect(result).toEqual({ status: 200, url: 'https://a.example' });
  expect(act.events).toMatchObject([
    {
      type: 'effect.requested',
      cell: 7,
      n: 1,
      primitive: 'http.get',
      arguments: { text: '["https://a.example"]' },
      class: 'read',
      count: 0,
      redacted: false,
      withheld: null,
    },
    {
      type: 'effect.ended',
      op: act.events[0]?.op,
      result: { ok: true, value: { text: '{"status":200,"url":"https://a.example"}' } },
      order: 1,
      settled: null,
      nanoUsd: 0,
    },
  ]);
});

test('a write is on disk before it happens, with the reads before it in the same transaction', async () => {
  const seen: number[] = [];
  const post = made('http.post', 'write', async () => {
    seen.push(act.transactions.length);
    return value(null);
  });
  const act: PlayedAct = new PlayedAct([get, post]);
  await act.run(1, async (ctx) => {
    await ctx.call('http.get', 'a');
    await ctx.call('http.get', 'b');
    await ctx.call('http.post', 'c');
    await ctx.call('http.get', 'd');
  });
  expect(seen).toEqual([1]);
  expect(act.transactions.map((events) => events.map(({ type }) => type.slice(7)))).toEqual([
    ['requested', 'ended', 'requested', 'ended', 'requested'],
    ['ended'],
    ['requested', 'ended'],
  ]);
});

test('three thousand calls of one kind are quick to number, and each has a key of its own', async () => {
  const act = new PlayedAct([made('clock.now', 'pure', async () => value(1))]);
  await act.run(1, async (ctx) => {
    for (let i = 0; i < 3000; i++) await ctx.call('clock.now');
  });
  expect(new Set(act.requested().map(({ key }) => key)).size).toBe(3000);
  expect(act.requested().at(-1)?.count).toBe(2999);
}, 30_000);

test('a write waits until every read issued before it has returned, and no longer', async () => {
  const seen: string[] = [];
  const gates = new Map<string, () => void>();
  const slow = made('slow', 'read', async ([name]) => {
    await new Promise<void>((resolve) => gates.set(name as string, resolve));
    seen.push(`read ${name}`);
    return value(name as string);
  });
  const put = made('put', 'idempotent', async ([name]) => {
    seen.push(`write ${name}`);
    if (name === 'x') gates.get('c')?.();
    return value(null);
  });
  const act = new PlayedAct([slow, put]);
  await act.run(1, async (ctx) => {
    const reads = [ctx.call('slow', 'a'), ctx.call('slow', 'b')];
    const writes = [ctx.call('put', 'x'), ctx.call('put', 'y')];
    const later = ctx.call('slow', 'c');
    await new Promise((resolve) => setImmediate(resolve));
    gates.get('b')?.();
    await reads[1];
    expect(seen).toEqual(['read b']);
    gates.get('a')?.();
    await Promise.all([...writes, later]);
  });
  expect(seen.slice(0, 3)).toEqual(['read b', 'read a', 'write x']);
  expect(seen.toSorted()).toEqual(['read a', 'read b', 'read c', 'write x', 'write y']);
});

test.each<[string, Json[], string]>([
  ['fs.raed', ['x'], 'there is no ctx.fs.raed'],
  ['fs.read', [5], 'arguments[0] must be string'],
  ['fs.read', [], 'arguments must NOT have fewer than 1 items'],
  ['fs.read', ['x', { as: 'yaml' }], 'arguments[1].as must be equal to one of the allowed values: "text", "bytes"'],
  ['fs.read', ['x', { az: 'text' }], 'arguments[1] must NOT have additional properties: az'],
  [
    'picky',
    [1],
    'the declaration of picky gives irreversible as the effect class of this call, more than the write that it declares at most',
  ],
])('a call of %s with %j is told to the code as the mistake that it is, and nothing is performed', async (name, args, what) => {
  const performed: string[] = [];
  const read = made(
    'fs.read',
    'read',
    async () => {
      performed.push('read');
      return value(null);
    },
    {
      arguments: {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'object', properties: { as: { enum: ['text', 'bytes'] } }, additionalProperties: false }],
        minItems: 1,
      },
    },
  );
  const picky = made('picky', { most: 'write', of: () => 'irreversible' }, async () => {
    performed.push('picky');
    return value(null);
  });
  const act = new PlayedAct([read, picky]);
  const code = async (ctx: { call: (name: string, ...args: Json[]) => Promise<Json> }) =>
    ctx.call(name, ...args).catch((error: Error) => error.message);
  const { result } = await act.run(1, code);
  expect(result).toContain(what);
  expect(performed).toEqual([]);
  expect(act.requested()).toMatchObject([{ class: 'pure', withheld: { why: 'mistake' } }]);
  expect((await act.replay(1, code)).served).toEqual({ how: 'ended' });
});

test('a cell that only reads performs no write', async () => {
  const act = new PlayedAct([get, made('http.post', 'write', async () => value('sent'))]);
  const { result } = await act.run(
    1,
    async (ctx) => [await ctx.call('http.get', 'a'), await ctx.call('http.post', 'b').catch((error: Error) => error.message)],
    false,
  );
  expect(result).toEqual([{ status: 200, url: 'a' }, expect.stringContaining('this cell only reads')]);
});

test('what a primitive throws, gives that is no JSON, or gives that it does not declare is a failure, not the end of anything', async () => {
  const act = new PlayedAct([
    made('throws', 'read', async () => {
      throw new Error('no such table');
    }),
    made('nan', 'read', async () => value(Number.NaN)),
    made('shape', 'read', async () => value({ total: 'ten' }), { result: { type: 'object', properties: { total: { type: 'number' } } } }),
    made('throwing-write', 'write', async () => {
      throw new Error('gone');
    }),
    made('nan-write', 'write', async () => value(Number.NaN)),
  ]);
  const { result } = await act.run(1, async (ctx) => {
    const said: string[] = [];
    for (const name of ['throws', 'nan', 'shape', 'throwing-write', 'nan-write'])
      await ctx.call(name).catch((error) => said.push(`${error.kind}: ${error.message}`));
    return said;
  });
  expect(result).toEqual([
    'io: ctx.throws threw: no such table',
    expect.stringContaining('invalid_output: ctx.nan: its result is no JSON: $ is NaN'),
    expect.stringContaining('invalid_output: ctx.shape: its result is not what it declares: result.total must be number'),
    'in_doubt: ctx.throwing-write threw: gone',
    expect.stringContaining('incomplete: ctx.nan-write: it was done, but its result is no JSON'),
  ]);
});

test('a primitive that never returns is cut off in its time, deaf to its signal or not', async () => {
  const act = new PlayedAct(
    [
      made('deaf', 'read', () => new Promise(() => undefined)),
      made('deaf-write', 'write', () => new Promise(() => undefined)),
      made(
        'polite',
        'read',
        (_, { signal }) =>
          new Promise((resolve) =>
            signal.addEventListener('abort', () => resolve({ ok: false, failure: { kind: 'timeout', message: 'as you wish' } })),
          ),
      ),
    ],
    { callTimeoutMs: 100 },
  );
  const { result } = await act.run(1, async (ctx) =>
    Promise.all(['deaf', 'deaf-write', 'polite'].map((name) => ctx.call(name).catch((error) => `${error.kind}: ${error.message}`))),
  );
  expect(result).toEqual([
    'timeout: ctx.deaf took longer than 0.1 seconds',
    'in_doubt: ctx.deaf-write took longer than 0.1 seconds, and it is not known whether it happened',
    'timeout: as you wish',
  ]);
});

test('a stopped act performs nothing more', async () => {
  let posts = 0;
  const act: PlayedAct = new PlayedAct([
    made('http.post', 'write', async () => {
      posts += 1;
      return value(null);
    }),
  ]);
  await act.run(1, async (ctx) => {
    await ctx.call('http.post', 'a');
    act.stop.abort();
    await ctx.call('http.post', 'b').catch(() => undefined);
  });
  expect(posts).toBe(1);
});

test('what is not left of the budget is not spent, also by calls that are under way together', async () => {
  const ask = made('model.ask', 'read', async () => ok({ value: 'yes', nanoUsd: 40 }), { estimateNanoUsd: 40 });
  const act = new PlayedAct([ask], { budgetNanoUsd: 100 });
  const { result } = await act.run(1, async (ctx) =>
    Promise.all(['a', 'b', 'c'].map((prompt) => ctx.call('model.ask', prompt).catch((error) => error.kind))),
  );
  expect(result).toEqual(['yes', 'yes', 'budget']);
  expect(act.requested()[2]?.withheld).toEqual({ why: 'budget' });
});

test('where the journal cannot be written nothing is performed, and the cell is not answered any more', async () => {
  let posts = 0;
  const act: PlayedAct = new PlayedAct([
    made('http.post', 'write', async () => {
      posts += 1;
      return value(null);
    }),
  ]);
  act.journalFailure = { kind: 'io', message: 'the disk is full' };
  const { served } = await act.run(1, async (ctx) => ctx.call('http.post', 'a'));
  expect(served).toEqual({ how: 'failed', failure: { kind: 'io', message: 'the disk is full' } });
  expect(posts).toBe(0);
});

test('what code does not wait for is finished and recorded all the same; a read that nobody waits for is stopped', async () => {
  const done: string[] = [];
  const act = new PlayedAct([
    made('put', 'idempotent', async ([name]) => {
      await new Promise((resolve) => setImmediate(resolve));
      done.push(name as string);
      return value(null);
    }),
    made(
      'watch',
      'read',
      (_, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => resolve({ ok: false, failure: { kind: 'cancelled', message: 'stopped' } })),
        ),
    ),
  ]);
  const code = async (ctx: { call: (name: string, ...args: Json[]) => Promise<Json> }) => {
    void ctx.call('put', 'a').catch(() => undefined);
    void ctx.call('watch').catch(() => undefined);
  };
  const { served } = await act.run(1, code);
  expect(served).toEqual({ how: 'ended' });
  expect(done).toEqual(['a']);
  expect(act.ended().map(({ order }) => order)).toEqual([0, 0]);
  expect((await act.replay(1, code)).served).toEqual({ how: 'ended' });
});
