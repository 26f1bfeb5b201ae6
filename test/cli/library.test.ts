import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { type Ended, git, linesOf, pawl, repository, writeFiles } from './pawl.ts';

const readLines = `/** Reads a text file and gives its lines. */
export default async function readLines(input: { path: string }, ctx): Promise<string[]> {
  return (await ctx.fs.read(input.path)).split('\\n');
}
`;
const countLines = `/** How many lines a file has. */
export default async function countLines(input: { path: string }, ctx): Promise<number> {
  return (await ctx.call('readLines', input)).length;
}
`;
const files = { 'readLines.ts': readLines, 'countLines.ts': countLines };

const library = (cwd: string, ...argv: string[]): Promise<Ended> => pawl(cwd, ['library', ...argv]);
const said = async (cwd: string, ...argv: string[]): Promise<string> => {
  const { code, stdout, stderr } = await library(cwd, ...argv);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};
/** An id of eight letters or of an entry, as one that a test can name. */
const nameless = (text: string): string => text.replace(/undo [a-z0-9]{8}\b/g, 'undo SET').replace(/\b([fg])[0-9a-f]{12}\b/g, '$1ID');

async function stored(): Promise<string> {
  const repo = repository(files);
  await said(repo, 'add', 'readLines.ts', 'countLines.ts', '--tag', 'files');
  return repo;
}

test('functions that call each other are stored together, found, shown, and the folder stays out of git', async () => {
  const repo = repository(files);
  expect(nameless(await said(repo, 'add', 'readLines.ts', 'countLines.ts'))).toBe(
    'stored readLines, countLines\n  undo: pawl library undo SET\n',
  );
  expect(await said(repo, 'search', 'how', 'many', 'lines')).toMatch(/^ {2}countLines {2}read {10}How many lines a file has\.\n/);
  expect(await said(repo, 'list', '--effect', 'write')).toBe('Nothing here.  pawl library add FILE  stores a function.\n');
  const shown = nameless(await said(repo, 'show', 'countLines'));
  expect(shown).toMatch(/^countLines {2}version 1, read, active {2}fID\n {2}How many lines a file has\.\n/);
  expect(shown).toContain('  calls     readLines\n');
  expect(shown).toMatch(/came \d{4}-\d\d-\d\d \d\d:\d\d:\d\d by a person: add readLines, countLines\n {4}undo: pawl library undo SET\n$/);
  expect(await said(repo, 'show', 'countLines', '--source')).toBe(countLines);
  expect(git(repo, 'status', '--short')).toBe('');
});

test('mistakes of a text are told all at once with their places, and nothing is stored', async () => {
  const key = `sk-${'live'}-${'4eC39HqLyjWDarjtT1zdp7dc'}`;
  const repo = repository({
    'bad.ts': `export default async function Bad(input, ctx) {\n  const token = '${key}';\n  return fetch(input.url, Date.now(), token);\n}\n`,
  });
  const { code, stdout, stderr } = await library(repo, 'add', 'bad.ts');
  expect([code, stdout]).toEqual([2, '']);
  for (const each of ['function/name', 'function/no-docstring', 'function/secret', 'function/ambient']) expect(stderr).toContain(each);
  expect(stderr).toContain('bad.ts:3:');
  expect(stderr).not.toContain(key.slice(3));
  expect(await said(repo, 'list')).toContain('Nothing here');
});

test('a secret of pawl.yml in a text is refused, however it is written', async () => {
  const secret = 'correct horse battery staple';
  const source = readLines.replace('.split', `.concat('${Buffer.from(secret).toString('base64')}').split`);
  const repo = repository({ 'pawl.yml': 'secrets:\n  TOKEN: { env: MY_TOKEN }\n', 'readLines.ts': source });
  const { code, stderr } = await pawl(repo, ['library', 'add', 'readLines.ts', '--json'], { MY_TOKEN: secret });
  expect([code, JSON.parse(stderr).diagnostics.map((each: { code: string }) => each.code)]).toEqual([2, ['function/secret']]);
});

test('what is there already is refused by name and by what it does, and forced where somebody says so', async () => {
  const repo = await stored();
  expect((await library(repo, 'add', 'readLines.ts')).stderr).toContain('function/name-taken');
  writeFiles(repo, {
    'linesOf.ts': readLines
      .replace('readLines', 'linesOf')
      .replace('input: { path: string }', 'file: { path: string }')
      .replace('input.path', 'file.path'),
  });
  const refused = await library(repo, 'add', 'linesOf.ts');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('linesOf does what readLines does:')]);
  expect(await said(repo, 'add', 'linesOf.ts', '--force')).toContain('stored linesOf');
  expect(await said(repo, 'doctor')).toContain('are the same code');
  writeFiles(repo, { 'a.ts': readLines.replace('readLines', 'readRows').replace("'\\n'", "','") });
  await said(repo, 'add', 'a.ts');
  expect(await said(repo, 'doctor')).toContain('readLines and readRows differ in constants');
});

test('deleted with what refers to it, restored with that, undone by its set', async () => {
  const repo = await stored();
  const refused = await library(repo, 'delete', 'readLines');
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('readLines cannot go alone: it is named by the function countLines'),
  ]);
  expect(await said(repo, 'delete', 'readLines', '--cascade')).toContain('with readLines went the function countLines');
  expect(await said(repo, 'list', '--status', 'deleted')).toContain('countLines');
  expect(await said(repo, 'restore', 'readLines')).toContain('with readLines came back the function countLines');
  const sets = linesOf(await said(repo, 'history', '--json'));
  expect(sets.map(({ why }) => why)).toEqual(['restore readLines', 'delete readLines', 'add readLines, countLines']);
  expect(sets[2].changes).toEqual(['added readLines', 'added countLines', 'countLines is read now, by what it calls']);
  await said(repo, 'undo', sets[2].set);
  expect(await said(repo, 'list')).toContain('Nothing here');
  const again = await library(repo, 'undo', 'nosuchset');
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('pawl library history')]);
});

test('a new version is a function of the same name; guidance about it is stale, and changed section by section', async () => {
  const repo = await stored();
  writeFiles(repo, {
    'new.ts': readLines.replace("'\\n'", '/\\r?\\n/'),
    'g.md': 'Small files.\n\n## Pitfalls\n\nAll in memory.\n',
    'more.md': '## Pitfalls\n\nNone.\n',
  });
  const { ids } = JSON.parse(await said(repo, 'add', 'g.md', '--guidance', 'Lines', '--about', 'readLines', '--json'));
  expect(await said(repo, 'edit', 'readLines', 'new.ts')).toContain('readLines has a new version, 2');
  expect((await library(repo, 'edit', 'readLines', 'countLines.ts')).stderr).toContain('is called countLines, and no version of readLines');
  expect(await said(repo, 'show', ids[0])).toContain('it names readLines, which changed in its version 2');
  expect(await said(repo, 'doctor')).toContain(`"Lines" (${ids[0]}) is stale`);
  await said(repo, 'edit', ids[0], 'more.md', '--title', 'Lines of files');
  const { entry, text } = JSON.parse(await said(repo, 'show', ids[0], '--json'));
  expect([entry.title, entry.status, text]).toEqual(['Lines of files', { kind: 'active' }, 'Small files.\n\n## Pitfalls\n\nNone.']);
  expect(await said(repo, 'show', 'readLines', '--source', '--at', '1')).toBe(readLines);
  expect(await said(repo, 'edit', 'readLines', '--effect', 'write')).toContain('changed readLines');
  expect((await library(repo, 'edit', 'readLines', '--effect', 'pure')).stderr).toContain('readLines is read by what it calls');
  await said(repo, 'edit', 'readLines', '--archive');
  expect(await said(repo, 'search', 'reads', 'a', 'text')).not.toContain('readLines ');
  await said(repo, 'edit', 'readLines', '--activate');
  expect((await library(repo, 'edit', 'readLines')).code).toBe(2);
});

test('skills are written whole into a new folder', async () => {
  const repo = await stored();
  const out = JSON.parse(await said(repo, 'export', 'skills', '--license', 'MIT', '--json'));
  expect(out.skills.sort()).toEqual(['count-lines', 'read-lines']);
  expect(readdirSync(join(repo, 'skills', 'count-lines', 'scripts')).sort()).toEqual(['countLines.ts', 'readLines.ts']);
  expect(readFileSync(join(repo, 'skills', 'read-lines', 'SKILL.md'), 'utf8')).toMatch(/^---\nname: "read-lines"\n/);
  expect((await library(repo, 'export', 'skills')).stderr).toContain('is there already');
  expect((await library(repo, 'export', 'other', '--only', 'none')).code).toBe(2);
  expect((await library(scratchFolder(), 'export', 'skills')).stderr).toContain('there is nothing to export');
});

test('reading where nothing was stored leaves no trace', async () => {
  const repo = repository();
  for (const argv of [['list'], ['search', 'x'], ['history'], ['doctor'], ['env']]) await said(repo, ...argv);
  expect((await library(repo, 'show', 'none')).code).toBe(2);
  expect(existsSync(join(repo, '.pawl'))).toBe(false);
});

test('pawl doctor, gc and backup know the library, and say when it is damaged', async () => {
  const repo = await stored();
  expect((await pawl(repo, ['doctor'])).stdout).toContain('library      2 functions and 0 pieces of guidance, 3 changes');
  expect((await pawl(repo, ['gc', '--older-than', '1ms', '--interrupted'])).code).toBe(0);
  expect(await said(repo, 'show', 'countLines', '--source')).toBe(countLines);
  const copy = join(dirname(repo), 'copy');
  expect((await pawl(repo, ['backup', copy])).code).toBe(0);
  const file = join(repo, '.pawl', 'library.db');
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf('How many lines'); at >= 0; at = bytes.indexOf('How many lines', at + 1))
    bytes[at] = (bytes[at] as number) ^ 1;
  writeFileSync(file, bytes);
  expect((await pawl(repo, ['doctor'])).stdout).toContain(`${file} is damaged`);
  const refused = await library(repo, 'list', '--json');
  expect([refused.code, JSON.parse(refused.stderr).code]).toEqual([1, 'library/damaged']);
  writeFileSync(file, readFileSync(join(copy, 'library.db')));
  expect(await said(repo, 'list')).toContain('countLines');
});

test('help names every command, and misuse the next step', async () => {
  const { stdout } = await pawl(scratchFolder(), ['library', '--help']);
  for (const verb of ['search', 'list', 'show', 'add', 'edit', 'delete', 'restore', 'undo', 'history', 'env', 'export', 'doctor'])
    expect(stdout).toMatch(new RegExp(`^  ${verb} `, 'm'));
  const folder = scratchFolder();
  mkdirSync(join(folder, 'sub'));
  expect((await pawl(folder, ['library', 'add', 'none.ts'])).stderr).toContain('none.ts cannot be read (ENOENT)');
  expect((await pawl(folder, ['library', 'nonsense'])).code).toBe(2);
  expect((await pawl(folder, ['library', 'search', 'x', '--limit', 'many'])).code).toBe(2);
});

test('thousands in one go are told and kept by a few of their names', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `f${at}.ts`,
      `/** Gives ${at}. */\nexport default async function f${at}(input: {}, ctx): Promise<number> {\n  return ${at};\n}\n`,
    ]),
  );
  const repo = repository(many);
  const told = await said(repo, 'add', ...Object.keys(many));
  expect(told).toMatch(/^stored (f\d+, ){11}f\d+ and 48 more\n/);
  expect(await said(repo, 'history')).toMatch(/a person: add (f\d+, ){7}f\d+ and 52 more\n/);
  expect(await said(repo, 'export', 'skills')).toMatch(/^wrote 60 skills to .*skills: (f\d+, ){11}f\d+ and 48 more\n$/);
});

test('nothing that is stored steers the terminal of who looks at it', async () => {
  const strange = '\u001b[2Jgone\u001b]0;title\u0007\u009b31m\r';
  const repo = repository({
    'odd.ts': `/** Gives one. ${strange} */\nexport default async function odd(input: {}, ctx): Promise<'${strange.replace('\r', '')}'> {\n  return '${strange.replace('\r', '')}';\n}\n`,
    'odd.md': `## A\n\n${strange}text\n`,
  });
  await said(repo, 'add', 'odd.ts');
  await said(repo, 'add', 'odd.md', '--guidance', `T${strange}`.trim(), '--about', 'odd');
  const [{ id }] = linesOf((await said(repo, 'list', '--kind', 'guidance', '--json')) as never) as [{ id: string }];
  for (const argv of [['show', 'odd'], ['show', id], ['list'], ['history'], ['search', 'gives'], ['doctor']])
    expect((await library(repo, ...argv)).stdout).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(await said(repo, 'show', 'odd', '--source')).toContain('\u001b[2J');
});

test.each([
  [['search', 'x', '--kind', 'thing'], '--kind'],
  [['search', 'x', '--limit', 'many'], '--limit'],
  [['history', '--limit', '0'], '--limit'],
  [['history', '--limit', 'all'], '--limit'],
  [['show', 'readLines', '--at', 'x'], '--at'],
])('%j is misuse, and says of what', async (argv, option) => {
  const { code, stdout, stderr } = await library(await stored(), ...argv);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(option);
});

test('a library that cannot be read refuses all that needs it in one way', async () => {
  const repo = await stored();
  writeFiles(repo, { '.pawl/library.db': 'no database\n'.repeat(500) });
  for (const argv of [
    ['list'],
    ['show', 'readLines'],
    ['add', 'readLines.ts'],
    ['delete', 'readLines'],
    ['env'],
    ['doctor'],
    ['history'],
  ]) {
    const { code, stdout, stderr } = await library(repo, ...argv);
    expect([argv, code, stdout]).toEqual([argv, 1, '']);
    expect(stderr).toContain('is damaged');
  }
});
