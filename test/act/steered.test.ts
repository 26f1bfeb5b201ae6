import { dirname } from 'node:path';
import { expect, test, vi } from 'vitest';
import { endOf, linesOf, pawl, printed, repository, startPawl } from '../cli/pawl.ts';
import { acting, calls, code, outputs, says, scriptFile } from './acting.ts';

/** An act whose code goes on until a file is there, and what is said to it meanwhile. */
async function underWay(rest: Parameters<typeof scriptFile>[1], line = '"tool.requested"') {
  const repo = repository();
  const waits = code("while (!JSON.stringify(await ctx.fs.list('.')).includes('go.txt')) await ctx.clock.sleep(50)");
  const script = scriptFile(dirname(repo), rest.length > 1 ? rest : [waits, ...rest]);
  const child = startPawl(repo, ['act', 'x', '--script', script, '--no-store', '--json']);
  const ended = endOf(child);
  const { run } = JSON.parse(await printed(child, (each) => each.includes(line))) as { readonly run: string };
  const events = async () => linesOf((await pawl(repo, ['show', run, '--events'])).stdout);
  return { repo, run, ended, events };
}

test('of many who pause and resume it at once each is told how it stands, none that it was not heard', async () => {
  const { repo, run, ended, events } = await underWay([says('done')]);
  for (const command of ['pause', 'resume', 'pause', 'resume']) {
    const told = await Promise.all(Array.from({ length: 5 }, () => pawl(repo, [command, run, '--json'])));
    // Who comes later to resume it finds that it is at work, and is told by whom.
    const hows = told.map(({ stdout, stderr }) => linesOf(stdout)[0]?.how ?? linesOf(stderr)[0]?.code);
    expect([...new Set(hows)].filter((how) => command === 'pause' || how !== 'run/workspace-busy')).toEqual(['taken']);
  }
  const steered = (await events()).flatMap(({ type }) => (type.endsWith('paused') ? [type] : []));
  expect(steered).toEqual(['paused', 'unpaused', 'paused', 'unpaused']);
  await pawl(repo, ['cancel', run]);
  await ended;
});

test('of two who answer one question one is told that it was the answer, and both are heard', async () => {
  const { repo, run, ended, events } = await underWay(
    [calls('request_clarification', { question: 'which?' }), code('await ctx.clock.sleep(1500)'), says('done')],
    '"clarification.asked"',
  );
  const told = await Promise.all(['one', 'two'].map((text) => pawl(repo, ['say', run, text, '--json'])));
  expect(told.map(({ stdout }) => linesOf(stdout)[0]?.answered).sort()).toEqual([false, true]);
  await ended;
  const heard = (await events()).flatMap(({ type, text }) => (['said', 'clarification.answered'].includes(type) ? [text] : []));
  expect(heard.sort()).toEqual(['one', 'two']);
});

test.each(['say', 'ask'])('%s: what says nothing is refused, and nobody hears it', async (command) => {
  const { repo, run, ended, events } = await underWay([says('done')]);
  for (const blank of ['', ' \n']) {
    const refused = await pawl(repo, [command, run, blank, '--json']);
    expect([refused.code, linesOf(refused.stderr)[0]?.code]).toEqual([2, 'cli/usage']);
  }
  expect((await events()).some(({ type }) => type === 'said' || type === 'question.asked')).toBe(false);
  await pawl(repo, ['cancel', run]);
  await ended;
});

test('no limit of time goes on while an act is paused: not that of its code, not that of an act within that stands still with it', async () => {
  const done = acting(
    (request) => {
      const said = JSON.stringify(request.messages);
      if (said.includes('"inner"') && !said.includes('"tool"')) return { silent: true };
      return said.includes('"tool"') ? says('done') : code("await ctx.act('inner')");
    },
    { limits: { codeTimeout: '1s' } },
  );
  await done.handle.run;
  for await (const { event } of done.handle.events) if (event.type === 'effect.requested') break;
  await done.handle.pause();
  const pausedAtMs = performance.now();
  await vi.waitUntil(() => performance.now() - pausedAtMs > 2_500, 10_000);
  expect(done.of('tool.ended')).toEqual([]);
  await done.handle.resume();
  expect(await done.handle.result()).toBe('done');
  expect(outputs(done)[0]).toContain('timeout: ');
});
