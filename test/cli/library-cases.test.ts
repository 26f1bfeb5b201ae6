import { expect, test } from 'vitest';
import { type Ended, linesOf, pawl, repository, writeFiles } from './pawl.ts';

const files = {
  'double.ts': `/** Twice a number. Input: n. Gives the number. */
export default async function double(input: { n: number }, ctx): Promise<number> {
  return input.n * 2;
}
`,
  'quad.ts': `/** Four times a number. Input: n. Gives the number. */
export default async function quad(input: { n: number }, ctx): Promise<number> {
  return await ctx.call('double', { n: await ctx.call('double', input) });
}
`,
  'lines.ts': `/** How many lines a file has. Input: path. Gives the number. Fails where there is no such file. */
export default async function lines(input: { path: string }, ctx): Promise<number> {
  return (await ctx.fs.read(input.path)).split('\\n').length;
}
`,
};

const library = (cwd: string, ...argv: string[]): Promise<Ended> => pawl(cwd, ['library', ...argv]);
const said = async (cwd: string, ...argv: string[]): Promise<string> => {
  const { code, stdout, stderr } = await library(cwd, ...argv);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};
const refused = async (cwd: string, ...argv: string[]): Promise<{ code: string; message: string; hint?: string }> => {
  const { code, stderr } = await library(cwd, ...argv, '--json');
  expect(code).toBe(1);
  return JSON.parse(stderr);
};
const addCase = (cwd: string, name: string, input: object, output: unknown): Promise<string> =>
  said(cwd, 'case', name, '--input', JSON.stringify(input), '--output', JSON.stringify(output));
const version = (name: keyof typeof files, from: string, to: string) => ({ 'new.ts': files[name].replace(from, to) });

async function stored(): Promise<string> {
  const repo = repository(files);
  await said(repo, 'add', 'double.ts', 'quad.ts', 'lines.ts');
  return repo;
}

test('a case is tried as it is added, shown with its number, counted by a test, and taken away', async () => {
  const repo = await stored();
  expect(await said(repo, 'test')).toBe('There are no cases.  pawl library case NAME  adds one.\n');
  expect(await addCase(repo, 'double', { n: 2 }, 4)).toContain('double has a case more\n');
  const wrong = await refused(repo, 'case', 'double', '--input', '{"n":3}', '--output', '5');
  expect(wrong).toMatchObject({
    code: 'library/case-differs',
    message: expect.stringContaining('for the input {"n":3} it must give 5, and it gives 6'),
  });
  expect(await refused(repo, 'case', 'double', '--input', '{"n":2}', '--output', '5')).toMatchObject({
    message: 'a case of double says that for the input {"n":2} it gives 4; this is 5',
  });
  expect(await said(repo, 'show', 'double')).toContain('  cases     1. {"n":2} gives 4\n');
  expect(await said(repo, 'test')).toBe('agrees: 1\n');
  expect(linesOf(await said(repo, 'test', 'double', '--json'))).toEqual([
    { v: 1, type: 'library.case', function: 'double', number: 1, input: { n: 2 }, output: 4, run: null, verdict: 'agrees', why: null },
  ]);
  expect((await library(repo, 'case', 'double', '--remove', '2')).stderr).toContain('it has 1 to 1');
  expect(await said(repo, 'case', 'double', '--remove', '1')).toContain('took case 1 of double away');
  expect(await said(repo, 'test')).toContain('There are no cases.');
  for (const argv of [
    ['double'],
    ['double', '--input', '{', '--output', '1'],
    ['double', '--remove', 'x'],
    ['double', '--input', '"\\ud800"', '--output', '1'],
  ])
    expect((await library(repo, 'case', ...argv)).code).toBe(2);
  expect((await library(repo, 'test', 'none')).stderr).toContain('there is no function none');
});

test('a new version that gives something else is refused, with what calls it; it is stored once the case is gone', async () => {
  const repo = await stored();
  await addCase(repo, 'quad', { n: 2 }, 8);
  writeFiles(repo, version('double.ts', '* 2', '* 3'));
  const below = await refused(repo, 'edit', 'double', 'new.ts');
  expect(below).toMatchObject({
    code: 'library/case-differs',
    message: 'quad, which calls double, has a case that would not hold: for the input {"n":2} it must give 8, and it gives 18',
    hint: expect.stringContaining('pawl library case quad --remove 1'),
  });
  await addCase(repo, 'double', { n: 1 }, 2);
  expect((await refused(repo, 'edit', 'double', 'new.ts')).message).toBe(
    'double has a case that would not hold: for the input {"n":1} it must give 2, and it gives 3',
  );
  expect(await said(repo, 'show', 'double', '--source')).toBe(files['double.ts']);
  writeFiles(repo, version('double.ts', 'input.n * 2', 'input.n + input.n'));
  const { set } = JSON.parse(await said(repo, 'edit', 'double', 'new.ts', '--json'));
  expect(await said(repo, 'test')).toBe('agrees: 2\n');
  await said(repo, 'case', 'double', '--remove', '1');
  await said(repo, 'case', 'quad', '--remove', '1');
  writeFiles(repo, version('double.ts', '* 2', '* 3'));
  await said(repo, 'edit', 'double', 'new.ts');
  await addCase(repo, 'quad', { n: 2 }, 18);
  const undone = await library(repo, 'undo', set);
  expect([undone.code, undone.stderr]).toEqual([1, expect.stringContaining('was changed since')]);
});

test('to put a version back, or what was deleted, runs the cases too', async () => {
  const repo = await stored();
  writeFiles(repo, version('double.ts', '* 2', '* 3'));
  const { set } = JSON.parse(await said(repo, 'edit', 'double', 'new.ts', '--json'));
  await addCase(repo, 'quad', { n: 1 }, 9);
  expect((await refused(repo, 'undo', set)).message).toContain('quad, which calls double, has a case that would not hold');
  await said(repo, 'delete', 'double', '--cascade');
  const { ids } = JSON.parse(await said(repo, 'add', 'double.ts', '--json'));
  // quad would find another double by now.
  expect((await refused(repo, 'restore', 'quad')).message).toContain('for the input {"n":1} it must give 9, and it gives 4');
  expect(ids).toHaveLength(1);
});

test.each([
  ['never ends', 'while (true) {}', 'a failure: it did not end within 10 s'],
  ['throws', "throw new Error('no numbers today');", 'a failure: it failed: Error: no numbers today'],
  ['gives no JSON', 'return (() => 1) as never;', 'a failure: it failed: TypeError: what double gives'],
])('code that %s differs, and the reason is told', async (_, code, why) => {
  const repo = await stored();
  await addCase(repo, 'double', { n: 2 }, 4);
  writeFiles(repo, version('double.ts', 'return input.n * 2;', code));
  expect((await refused(repo, 'edit', 'double', 'new.ts')).message).toContain(`it must give 4, and it gives ${why}`);
});

test('a primitive is answered by the record alone: what it does not have says nothing, and nothing is done', async () => {
  const repo = await stored();
  writeFiles(repo, { 'a.txt': 'one\ntwo' });
  const added = await said(repo, 'case', 'lines', '--input', '{"path":"a.txt"}', '--output', '2');
  expect(added).toContain('case 1 of lines says nothing: it calls ctx.fs.read("a.txt"), of which its record has nothing');
  const test = await library(repo, 'test');
  expect([test.code, test.stdout]).toEqual([0, expect.stringMatching(/lines, case 1: says nothing\n[\s\S]*says nothing: 1\n$/)]);
  writeFiles(repo, version('lines.ts', 'return (await', "await ctx.fs.write('made.txt', 'x');\n  return (await"));
  expect(await said(repo, 'edit', 'lines', 'new.ts')).toContain('case 1 of lines says nothing: it calls ctx.fs.write("made.txt", "x")');
  expect((await pawl(repo, ['library', 'show', 'lines'])).stdout).toContain('version 2');
});

test('where code cannot be kept in, it is said which cases were not run and why; `sandbox: weak` runs them', async () => {
  const repo = await stored();
  await addCase(repo, 'double', { n: 2 }, 4);
  writeFiles(repo, version('double.ts', '* 2', '* 3'));
  const without = { PATH: '/nonexistent' };
  const edited = await pawl(repo, ['library', 'edit', 'double', 'new.ts'], without);
  expect([edited.code, edited.stdout]).toEqual([
    0,
    expect.stringMatching(/case 1 of double was not run: .* on PATH.* `sandbox: weak` in pawl.yml/),
  ]);
  const tested = await pawl(repo, ['library', 'test'], without);
  expect([tested.code, tested.stdout]).toEqual([1, expect.stringContaining('not run: 1\n')]);
  writeFiles(repo, { 'pawl.yml': 'sandbox: weak\n' });
  const weak = await pawl(repo, ['library', 'test'], without);
  expect([weak.code, weak.stdout]).toEqual([1, expect.stringContaining('differs: 1\n')]);
});

test('a case from a run has what primitives gave there, without secrets, and holds when the world has changed', async () => {
  const repo = await stored();
  const secret = 'correct horse battery staple';
  writeFiles(repo, {
    'pawl.yml': 'secrets:\n  TOKEN: { env: MY_TOKEN }\n',
    'a.txt': `one\ntwo ${secret}`,
    'run.json': JSON.stringify([
      { calls: [{ name: 'search_functions', arguments: { query: 'lines' } }] },
      { calls: [{ name: 'execute_function', arguments: { name: 'lines', args: { path: 'a.txt' } } }] },
      { text: 'done' },
    ]),
  });
  const acted = await pawl(repo, ['act', 'count', '--script', 'run.json'], { MY_TOKEN: secret });
  expect([acted.code, acted.stderr]).toEqual([0, expect.any(String)]);
  writeFiles(repo, { 'a.txt': 'gone' });
  expect(await said(repo, 'case', 'lines', '--from', 'last')).not.toContain('says nothing');
  const [row] = linesOf(await said(repo, 'test', '--json'));
  expect(row).toMatchObject({ input: { path: 'a.txt' }, output: 2, verdict: 'agrees', run: expect.any(String) });
  const shown = await said(repo, 'show', 'lines', '--json');
  expect(JSON.parse(shown).entry.cases[0].calls).toEqual([
    { primitive: 'fs.read', args: ['a.txt'], order: 1, result: { ok: true, value: 'one\ntwo [secret TOKEN]' } },
  ]);
  expect(shown).not.toContain(secret);
  writeFiles(repo, version('lines.ts', '.length', '.length + 1'));
  expect((await refused(repo, 'edit', 'lines', 'new.ts')).message).toContain(`it must give 2, as run ${row.run} saw it, and it gives 3`);
  // In another form, which asks the same of the same file.
  writeFiles(repo, version('lines.ts', ".split('\\n').length", ".replaceAll(/[^\\n]/g, '').length + 1"));
  expect(await said(repo, 'edit', 'lines', 'new.ts')).not.toContain('says nothing');
  expect((await library(repo, 'case', 'double', '--from', 'last')).stderr).toContain('has not run double by itself');
  expect((await library(repo, 'case', 'lines', '--from', 'none')).code).toBe(2);
});
