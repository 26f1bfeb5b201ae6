import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { act } from '../../src/app/act/act.ts';
import { cleanEnv, pawl } from '../cli/pawl.ts';
import { acting, code, outputs, says } from './acting.ts';
import { repositoryWithFunctions, withFunction } from './functions.ts';

test('an act that is a run of a function asks no model, and none need be there', async () => {
  const repo = repositoryWithFunctions();
  const handle = act('', { cwd: repo, env: cleanEnv(join(repo, '..')), entrypoint: 'twice', args: { file: 'numbers.txt' } });
  expect(await handle.result()).toBe(7);
  expect(readFileSync(join(repo, 'total.txt'), 'utf8')).toBe('3.5');
  const replayed = await pawl(repo, ['replay', await handle.run]);
  expect([replayed.code, replayed.stderr]).toEqual([0, '']);
});

test('from the command line, with its argument as JSON', async () => {
  const repo = repositoryWithFunctions();
  const done = await pawl(repo, ['act', '--entrypoint', 'total', '--args', '{"file": "numbers.txt"}']);
  expect([done.code, done.stderr]).toEqual([0, '']);
  expect(done.stdout).toContain('{"total":3.5}');
  expect((await pawl(repo, ['show', 'last'])).stdout).toContain('total, a stored function');
  const wrong = await pawl(repo, ['act', '--entrypoint', 'total', '--args', '{"file": 3, "more": 1}']);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('args must NOT have additional properties: more');
  expect(wrong.stderr).toContain('args.file must be string');
  expect((await pawl(repo, ['act', '--entrypoint', 'totl'])).stderr).toContain('did you mean total?');
  expect((await pawl(repo, ['act', '--entrypoint', 'total', '--args', '{'])).stderr).toContain('--args is no JSON');
});

const pays = `export default async function pays(input, ctx) {
  await ctx.fs.write('begun.txt', 'x');
  await ctx.sh('echo paid >> ledger.txt');
  throw new Error('the bank said no');
}
`;

test('where the function fails the model takes over: it is told what failed and what was done, and the very same is not done again', async () => {
  const repo = repositoryWithFunctions();
  withFunction(repo, 'pays', pays);
  const done = acting(
    [code("await ctx.sh('echo paid >> ledger.txt')"), code("await ctx.sh('echo  paid >> ledger.txt')"), says('done by hand')],
    { entrypoint: 'pays' },
    repo,
  );
  expect(await done.handle.result()).toBe('done by hand');
  const [ended] = done.of('entrypoint.ended');
  expect(ended?.result).toMatchObject({ ok: false, failure: { kind: 'exit', message: 'pays failed: Error: the bank said no' } });
  const told = ended?.result.ok === false && 'text' in ended.result.told ? ended.result.told.text : '';
  expect(told).toContain('at pays (pays.function.ts:4:');
  expect(told).toContain('- ctx.fs.write("begun.txt","x") →');
  expect(told).toContain('- ctx.sh("echo paid >> ledger.txt") →');
  // The one is answered with what came of it, the other is held as it may be the same in other words.
  expect(outputs(done)[0]).toMatch(/^result: \{\s*code: 0/);
  expect(outputs(done)[1]).toContain('ctx.sh was not called: it was called before the takeover');
  expect(readFileSync(join(repo, 'ledger.txt'), 'utf8')).toBe('paid\n');
});

test('without a model to take over, the act fails as its function did', async () => {
  const repo = repositoryWithFunctions();
  withFunction(repo, 'pays', pays);
  const handle = act('pay', { cwd: repo, env: cleanEnv(join(repo, '..')), entrypoint: 'pays' });
  await expect(handle.result()).rejects.toThrow('pays failed: Error: the bank said no');
});

test('what a function gives that is not of the form that was asked for is a failure of it', async () => {
  const done = acting(
    [says('{"sum": 3.5}')],
    { entrypoint: 'total', args: { file: 'numbers.txt' }, responseSchema: { type: 'object', required: ['sum'] } },
    repositoryWithFunctions(),
  );
  expect(await done.handle.result()).toEqual({ sum: 3.5 });
  expect(done.of('entrypoint.ended')[0]?.result).toMatchObject({ failure: { kind: 'invalid_output' } });
});

test.each([
  [{ entrypoint: 'nothing' }, 'there is no function "nothing"'],
  [{ args: {} }, 'args are those of an entrypoint'],
  [{ entrypoint: 'total', args: {} }, "total does not take these: args must have required property 'file'"],
  [{ entrypoint: 'total', args: { file: 'x' }, repairAttempts: -1 }, 'repairAttempts is a whole number from 0'],
])('%j is refused before anything is made', async (options, message) => {
  const { handle } = acting([says('x')], options, repositoryWithFunctions());
  await expect(handle.result()).rejects.toThrow(message);
});
