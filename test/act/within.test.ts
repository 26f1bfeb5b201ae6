import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ScriptedTurn } from '../../src/adapters/model/scripted/model-script.ts';
import { resumeAct } from '../../src/app/act/resume-act.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import { cleanEnv, endOf, linesOf, pawl, repository, startPawl } from '../cli/pawl.ts';
import { acting, calls, code, outputs, says, scriptFile } from './acting.ts';
import { repositoryWithFunctions } from './functions.ts';

const priced = (usd: number) => ({ usage: { usd, inputTokens: 10, outputTokens: 5 } });

test('an act within an act is a run of its own, whose answer is what the call gives', async () => {
  const done = acting([
    code("const said = await ctx.act('count the letters of a.txt', { guidelines: 'be exact' });\n'it says ' + said"),
    code("(await ctx.fs.read('a.txt')).trim().length"),
    says('three'),
    says('done'),
  ]);
  expect(await done.handle.result()).toBe('done');
  expect(outputs(done)[0]).toMatch(/^result: 'it says three'\n/);
  const run = await done.handle.run;
  const [requested] = done.of('effect.requested');
  expect(requested).toMatchObject({ primitive: 'act', class: 'write', settles: 'keyed' });
  const inner = `${run}.${requested?.op}`;
  const shown = await pawl(done.repo, ['show', inner]);
  expect(shown.stderr).toBe('');
  expect(shown.stdout).toContain('count the letters of a.txt');
  expect((await pawl(done.repo, ['show', run])).stdout).toContain(`pawl show ${inner}`);
  const events = (await pawl(done.repo, ['show', inner, '--events'])).stdout.split('\n');
  expect(JSON.parse(events[0] as string)).toMatchObject({
    type: 'act.started',
    parent: run,
    settings: { guidelines: 'be exact', canStore: false },
  });
  expect((await pawl(done.repo, ['replay', run])).code).toBe(0);
});

test('what it cost counts in the act around it, whether it went well or failed, and it gets what is left of the budget', async () => {
  const done = acting(
    [
      { ...code("await ctx.act('cheap'); await ctx.act('fails').catch((e) => e.message)"), ...priced(0.1) },
      { text: 'ok', ...priced(0.2) },
      { fail: { kind: 'refused', message: 'not that' } },
      { text: 'done', ...priced(0.05) },
    ],
    { limits: { budgetUsd: 1 } },
  );
  await done.handle.result();
  expect(outputs(done)[0]).toMatch(/^result: 'not that \(act \w+\.\d+\)'\n/);
  expect(done.handle.usage.costUsd).toBeCloseTo(0.35);
  const [first] = done.of('effect.requested');
  const events = (await pawl(done.repo, ['show', `${await done.handle.run}.${first?.op}`, '--events'])).stdout.split('\n');
  expect(JSON.parse(events[0] as string).settings.limits.nanoUsd).toBe(900_000_000);
});

test.each([
  ['that code waits for', "await ctx.act('inner').catch(() => 0); await ctx.act('inner too').catch(() => 0)"],
  ['beside it', "await ctx.act('inner', { wait: false }); 1"],
])('of an act within, %s, what is known of its cost counts, also where another request of it has no price', async (_, text) => {
  const done = acting(
    ({ messages }) => {
      const said = JSON.stringify(messages);
      if (!said.includes('"text":"inner'))
        return said.includes('"tool"') ? { text: 'done', ...priced(0) } : { ...code(text), ...priced(0) };
      if (!said.includes('"tool"')) return { ...calls('notify', { message: 'so' }), ...priced(0.3) };
      const unpriced = { usage: { usd: null, inputTokens: 1000, outputTokens: 0 } };
      return said.includes('inner too') ? { fail: { kind: 'refused', message: 'no' }, ...unpriced } : { text: 'ok', ...unpriced };
    },
    { limits: { budgetUsd: 5 } },
  );
  await done.handle.result();
  const { costUsd, unpricedCalls, tokens } = done.handle.usage;
  const acts = done.of('act.adopted').length > 0 ? 1 : 2;
  expect(costUsd).toBeCloseTo(0.3 * acts);
  expect(unpricedCalls).toBe(acts);
  expect(tokens).toBeGreaterThanOrEqual(1000 * acts);
});

test('acts go four deep, and no deeper', async () => {
  const deeper = code("await ctx.act('deeper')");
  const done = acting([deeper, deeper, deeper, deeper, deeper, says('e'), says('d'), says('c'), says('b'), says('a')]);
  expect(await done.handle.result()).toBe('a');
  const run = await done.handle.run;
  const all = (await pawl(done.repo, ['runs', '--json'])).stdout;
  expect(all).toContain(run);
  expect(done.of('effect.requested')).toHaveLength(1);
});

test('an act within has the functions that it is given, and no others', async () => {
  const done = acting(
    [
      code("await ctx.act('add up', { functions: ['total'] })"),
      code("[await ctx.call('total', { file: 'numbers.txt' }), await ctx.call('twice', { file: 'numbers.txt' }).catch((e) => e.message)]"),
      says('3.5'),
      says('ok'),
    ],
    {},
    repositoryWithFunctions(),
  );
  await done.handle.result();
  expect(readFileSync(join(done.repo, 'total.txt'), 'utf8')).toBe('3.5');
  const [first] = done.of('effect.requested');
  const events = (await pawl(done.repo, ['show', `${await done.handle.run}.${first?.op}`, '--events'])).stdout;
  expect(events).toContain('there is no function \\"twice\\"');
});

test('stopping the act around it ends the one within, and waits for that', async () => {
  const repo = repository();
  const done = acting([code("await ctx.act('wait')"), code('await ctx.clock.sleep(60000)'), says('x')], {}, repo);
  for await (const { event } of done.handle.events) if (event.type === 'effect.requested') break;
  await done.handle.stop('enough');
  const [first] = done.of('effect.requested');
  const shown = await pawl(repo, ['show', `${await done.handle.run}.${first?.op}`]);
  expect(shown.stdout).toContain('act cancelled');
});

test.each([
  ['Ctrl-C', async (child: ChildProcess) => child.kill('SIGINT'), 130],
  ['pawl cancel', async (_: ChildProcess, repo: string) => pawl(repo, ['cancel', 'last']), 130],
  ['pawl cancel --say', async (_: ChildProcess, repo: string) => pawl(repo, ['cancel', 'last', '--say', 'enough']), 0],
])('%s ends an act that is taken up while the one within it that its code waits for is at work', async (_, end, exitCode) => {
  const repo = repository();
  const beats = "for (;;) { await ctx.fs.write('begun.txt', ''); await ctx.clock.sleep(20); }";
  const script = scriptFile(join(repo, '..'), [code("await ctx.act('wait for it')"), code(beats), says('inner'), says('outer')]);
  const child = startPawl(repo, ['act', 'wait', '--script', script]);
  await until(() => existsSync(join(repo, 'begun.txt')));
  child.kill('SIGKILL');
  await once(child, 'exit');
  rmSync(join(repo, 'begun.txt'));
  const resumed = startPawl(repo, ['resume', 'last']);
  await until(() => existsSync(join(repo, 'begun.txt')));
  const ended = endOf(resumed);
  await end(resumed, repo);
  expect((await ended).code).toBe(exitCode);
  const { run } = JSON.parse((await pawl(repo, ['show', 'last', '--json'])).stdout) as { run: string };
  expect((await pawl(repo, ['show', `${run}.3`])).stdout).toContain('act cancelled');
});

test('an act that is taken up takes up the one within it, which goes on where it was', async () => {
  const repo = repository();
  const waits =
    "await ctx.fs.write('begun.txt', '');\nwhile ((await ctx.fs.read('go').catch(() => null)) === null) await ctx.clock.sleep(20);\n'gone'";
  const script = scriptFile(join(repo, '..'), [
    code("await ctx.act('wait for it')"),
    code("await ctx.sh('echo once >> once.txt')"),
    code(waits),
    says('inner'),
    says('outer'),
  ]);
  const child = startPawl(repo, ['act', 'wait', '--script', script]);
  await until(() => existsSync(join(repo, 'begun.txt')));
  child.kill('SIGKILL');
  await once(child, 'exit');
  writeFileSync(join(repo, 'go'), '');
  const resumed = await pawl(repo, ['resume', 'last']);
  expect([resumed.stderr, resumed.code]).toEqual(['', 0]);
  expect(resumed.stdout).toContain('outer');
  expect(readFileSync(join(repo, 'once.txt'), 'utf8')).toBe('once\n');
  const { run } = JSON.parse((await pawl(repo, ['show', 'last', '--json'])).stdout) as { run: string };
  expect((await pawl(repo, ['show', run])).stdout).toContain("result: 'inner'");
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

test('one that code does not wait for goes on beside the act around it, which can ask, tell and end it, and hears of its end', async () => {
  const repo = repository();
  let outer = '';
  const turns = (request: ModelRequest): ScriptedTurn => {
    const said = request.messages.map((message) => ('text' in message ? message.text : JSON.stringify(message))).join('\n');
    const tools = request.tools.map(({ name }) => name);
    if (request.tools.length === 0) return says('half way');
    if (said.startsWith('look after it'))
      return said.includes('be quick')
        ? says('looked after')
        : code("await ctx.clock.sleep(50); 'still'" + `/* ${request.messages.length} */`);
    const ask = tools.find((name) => name.startsWith('ask_'));
    if (said.includes('has ended, and gives')) return says(`heard; ${ask === undefined ? 'no tools left' : 'tools left'}`);
    if (ask === undefined) return code("await ctx.act('look after it', { wait: false })");
    outer = ask;
    if (!said.includes('half way')) return calls(ask, { question: 'how far?' });
    if (!said.includes('It will hear')) return calls(ask.replace('ask', 'interject'), { message: 'be quick' });
    return says('I wait');
  };
  const done = acting(turns, {}, repo);
  expect(await done.handle.result()).toBe('heard; no tools left');
  const [adopted] = done.of('act.adopted');
  expect(outputs(done)[0]).toContain(`'$act': '${adopted?.run}'`);
  expect(outer).toBe(`ask_${adopted?.run.replace('.', '_')}`);
  expect(done.of('act.released')).toMatchObject([{ run: adopted?.run, told: `Act ${adopted?.run} has ended, and gives:\nlooked after` }]);
  expect(
    done
      .of('turn.requested')
      .at(-1)
      ?.tools.some((name) => name.startsWith('ask_')),
  ).toBe(false);
});

test.each([
  ['code waits for', ''],
  ['goes on beside it', ', { wait: false }'],
])('an act that %s pauses with the act around it, and goes on with it', async (_, options) => {
  const repo = repository();
  const turns = ({ messages }: ModelRequest): ScriptedTurn => {
    const said = JSON.stringify(messages);
    if (said.includes('wait for go'))
      return said.includes('"tool"') ? says('gone') : code("await ctx.sh('touch begun; until [ -e go ]; do sleep 0.02; done')");
    return said.includes('gone')
      ? says('done')
      : said.includes('$act')
        ? says('I wait')
        : code(`await ctx.act('wait ' + 'for go'${options})`);
  };
  const done = acting(turns, {}, repo);
  await until(() => existsSync(join(repo, 'begun')));
  const [first] = done.of('effect.requested');
  const inner = async (): Promise<string[]> =>
    linesOf((await pawl(repo, ['show', `${await done.handle.run}.${first?.op}`, '--events'])).stdout).map(({ type }) => type);
  await done.handle.pause();
  writeFileSync(join(repo, 'go'), '');
  while (!(await inner()).includes('tool.ended')) await done.handle.run;
  await done.handle.resume();
  expect(await done.handle.result()).toBe('done');
  const types = (await inner()).filter((type) => ['paused', 'unpaused', 'tool.ended', 'turn.requested'].includes(type));
  expect(types).toEqual(['turn.requested', 'paused', 'tool.ended', 'unpaused', 'turn.requested']);
});

test('one that goes on beside an act that is stopped ends with it', async () => {
  const repo = repository();
  const done = acting(
    (request) =>
      JSON.stringify(request.messages).includes('"sleep"')
        ? code('await ctx.clock.sleep(60000)')
        : code("await ctx.act('sleep', { wait: false })"),
    {},
    repo,
  );
  for await (const { event } of done.handle.events) if (event.type === 'act.adopted') break;
  await done.handle.stop('enough');
  const [adopted] = done.of('act.adopted');
  expect(done.of('act.released')).toMatchObject([{ told: expect.stringContaining('has failed') }]);
  expect((await pawl(repo, ['show', adopted?.run as string])).stdout).toContain('cancelled');
});

test('one that went on beside an act whose process was killed goes on with it when that is taken up', async () => {
  const repo = repository();
  const waits =
    "await ctx.fs.write('begun.txt', '');\nwhile ((await ctx.fs.read('go').catch(() => null)) === null) await ctx.clock.sleep(20);\n'gone'";
  const turns = (request: ModelRequest): ScriptedTurn => {
    const said = JSON.stringify(request.messages);
    if (said.includes('gives:')) return says(said.includes('stayed') ? 'heard' : 'what?');
    if (said.includes('stay')) return said.includes("'gone'") ? says('stayed') : code(waits);
    return said.includes('$act') ? says('I wait') : code("await ctx.act('s' + 'tay', { wait: false })");
  };
  const first = acting(turns, {}, repo);
  await until(() => existsSync(join(repo, 'begun.txt')));
  const run = await first.handle.run;
  // As a process that is killed leaves it: nothing more is written by whoever drove it, as another one owns the run by then.
  const copy = join(repo, '..', 'copy');
  cpSync(repo, copy, { recursive: true });
  await first.handle.stop();
  writeFileSync(join(copy, 'go'), '');
  const resumed = resumeAct({ run, cwd: copy, env: cleanEnv(join(repo, '..')), script: turns });
  expect(await resumed.result()).toBe('heard');
  expect((await pawl(copy, ['show', `${run}.3`])).stdout).toContain('taken up again by the act around it');
});
