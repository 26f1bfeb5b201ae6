import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RunFailed } from '../../src/core/model/run-failed.ts';
import { git, pawl, repository } from '../cli/pawl.ts';
import { scratchFolder } from '../scratch.ts';
import { acting, calls, code, outputs, says } from './acting.ts';

test('a model acts by writing code, whose every call is in the journal, and its last words are the result', async () => {
  const done = acting([
    code("const text = await ctx.fs.read('a.txt');\nawait ctx.fs.write('b.txt', text.toUpperCase());\ntext.length"),
    says('b.txt is a.txt in capitals'),
  ]);
  expect(await done.handle.result()).toBe('b.txt is a.txt in capitals');
  expect(readFileSync(join(done.repo, 'b.txt'), 'utf8')).toBe('ONE\n');
  expect(done.of('effect.requested').map(({ primitive, arguments: given, class: of }) => [primitive, given, of])).toEqual([
    ['fs.read', { text: '["a.txt"]' }, 'read'],
    ['fs.write', { text: '["b.txt","ONE\\n"]' }, 'idempotent'],
  ]);
  expect(outputs(done)[0]).toMatch(/^result: 4\n\(\d+ ms\)$/);
  expect(done.of('act.finished')).toMatchObject([
    { ending: { status: 'succeeded', outcome: 'completed' }, totals: { turns: 2, toolCalls: 1, effects: 2 } },
  ]);
  expect(done.handle.done()).toBe(true);
});

test('what an act did in a repository is put back by undo, and nothing else', async () => {
  const repo = repository({ 'a.txt': 'one\n', 'yours.txt': 'committed\n' });
  writeFileSync(join(repo, 'yours.txt'), 'edited\n');
  const done = acting([code("await ctx.fs.write('a.txt', 'two'); await ctx.sh('mkdir d && echo x > d/new')"), says('ok')], {}, repo);
  await done.handle.result();
  expect(existsSync(join(repo, 'd/new'))).toBe(true);
  const undone = await pawl(repo, ['undo', await done.handle.run]);
  expect(undone.stderr).toBe('');
  expect([readFileSync(join(repo, 'a.txt'), 'utf8'), readFileSync(join(repo, 'yours.txt'), 'utf8')]).toEqual(['one\n', 'edited\n']);
  expect(existsSync(join(repo, 'd'))).toBe(false);
  expect(git(repo, 'status', '--porcelain').trim()).toBe('M yours.txt');
});

test('with a schema the result is JSON of it; what is not is asked for again', async () => {
  const schema = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] };
  const done = acting([says('it is three'), says('{"count": "3"}'), says('Here: {"count": 3}')], { responseSchema: schema });
  expect(await done.handle.result()).toEqual({ count: 3 });
  expect(done.of('model.told').map(({ text }) => text)).toEqual([
    expect.stringContaining('the reply is no JSON'),
    expect.stringContaining('/count must be integer'),
  ]);
});

test('variables of a stateful session live on, a read-only cell leaves no trace, and a stateless one sees nothing', async () => {
  const done = acting([
    code('let x = 1; const add = (n: number) => { x += n; return x }; add(1)', { session: 'main' }),
    code('add(10)', { session: 'main' }),
    code('x += 100; x', { mode: 'read_only', session: 'main' }),
    code("await ctx.fs.write('no.txt', 'x')", { mode: 'read_only', session: 'main' }),
    code('x', { session: 'main' }),
    code('typeof x'),
    calls('list_sessions', {}),
    calls('inspect_session', { session: 'main' }),
    calls('close_session', { session: 'main' }),
    calls('inspect_session', { session: 'main' }),
    says('done'),
  ]);
  await done.handle.result();
  const shown = outputs(done);
  expect(shown[0]).toMatch(/^result: 2\n/);
  expect(shown[1]).toMatch(/^result: 12\n/);
  expect(shown[2]).toMatch(/^result: 112\n/);
  expect(shown[3]).toMatch(/read/);
  expect(existsSync(join(done.repo, 'no.txt'))).toBe(false);
  expect(shown[4]).toMatch(/^result: 12\n/);
  expect(shown[5]).toMatch(/^result: '?undefined'?\n/);
  expect(JSON.parse(shown[6] as string)).toEqual([{ name: 'main', cells: 5 }]);
  expect(shown[7]).toContain('x: 12');
  expect(shown.slice(8)).toEqual(['closed', 'There is no session "main". Open: none.']);
});

test('code that throws is told where, in the model’s own lines, and the act goes on', async () => {
  const done = acting([code("const a = 1;\n\nthrow new Error('no ' + a)"), code('const n: number = ;'), says('sorry')]);
  await done.handle.result();
  expect(outputs(done)[0]).toMatch(/^error at line 3, column \d+ of your code: Error: no 1/);
  expect(outputs(done)[1]).toMatch(/^syntax at line 1, column \d+ of your code/);
});

test('what code prints is shown', async () => {
  const done = acting([code("console.log('out', [1]); console.error('err'); 5"), says('ok')]);
  await done.handle.result();
  expect(outputs(done)[0]).toMatch(/^result: 5\nstdout:\nout \[ 1 \]\n+stderr:\nerr\n+\(\d+ ms\)$/);
});

test('a failure is a rejected result with its reason, never a result that tells of an error', async () => {
  const done = acting([{ fail: { kind: 'refused', message: 'I can not help with that' } }]);
  const failed = await done.handle.result().then(
    () => null,
    (error: unknown) => error,
  );
  expect(failed).toBeInstanceOf(RunFailed);
  expect(failed).toMatchObject({ message: 'I can not help with that', run: await done.handle.run, failure: { kind: 'refused' } });
  expect(done.of('act.finished')).toMatchObject([{ ending: { status: 'failed', outcome: 'failed' } }]);
});

test.each([
  ['a limit that is none', () => acting([says('x')], { limits: { turns: 0 } }), 'the limit turns is a whole number from 1, not 0'],
  [
    'a duration that is none',
    () => acting([says('x')], { limits: { wallClock: 'soon' } }),
    'the limit wallClock is a number with its unit, as 30m, not "soon"',
  ],
  ['an act that may not compose, without a library', () => acting([says('x')], { canCompose: false }), 'stored functions'],
])('%s rejects the result, with nothing made', async (_, begin, message) => {
  const { handle, repo } = begin();
  await expect(handle.result()).rejects.toThrow(message);
  await expect(handle.run).rejects.toThrow(message);
  expect(existsSync(join(repo, '.pawl'))).toBe(false);
});

test('outside a repository an act runs too; nothing is recorded, and undo says so', async () => {
  const folder = scratchFolder();
  const done = acting([code("await ctx.fs.write('x.txt', 'y')"), says('ok')], {}, folder);
  expect(await done.handle.result()).toBe('ok');
  expect(done.of('act.recorded')).toEqual([]);
  expect((await pawl(folder, ['undo', 'last'])).stderr).toContain('recorded no state to go back to');
});

test('the limits of turns, money and time end an act with their reason', async () => {
  const turn = code('1');
  const turns = acting([turn, code('2'), code('3')], { limits: { turns: 2 } });
  await expect(turns.handle.result()).rejects.toThrow('the act had its 2 turns and is not finished');
  const money = acting([{ ...turn, usage: { usd: 0.6 } }, { ...code('2'), usage: { usd: 0.6 } }, says('x')], { limits: { budgetUsd: 1 } });
  await expect(money.handle.result()).rejects.toThrow('the budget of $1.00 is used up ($1.20 spent)');
  expect(money.handle.usage).toEqual({ calls: 2, costUsd: 1.2, unpricedCalls: 0, tokens: 0 });
  const time = acting([{ silent: true }], { limits: { wallClock: '1s' } });
  await expect(time.handle.result()).rejects.toThrow('the act took longer than its 1 s');
});

test('code that never ends is ended, its session is lost, and the act goes on', async () => {
  const done = acting([code('while (true) {}', { session: 'main' }), code('1', { session: 'main' }), says('ok')], {
    limits: { codeTimeout: '1s' },
  });
  expect(await done.handle.result()).toBe('ok');
  expect(outputs(done)[0]).toMatch(/^timeout/);
  expect(outputs(done)[0]).toContain('its variables are gone');
  expect(outputs(done)[1]).toMatch(/^result: 1/);
});

test('a primitive that is refused is an error in the code, with what to do instead', async () => {
  const done = acting([
    code("await ctx.fs.read('../outside.txt')"),
    code("await ctx.http.get('http://127.0.0.1:9/')"),
    code("let kind = ''; try { await ctx.fs.read('missing.txt') } catch (error) { kind = error.kind }\nkind"),
    says('ok'),
  ]);
  await done.handle.result();
  expect(outputs(done)[0]).toMatch(/^error at line 1/);
  expect(outputs(done)[1]).toMatch(/^error at line 1/);
  expect(outputs(done)[2]).toMatch(/^result: 'not_found'|^result: not_found/);
});

test('the value of a secret stands nowhere: not in the journal, not in what the model is shown, whoever prints it', async () => {
  const repo = repository({ 'a.txt': 'one\n', 'pawl.yml': 'secrets: {TOKEN: {env: MY_TOKEN}, KEY: {file: key.txt}}\n' });
  writeFileSync(join(repo, 'key.txt'), 'k3y-of-a-file-0001\n');
  const value = 'hunter2-hunter2-hunter2';
  const done = acting(
    [
      code(
        "console.log(await ctx.fs.read('key.txt')); (await ctx.sh('env; cat key.txt; printf %s hunter2-; printf %s hunter2-hunter2')).stdout",
      ),
      code("const t = await ctx.secret('TOKEN'); await ctx.sh('cat > got.txt', { stdin: t }); JSON.stringify(t)"),
      code("(await ctx.fs.read('got.txt')).length"),
      says('ok'),
    ],
    { env: { ...process.env, MY_TOKEN: value } },
    repo,
  );
  await done.handle.result();
  expect(readFileSync(join(repo, 'got.txt'), 'utf8')).toBe(value);
  expect(outputs(done)[2]).toMatch(/^result: /);
  const journal = JSON.stringify(done.events);
  expect(journal).not.toContain(value);
  expect(journal).not.toContain('k3y-of-a-file-0001');
});
