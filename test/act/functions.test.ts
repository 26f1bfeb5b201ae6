import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pawl, repository } from '../cli/pawl.ts';
import { acting, calls, code, outputs, says } from './acting.ts';
import { repositoryWithFunctions, withFunction } from './functions.ts';

test('code calls a stored function, whose calls are calls of the same cell, and nothing of it becomes a variable', async () => {
  const done = acting(
    [code("const { total } = await ctx.call('total', { file: 'numbers.txt' });\n[total, typeof round]"), says('ok')],
    {},
    repositoryWithFunctions(),
  );
  await done.handle.result();
  expect(outputs(done)[0]).toMatch(/^result: \[ 3.5, 'undefined' \]\n/);
  const requested = done.of('effect.requested');
  expect(requested.map(({ primitive, n }) => [primitive, n])).toEqual([
    ['call', 1],
    ['fs.read', 2],
    ['fs.write', 3],
  ]);
  expect(new Set(requested.map(({ cell }) => cell)).size).toBe(1);
  expect(readFileSync(join(done.repo, 'total.txt'), 'utf8')).toBe('3.5');
});

test('a function is run by its name, with its result as JSON; functions call one another', async () => {
  const done = acting(
    [
      calls('execute_function', { name: 'total', args: { file: 'numbers.txt' } }),
      calls('execute_function', { name: 'twice', args: { file: 'numbers.txt' } }),
      says('ok'),
    ],
    {},
    repositoryWithFunctions(),
  );
  await done.handle.result();
  expect(outputs(done)).toEqual([expect.stringMatching(/^result: \{"total":3.5\}\n/), expect.stringMatching(/^result: 7\n/)]);
});

test('arguments that a function does not take are told by their place, and a name that is none with the nearest', async () => {
  const done = acting(
    [
      calls('execute_function', { name: 'total', args: { file: 3 } }),
      calls('execute_function', { name: 'totl' }),
      code("await ctx.call('total', { file: 'numbers.txt', more: 1 })"),
      says('ok'),
    ],
    {},
    repositoryWithFunctions(),
  );
  await done.handle.result();
  const [typed, named, more] = outputs(done);
  expect(typed).toContain('total was not called, as it does not take this: input.file must be string');
  expect(typed).not.toContain('cell-');
  expect(named).toContain('there is no function "totl"; did you mean total?');
  expect(more).toContain('input must NOT have additional properties: more');
  expect(done.of('tool.ended').map(({ isError }) => isError)).toEqual([true, true, true]);
});

test('a function that throws is told with its own lines, and in code with those of the cell too', async () => {
  const repo = repositoryWithFunctions();
  withFunction(
    repo,
    'broken',
    "export default async function broken(input: { a: number }, ctx) {\n  await ctx.fs.list('.');\n  throw new Error('no ' + input.a);\n}\n",
  );
  const done = acting(
    [calls('execute_function', { name: 'broken', args: { a: 1 } }), code("1;\nawait ctx.call('broken', { a: 2 })"), says('ok')],
    {},
    repo,
  );
  await done.handle.result();
  const [called, coded] = outputs(done);
  expect(called).toMatch(/^error: Error: no 1\n {4}at broken \(broken\.function\.ts:3:\d+\)\n\(/);
  expect(coded).toMatch(
    /^error at line 2, column \d+ of your code: Error: no 2\n {4}at broken \(broken\.function\.ts:3:\d+\)\n {4}at .*cell-1\.ts:2:/,
  );
});

test('what a function gives that is no JSON is told by its place', async () => {
  const repo = repositoryWithFunctions();
  withFunction(repo, 'odd', 'export default async function odd() { return { list: [1, Number.NaN] }; }');
  const done = acting([calls('execute_function', { name: 'odd' }), says('ok')], {}, repo);
  await done.handle.result();
  expect(outputs(done)[0]).toContain('what odd gives, at .list[1]: NaN is no JSON');
});

test('a replay runs the function as it was, however its file has changed', async () => {
  const repo = repositoryWithFunctions();
  const done = acting(
    [
      calls('execute_function', { name: 'twice', args: { file: 'numbers.txt' } }),
      code("await ctx.call('total', { file: 'numbers.txt' })"),
      says('ok'),
    ],
    {},
    repo,
  );
  await done.handle.result();
  withFunction(repo, 'total', 'export default async function total() { return 0; }');
  writeFileSync(join(repo, 'numbers.txt'), '100\n');
  const replayed = await pawl(repo, ['replay', await done.handle.run]);
  expect(replayed.stderr).toBe('');
  expect(replayed.code).toBe(0);
});

test('an act that may not write code has functions and what reads, and no tool for code', async () => {
  const done = acting(
    [code('1'), calls('execute_function', { name: 'total', args: { file: 'numbers.txt' } }), says('ok')],
    { canCompose: false },
    repositoryWithFunctions(),
  );
  expect(await done.handle.result()).toBe('ok');
  expect(done.of('turn.requested')[0]?.tools).toEqual(['execute_function', 'notify', 'request_clarification']);
  expect(outputs(done)).toEqual([expect.stringContaining('"total":3.5')]);
});

test('all that is wrong with functions is told at once, with files and lines, and nothing is run or made', async () => {
  const repo = repository({
    'pawl.yml': 'functions: [./functions, ./nowhere]\n',
    'functions/alone.ts': 'export default async function alone() {}',
    'functions/lost.schema.json': '{}',
    'functions/notes.txt': 'no function',
  });
  withFunction(repo, 'acts', "console.log('loading');\nexport default async function acts() {}\nexport const more = 1;");
  withFunction(repo, 'sync', 'export default function sync() {}');
  withFunction(repo, 'named', 'export default async function other() {}');
  withFunction(repo, 'broken', 'export default async function broken( {', { type: 'objekt', description: 'x' });
  withFunction(repo, 'silent', 'export default async function silent() {}', { type: 'object' });
  const { handle } = acting([says('x')], {}, repo);
  const failed = await handle.result().then(String, (error: Error) => error.message);
  for (const fault of [
    './functions/alone.ts: has no alone.schema.json beside it',
    './functions/lost.schema.json: has no function beside it',
    './nowhere: cannot be read: ENOENT',
    './functions/acts.ts:1:1: the top level only declares',
    "./functions/acts.ts:3:1: a function's file exports the one function and nothing else",
    './functions/sync.ts:1:1: what is exported must be an async function',
    './functions/named.ts: the function in it is called other, and must be called named',
    './functions/broken.ts:1:',
    './functions/broken.schema.json: .type must be equal to one of',
    './functions/silent.schema.json: description must say what the function does',
  ])
    expect(failed).toContain(fault);
  expect(existsSync(join(repo, '.pawl'))).toBe(false);
});
