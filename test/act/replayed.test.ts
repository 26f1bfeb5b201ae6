import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { replayAct } from '../../src/app/act/replay-act.ts';
import { endOf, linesOf, pawl, repository, startPawl } from '../cli/pawl.ts';
import { acting, calls, code, outputs, says, scriptFile } from './acting.ts';

const inS = { session: 's' };

async function replayed(repo: string, run: string) {
  const result = await replayAct({ cwd: repo, run });
  return result.ok ? result.value : result.failure;
}

test('a replay runs code whose arguments are too large for the journal itself,', async () => {
  const text = `await ctx.fs.write('large.txt', 'a'.repeat(200_000)); (await ctx.fs.read('large.txt')).length`;
  const done = acting([code(text), says('done')]);
  await done.handle.result();
  expect(await replayed(done.repo, await done.handle.run)).toMatchObject({ difference: null, calls: 2 });
});

test.each([
  ['waits for a call', "await ctx.fs.write('b.txt', ''); await ctx.clock.sleep(86_400_000); 1", 'fs.write'],
  ['computes for ever', "await ctx.fs.read('a.txt'); await ctx.fs.write('b.txt', ''); for (;;);", 'fs.write'],
  ['computes for ever and calls nothing', 'for (;;);', null],
])('code that %s and was ended with its act replays as far as it came', async (_, text, last) => {
  const done = acting([code(text)], {
    onEvent({ event }) {
      const isThere = last === null ? event.type === 'tool.requested' : event.type === 'effect.requested' && event.primitive === last;
      if (isThere) void done.handle.stop('enough');
    },
  });
  await done.handle.result();
  expect(outputs(done)[0]).toContain('cancelled: ');
  expect(await replayed(done.repo, await done.handle.run)).toMatchObject({ cells: 1, difference: null });
});

test('a session that was closed, or ended with its code, begins anew in a replay too', async () => {
  const done = acting(
    [
      code('let a = 1', inS),
      calls('close_session', { session: 's' }),
      code('typeof a', inS),
      code('let b = 2', inS),
      code('await ctx.clock.sleep(86_400_000)', inS),
      code('typeof b', inS),
      says('done'),
    ],
    { limits: { codeTimeout: '1s' } },
  );
  await done.handle.result();
  const told = outputs(done);
  expect([told[2], told[5]]).toEqual([expect.stringContaining("'undefined'"), expect.stringContaining("'undefined'")]);
  expect(await replayed(done.repo, await done.handle.run)).toMatchObject({ cells: 5, difference: null });
});

test('an act that is taken up does not give a session what it had before it was closed, or before it ended with its code', async () => {
  const repo = repository();
  const turns = [
    code('let a = 1', inS),
    calls('close_session', { session: 's' }),
    code('let b = 2', { session: 't' }),
    code('await ctx.clock.sleep(86_400_000)', { session: 't' }),
    code('let c = 3', { session: 'u' }),
    code(
      "await ctx.fs.write('../here.txt', '').catch(() => 0); await ctx.fs.write('here.txt', ''); while (!(await ctx.fs.list('.')).some((each) => JSON.stringify(each).includes('go.txt'))) await ctx.clock.sleep(50)",
    ),
    code('typeof a', inS),
    code('typeof b', { session: 't' }),
    code('c', { session: 'u' }),
    code('await ctx.clock.sleep(86_400_000)', { session: 'u' }),
    code('typeof c', { session: 'u' }),
    says('done'),
  ];
  const script = scriptFile(join(repo, '..'), turns);
  const child = startPawl(repo, ['act', 'x', '--script', script, '--code-timeout', '3s', '--no-store']);
  const ended = endOf(child);
  await vi.waitUntil(() => existsSync(join(repo, 'here.txt')), 30_000);
  child.kill('SIGKILL');
  await ended;
  writeFileSync(join(repo, 'go.txt'), '');
  expect((await pawl(repo, ['resume', 'last'])).code).toBe(0);
  const { stdout } = await pawl(repo, ['show', 'last', '--events']);
  const told = linesOf(stdout).flatMap(({ type, output }) => (type === 'tool.ended' ? [output.text.split('\n')[0]] : []));
  expect(told.slice(6)).toEqual([
    "result: 'undefined'",
    "result: 'undefined'",
    'result: 3',
    expect.stringContaining('timeout'),
    "result: 'undefined'",
  ]);
  expect(linesOf((await pawl(repo, ['replay', 'last', '--json'])).stdout)[0]).toMatchObject({ equal: true });
});
