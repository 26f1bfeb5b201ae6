import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { checkLibrary } from '../../src/adapters/store/sqlite/examine-library.ts';
import { openLibrary } from '../../src/adapters/store/sqlite/library.ts';
import { openStore } from '../../src/adapters/store/sqlite/open-store.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { addingEdit, sampleSet } from '../../src/testing/sample-library.ts';
import { scratchFolder } from '../scratch.ts';

const adding = fileURLToPath(new URL('./adding-process.ts', import.meta.url));
const folderOf = () => join(scratchFolder(), '.pawl');

async function opened(folder: string, readOnly = false) {
  const library = okValue(await openLibrary(folder, { readOnly }));
  onTestFinished(() => library.close());
  return library;
}

test('two processes that add at once lose nothing', async () => {
  const folder = folderOf();
  const said = await Promise.all(
    ['a', 'b'].map((name) => text(spawn(process.execPath, [adding, folder, name, '20'], { stdio: ['ignore', 'pipe', 'inherit'] }).stdout)),
  );
  expect(said.map((each) => each.trim().split('\n').at(-1))).toEqual(['20', '20']);
  const { state, seq } = okValue(await (await opened(folder)).read());
  expect([state.byName.size, seq]).toEqual([80, 80]);
  expect(okValue(await checkLibrary(folder))).toEqual({ functions: 80, guidance: 0, changes: 80 });
});

test('killed in the midst of it, no set is half stored, and what was said to be stored is', async () => {
  const folder = folderOf();
  let kills = 0;
  for (const after of [1, 3, 7, 12]) {
    const child = spawn(process.execPath, [adding, folder, `k${after}x`, '100000'], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = 0;
    for await (const chunk of child.stdout) {
      said = Number(String(chunk).trim().split('\n').at(-1));
      if (said >= after && child.kill('SIGKILL')) break;
    }
    const [, signal] = child.exitCode === null && child.signalCode === null ? await once(child, 'exit') : [0, child.signalCode];
    if (signal === 'SIGKILL') kills += 1;
    const library = await opened(folder);
    const names = [...okValue(await library.read()).state.byName.keys()].filter((name) => name.startsWith(`k${after}x`));
    expect(names.length).toBeGreaterThanOrEqual(2 * said);
    for (const name of names) expect(names).toContain(name.includes('One') ? name.replace('One', 'Two') : name.replace('Two', 'One'));
    expect((await checkLibrary(folder)).ok).toBe(true);
    await library.close();
  }
  expect(kills).toBe(4);
});

test('the lease of a process that is killed is free', async () => {
  const folder = folderOf();
  const module = fileURLToPath(new URL('../../src/adapters/store/sqlite/library.ts', import.meta.url));
  const script = `
    const { openLibrary } = await import(${JSON.stringify(module)});
    const { value } = await openLibrary(process.argv[1]);
    const { value: lease } = await value.lease('review');
    process.stdout.write(lease === null ? 'none' : 'held');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(child.stdout, 'data');
  expect(String(said)).toBe('held');
  const library = await opened(folder);
  expect(okValue(await library.lease('other'))).toBe(null);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(okValue(await library.lease('other'))).not.toBe(null);
});

test('one that a newer Pawl wrote, or that is none, is refused in words and left as it is', async () => {
  const folder = folderOf();
  await (await opened(folder)).close();
  const file = join(folder, 'library.db');
  const newer = new DatabaseSync(file);
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  const before = readFileSync(file);
  for (const readOnly of [true, false]) {
    const refused = await openLibrary(folder, { readOnly });
    expect(refused).toMatchObject({
      ok: false,
      failure: { kind: 'refused', message: expect.stringContaining('was written by a newer Pawl') },
    });
  }
  expect(readFileSync(file).equals(before)).toBe(true);
  writeFileSync(file, 'this is no database, but a text that somebody has put here');
  expect(await openLibrary(folder)).toMatchObject({
    ok: false,
    failure: {
      damaged: true,
      message: expect.stringContaining('nothing is stored or found without it'),
      hint: expect.stringContaining('pawl backup'),
    },
  });
});

test('a row that is not what was written latches the library: it is told, and nothing more is written', async () => {
  const folder = folderOf();
  const library = await opened(folder);
  okValue(await library.apply(sampleSet('one', [addingEdit('read')])));
  const other = new DatabaseSync(join(folder, 'library.db'));
  other.exec(`UPDATE functions SET body = replace(body, 'pure', 'read')`);
  other.close();
  expect(await library.read()).toMatchObject({ ok: false, failure: { damaged: true, message: expect.stringContaining('checksum') } });
  expect(await library.apply(sampleSet('two', [addingEdit('other')]))).toMatchObject({
    ok: false,
    failure: { kind: 'failed', failure: { damaged: true } },
  });
  expect((await checkLibrary(folder)).ok).toBe(false);
});

test('what stands must be what the log says', async () => {
  const folder = folderOf();
  const library = await opened(folder);
  okValue(await library.apply(sampleSet('one', [addingEdit('read'), addingEdit('other')])));
  const other = new DatabaseSync(join(folder, 'library.db'));
  other.exec(`DELETE FROM functions WHERE name = 'other'`);
  other.close();
  expect(await checkLibrary(folder)).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('is not what its log says') },
  });
});

test('a folder that may only be read is read, and not written to', async () => {
  const folder = folderOf();
  const library = await opened(folder);
  okValue(await library.apply(sampleSet('one', [addingEdit('read')])));
  await library.close();
  const reader = await opened(folder, true);
  expect(okValue(await reader.look((view) => view.living('read')?.name))).toBe('read');
  expect(await reader.apply(sampleSet('two', [addingEdit('other')]))).toMatchObject({ failure: { failure: { kind: 'refused' } } });
  expect(await reader.lease('review')).toMatchObject({ failure: { kind: 'refused' } });
  if (process.getuid?.() === 0) return;
  chmodSync(folder, 0o500);
  onTestFinished(() => chmodSync(folder, 0o700));
  expect(await openLibrary(folder)).toMatchObject({ ok: false, failure: { kind: 'io' } });
});

test('runs can begin in a folder that has nothing but a library', async () => {
  const folder = folderOf();
  await (await opened(folder)).close();
  const store = okValue(await openStore(folder));
  onTestFinished(() => store.close());
  expect(okValue(await store.journal.runs())).toEqual([]);
});

test('500 kB of a function and many in one set are kept whole', async () => {
  const library = await opened(folderOf());
  const source = `/* ${'x'.repeat(499_000)} */`;
  const edits = [
    addingEdit('big', { source }),
    ...Array.from({ length: 500 }, (_, at) => addingEdit(`f${at}`, { dependsOn: at === 0 ? ['big'] : [`f${at - 1}`] })),
  ];
  okValue(await library.apply(sampleSet('one', edits)));
  okValue(await library.apply(sampleSet('two', [addingEdit('big', { source, ownEffectClass: 'write' }, true)])));
  expect(okValue(await library.look((view) => view.living('f499')?.effectClass))).toBe('write');
});
