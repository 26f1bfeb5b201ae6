import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { libraryFunctions } from '../../src/adapters/functions/library/library-functions.ts';
import { memoryLibrary } from '../../src/adapters/store/memory/library.ts';
import { openLibrary } from '../../src/adapters/store/sqlite/library.ts';
import { environmentId } from '../../src/app/library/library-packages.ts';
import { mergedLock } from '../../src/app/library/merged-lock.ts';
import type { LibraryEdit } from '../../src/core/library/edits/library-edit.ts';
import { digestOf } from '../../src/core/model/digest.ts';
import { addingEdit, sampleSet } from '../../src/testing/sample-library.ts';
import { endOf, linesOf, pawl, repository, startPawl, writeFiles } from '../cli/pawl.ts';
import { acting, calls, code, outputs, says, scriptFile } from './acting.ts';
import { withFunction } from './functions.ts';

const sourceOf = (name: string, body: string, imports = ''): string =>
  `${imports}export default async function ${name}(input, ctx) {\n  ${body}\n}\n`;

/** Stores functions as a person does. */
async function stored(repo: string, ...edits: LibraryEdit[]): Promise<void> {
  mkdirSync(join(repo, '.pawl'), { recursive: true });
  const library = await openLibrary(join(repo, '.pawl'));
  if (!library.ok) throw new Error(library.failure.message);
  const applied = await library.value.apply(sampleSet(`set-${Math.random()}`, edits));
  await library.value.close();
  if (!applied.ok) throw new Error(JSON.stringify(applied.failure));
}

const adding = (name: string, body: string, facts: Parameters<typeof addingEdit>[1] = {}, overwrite = false): LibraryEdit =>
  addingEdit(name, { ...facts, source: sourceOf(name, body) }, overwrite);

test('the functions of a library are those that live, in their newest versions; an archived one is found by its name alone', async () => {
  const library = memoryLibrary();
  await library.apply(
    sampleSet('one', [
      adding('old', 'return 1;'),
      adding('gone', 'return 1;'),
      adding('put', 'return 1;'),
      adding('user', 'return 1;', { dependsOn: ['old'] }),
    ]),
  );
  await library.apply(
    sampleSet('two', [
      adding('old', 'return 2;', {}, true),
      { kind: 'delete_function', name: 'gone', cascade: false },
      { kind: 'archive_function', name: 'put' },
    ]),
  );
  const functions = libraryFunctions((work) => work(library));
  const list = await functions.list();
  if (!list.ok) throw new Error(list.failure.message);
  expect(list.value.map(({ name, entry, calls: called }) => [name, entry?.version, called])).toEqual([
    ['old', 2, []],
    ['user', 1, ['old']],
  ]);
  expect(list.value[0]).toMatchObject({
    code: sourceOf('old', 'return 2;'),
    digest: digestOf(sourceOf('old', 'return 2;')),
    environment: null,
  });
  expect(await functions.find('gone')).toEqual({ ok: true, value: null });
  expect(await functions.find('put')).toMatchObject({ ok: true, value: { name: 'put' } });
});

test('a step runs a function of the library by the version that the run began with; a folder comes first, and doctor says so', async () => {
  const repo = repository({ 'pawl.yml': 'functions: [./functions]\n' });
  withFunction(repo, 'both', 'export default async function both() { return "of the folder"; }', { description: 'Both.' });
  await stored(
    repo,
    adding('inner', "return 'inner 1';"),
    adding('outer', "return [await ctx.call('inner'), await ctx.call('both')];", { dependsOn: ['inner', 'both'] }),
    adding('both', "return 'of the library';"),
  );
  writeFiles(join(repo, '..'), {
    'w.yml':
      'name: w\nsteps:\n  - { id: a, function: outer }\n  - { id: b, approve: "Go on?" }\n  - { id: c, function: outer, isolate: worktree }\n',
  });
  const ran = await pawl(repo, ['run', '../w.yml', '--json']);
  expect(ran.code).toBe(4);
  const [started] = linesOf(ran.stdout);
  expect(
    started.workflow.functions.map(({ name, entry }: { name: string; entry: { version: number } | null }) => [name, entry?.version]),
  ).toEqual([
    ['outer', 1],
    ['inner', 1],
    ['both', undefined],
  ]);
  await stored(repo, adding('inner', "return 'inner 2';", {}, true), { kind: 'delete_function', name: 'outer', cascade: true });
  rmSync(join(repo, 'functions'), { recursive: true });
  const approved = await pawl(repo, ['approve', 'last', '--json']);
  expect(approved.code).toBe(0);
  const textOf = (events: ReturnType<typeof linesOf>, step: string) =>
    events.find((event) => event.type === 'step.finished' && event.step === step).result.output.text;
  expect(textOf(linesOf(ran.stdout), 'a')).toBe('["inner 1","of the folder"]');
  expect(textOf(linesOf(approved.stdout), 'c')).toBe('["inner 1","of the folder"]');
  expect((await pawl(repo, ['replay', `${started.run}.2`])).stdout).toContain('equal');
  withFunction(repo, 'both', 'export default async function both() { return 1; }', { description: 'Both.' });
  const found = linesOf((await pawl(repo, ['doctor', '--json'])).stdout);
  expect(JSON.stringify(found)).toContain('folders come before the library, which also has both');
});

test('an act calls functions of the library: what it used is pinned and counted, with what was asked', async () => {
  const repo = repository();
  await stored(
    repo,
    adding('inner', 'return 1;'),
    adding('outer', "return ctx.call('inner');", { dependsOn: ['inner'] }),
    adding('other', 'return 3;'),
  );
  const looks = calls('search_functions', { query: 'outer' });
  const done = acting([looks, calls('execute_function', { name: 'outer' }), says('ok')], {}, repo);
  await done.handle.result();
  expect(outputs(done)[1]).toContain('result: 1');
  expect(done.of('function.pinned').map(({ function: { name, entry, calls: called } }) => [name, entry?.version, called])).toEqual([
    ['outer', 1, ['inner']],
    ['inner', 1, []],
  ]);
  const library = await openLibrary(join(repo, '.pawl'), { readOnly: true });
  if (!library.ok) throw new Error(library.failure.message);
  const [read, uses] = [await library.value.read(), await library.value.uses()];
  await library.value.close();
  if (!read.ok || !uses.ok) throw new Error('not read');
  const usesOf = (name: string) => uses.value.get(read.value.state.byName.get(name) as string);
  expect(['outer', 'inner'].map(usesOf)).toMatchObject([
    // Found by the search, which is counted too.
    { shown: 1, used: 1, helped: 1 },
    { used: 1, helped: 1 },
  ]);
  expect(usesOf('other')?.used ?? 0).toBe(0);
});

/** An environment as it lies installed: no network is asked for what is there. */
function installed(repo: string, name: string, value: string): { manifest: string; lock: string; packages: string[] } {
  const version = '1.0.0';
  const manifest = JSON.stringify({ private: true, dependencies: { [name]: version } });
  const lock = JSON.stringify({ lockfileVersion: 3, packages: { '': {}, [`node_modules/${name}`]: { version } } });
  lay(repo, { manifest, lock }, { [name]: value });
  return { manifest, lock, packages: [`${name}@${version}`] };
}

function lay(repo: string, lock: { manifest: string; lock: string }, modules: Readonly<Record<string, string>>): void {
  const folder = join(repo, '.pawl/library-packages', environmentId(lock));
  for (const [name, value] of Object.entries(modules))
    writeFiles(folder, {
      [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', type: 'module', main: 'index.js' }),
      [`node_modules/${name}/index.js`]: `export default ${JSON.stringify(value)};\n`,
    });
  writeFileSync(join(folder, 'whole'), digestOf(lock.lock));
}

test('a function imports the packages of its environment, and those that it calls have theirs', async () => {
  const repo = repository();
  const [one, two] = [installed(repo, 'one-pack', 'one'), installed(repo, 'two-pack', 'two')];
  const both = mergedLock([two, one]);
  if (!both.ok) throw new Error(both.failure.message);
  expect(both).toEqual(mergedLock([one, two]));
  lay(repo, both.value, { 'one-pack': 'one', 'two-pack': 'two' });
  const importing = (name: string, pack: string, body: string, facts: Parameters<typeof addingEdit>[1]) =>
    addingEdit(name, { ...facts, source: sourceOf(name, body, `import value from '${pack}';\n`), imports: [pack] });
  await stored(
    repo,
    { kind: 'put_environment', name: 'first', ...one, exists: false },
    { kind: 'put_environment', name: 'second', ...two, exists: false },
    importing('inner', 'two-pack', 'return value;', { environment: 'second' }),
    importing('outer', 'one-pack', "return value + ' ' + (await ctx.call('inner'));", { environment: 'first', dependsOn: ['inner'] }),
    importing('alone', 'one-pack', 'return value;', { environment: 'first' }),
  );
  const functions = libraryFunctions(async (work) => {
    const library = await openLibrary(join(repo, '.pawl'), { readOnly: true });
    if (!library.ok) return library;
    try {
      return await work(library.value);
    } finally {
      await library.value.close();
    }
  });
  expect(await functions.find('alone')).toMatchObject({ value: { environment: { packages: ['one-pack@1.0.0'] } } });
  writeFiles(join(repo, '..'), { 'w.yml': 'name: w\nsteps:\n  - { id: alone, function: alone }\n  - { id: outer, function: outer }\n' });
  const ran = await pawl(repo, ['run', '../w.yml', '--json']);
  expect(
    linesOf(ran.stdout).flatMap((event) => (event.type === 'step.finished' ? [event.result.output?.text ?? event.result.error] : [])),
  ).toEqual(['"one"', '"one two"']);
  const { run } = linesOf(ran.stdout)[0];
  expect((await pawl(repo, ['replay', `${run}.3`])).stdout).toContain('equal');
  rmSync(join(repo, '.pawl/library-packages'), { recursive: true });
  const replayed = await pawl(repo, ['replay', `${run}.3`]);
  expect(replayed.stderr).toContain('are not there any more');
});

test('environments in which a package has two versions do not go together', () => {
  const lockOf = (version: string) => ({
    manifest: JSON.stringify({ dependencies: { a: version } }),
    lock: JSON.stringify({ lockfileVersion: 3, packages: { '': {}, 'node_modules/a': { version } } }),
  });
  expect(mergedLock([lockOf('1.0.0'), lockOf('2.0.0')])).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('a is 1.0.0 in one and 2.0.0 in another') },
  });
});

test('an act that is taken up goes by what it used before, whatever has become of the files', async () => {
  const repo = repository({ 'pawl.yml': 'functions: [./functions]\n' });
  withFunction(repo, 'kept', "export default async function kept() { return 'as it was'; }", { description: 'Kept.' });
  const sleepSeconds = 83_000 + process.pid;
  const turns = [
    calls('execute_function', { name: 'kept' }),
    code(`let how = ''; try { await ctx.sh('touch at-work; exec sleep ${sleepSeconds}') } catch (error) { how = 'in doubt' }\nhow`),
    calls('execute_function', { name: 'kept' }),
    says('ok'),
  ];
  const child = startPawl(repo, ['act', 'go', '--script', scriptFile(join(repo, '..'), turns), '--json']);
  const ended = endOf(child);
  await vi.waitUntil(() => existsSync(join(repo, 'at-work')), 20_000);
  child.kill('SIGKILL');
  await ended;
  rmSync(join(repo, 'functions'), { recursive: true });
  expect((await pawl(repo, ['resume', 'last'])).code).toBe(4);
  const approved = await pawl(repo, ['approve', 'last', '--json']);
  expect(approved.code).toBe(0);
  const outputsOf = linesOf(approved.stdout).flatMap((event) => (event.type === 'tool.ended' ? [event.output.text] : []));
  expect(outputsOf.at(-1)).toContain('as it was');
  expect((await pawl(repo, ['replay', 'last'])).stdout).toContain('equal');
});
