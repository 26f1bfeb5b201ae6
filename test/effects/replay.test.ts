import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../src/core/model/json.ts';
import { made, PlayedAct, value } from './act.ts';
import type { PlayedContext } from './played-cell.ts';

const untouchable = made('touch', 'write', async () => value('touched'));

test('a race falls as it was recorded', async () => {
  const gates: (() => void)[] = [];
  const act = new PlayedAct([
    made('get', 'read', async ([name]) => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return value(name as string);
    }),
  ]);
  const code = async (ctx: PlayedContext) => {
    const seen: Json[] = [];
    const winner = Promise.race(['a', 'b', 'c'].map((name) => ctx.call('get', name)));
    await Promise.all(
      ['d', 'e'].map(async (name) => {
        seen.push(await ctx.call('get', name));
        seen.push(ctx.nowMs());
      }),
    );
    return [await winner, seen];
  };
  const live = act.run(1, async (ctx) => {
    const running = code(ctx);
    while (gates.length < 5) await new Promise((resolve) => setImmediate(resolve));
    for (const at of [4, 1, 3, 2, 0]) gates[at]?.();
    return running;
  });
  const { result } = await live;
  expect((result as Json[])[0]).toBe('b');
  const replayed = await act.replay(1, code);
  expect(replayed).toEqual({ served: { how: 'ended' }, result });
});

test.each<[string, (ctx: PlayedContext) => Promise<unknown>, string]>([
  [
    'other arguments',
    async (ctx) => [await ctx.call('touch', 'a'), await ctx.call('touch', 'c')],
    'call 2 was touch("b"), and is touch("c") this time',
  ],
  ['another primitive', async (ctx) => ctx.call('look', 'a'), 'call 1 was touch("a"), and is look("a") this time'],
  [
    'one more',
    async (ctx) => [await ctx.call('touch', 'a'), await ctx.call('touch', 'b'), await ctx.call('touch', 'x')],
    'call 3, touch("x"), was not made when it was recorded',
  ],
  ['one less', async (ctx) => ctx.call('touch', 'a'), 'call 2 was touch("b"), and was not made this time'],
])('where a replay differs by %s it says where first, and touches nothing', async (_, code, text) => {
  let touched = 0;
  const act = new PlayedAct([
    made('touch', 'write', async ([name]) => {
      touched += 1;
      return value(name as string);
    }),
  ]);
  await act.run(1, async (ctx) => [await ctx.call('touch', 'a'), await ctx.call('touch', 'b')]);
  expect(touched).toBe(2);
  expect((await act.replay(1, code)).served).toMatchObject({ how: 'differs', text });
  expect(touched).toBe(2);
});

test('code that waits for ever for a call that it does not make any more is found out', async () => {
  const act = new PlayedAct([
    made('get', 'read', async ([name]) => {
      if (name === 'slow') for (let tick = 0; tick < 20; tick++) await new Promise((resolve) => setImmediate(resolve));
      return value(name as string);
    }),
  ]);
  await act.run(1, async (ctx) => {
    const slow = ctx.call('get', 'slow');
    await ctx.call('get', 'a');
    await ctx.call('get', 'b');
    await slow;
  });
  const { served } = await act.replay(1, async (ctx) => {
    const slow = ctx.call('get', 'slow');
    await ctx.call('get', 'a');
    await slow;
  });
  expect(served).toMatchObject({ how: 'differs', text: 'call 3 was get("b"), and was not made this time' });
});

test('code that never makes the call whose result was first is found out as soon as it goes no further, not when its time is over', async () => {
  const act = new PlayedAct([
    made('get', 'read', async ([name], { signal }) => {
      if (name === 'never') await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return value(name as string);
    }),
  ]);
  await act.run(1, async (ctx) => {
    void ctx.call('get', 'never').catch(() => 0);
    await ctx.call('get', 'a');
  });
  const { served } = await act.replay(1, async (ctx) => ctx.call('get', 'never'));
  expect(served).toMatchObject({ how: 'differs', text: 'call 2 was get("a"), and was not made this time' });
});

test('what is said of a difference with large arguments is short', async () => {
  const act = new PlayedAct([untouchable]);
  await act.run(1, async (ctx) => ctx.call('touch', 'a'.repeat(200_000)));
  const { served } = await act.replay(1, async (ctx) => ctx.call('touch', 'b'.repeat(150)));
  expect(served).toMatchObject({
    text: expect.stringMatching(/^call 1 was touch\(… sha256 [0-9a-f]{12}\), and is touch\("bbb.*"\) this time$/),
  });
});

test('a replay gives failures, large results and the clock as they were', async () => {
  const act = new PlayedAct([
    made('fails', 'read', async () => ({ ok: false, failure: { kind: 'not_found', message: 'nothing there' } })),
    made('large', 'read', async () => value({ status: 200, body: 'x'.repeat(3_000_000) })),
    made('middle', 'read', async () => value('y'.repeat(300_000))),
  ]);
  const code = async (ctx: PlayedContext) => [
    await ctx.call('fails').catch((error) => `${error.kind}: ${error.message}`),
    await ctx.call('large'),
    ((await ctx.call('middle')) as string).length,
    ctx.nowMs(),
  ];
  const { result } = await act.run(1, code);
  expect(result).toMatchObject([
    'not_found: nothing there',
    { status: 200, body: { $handle: expect.stringMatching(/^[0-9a-f]{64}#\/body$/), chars: 3_000_000, slice: 'x'.repeat(1000) } },
    300_000,
    expect.any(Number),
  ]);
  expect(await act.replay(1, code)).toEqual({ served: { how: 'ended' }, result });
});

test('any program of reads and writes, awaited or raced, replays to the same result', async () => {
  const step = fc.record({ kind: fc.constantFrom('read', 'write'), ticks: fc.nat(4), together: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const perform = async ([at, ticks]: readonly Json[]) => {
        for (let tick = 0; tick < (ticks as number); tick++) await new Promise((resolve) => setImmediate(resolve));
        return value(at as number);
      };
      const act = new PlayedAct([made('read', 'read', perform), made('write', 'write', perform)]);
      const code = async (ctx: PlayedContext) => {
        const seen: Json[] = [];
        let open: Promise<unknown>[] = [];
        for (const [at, { kind, ticks, together }] of steps.entries()) {
          open.push(ctx.call(kind, at, ticks).then((came) => seen.push(came)));
          if (together) continue;
          await Promise.race(open);
          if (at % 2 === 0) {
            await Promise.all(open);
            open = [];
          }
        }
        await Promise.all(open);
        return seen;
      };
      const { result } = await act.run(1, code);
      expect(await act.replay(1, code)).toEqual({ served: { how: 'ended' }, result });
    }),
    { numRuns: 60 },
  );
});
