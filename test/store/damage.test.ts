import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from '../../src/adapters/store/sqlite/open-store.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { textEvent, textEvents } from '../../src/testing/sample-events.ts';
import { scratchFolder } from '../scratch.ts';
import { opened } from './opened.ts';

const damaged = (file: string) => ({
  ok: false,
  failure: { kind: 'io', message: expect.stringContaining(`${file} is damaged: `), hint: expect.stringContaining('pawl doctor') },
});

/** A folder with a journal of 50 runs, closed. */
async function usedFolder(): Promise<string> {
  const folder = join(scratchFolder(), '.pawl');
  const { journal, close } = await opened(folder);
  for (let index = 0; index < 50; index++) await journal.create(`run${index}`, [textEvent('x'.repeat(2000))], index);
  await close();
  return folder;
}

/** Every file of a folder with its bytes. */
const contentOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  );

/** What can become of a journal's file between two runs. */
const damages: Readonly<Record<string, (folder: string, file: string) => void>> = {
  'has a header of zeros': (_, file) => overwrite(file, Buffer.alloc(4096)),
  'has lost its second half': (_, file) => truncateSync(file, statSync(file).size / 2),
  'is shorter than a page': (_, file) => truncateSync(file, 700),
  'is a text': (_, file) => writeFileSync(file, 'Not a database. '.repeat(500)),
  'is a database of another program': (_, file) => foreign(file, 'CREATE TABLE runs (id INTEGER PRIMARY KEY)'),
  'is a database that nobody has claimed': (_, file) => foreign(file, 'VACUUM'),
  'is empty beside forty folders of runs': (folder, file) => {
    truncateSync(file, 0);
    for (let index = 0; index < 40; index++) mkdirSync(join(folder, 'runs', `run${index}`), { recursive: true });
  },
  'is empty beside a blob': (folder, file) => {
    truncateSync(file, 0);
    mkdirSync(join(folder, 'blobs', 'ab'), { recursive: true });
  },
  'is empty beside a full WAL': (folder, file) => {
    carryWal(folder);
    truncateSync(file, 0);
  },
  'is gone beside a full WAL': (folder, file) => {
    carryWal(folder);
    rmSync(file);
  },
  'is gone beside a blob': (folder, file) => {
    rmSync(file);
    mkdirSync(join(folder, 'blobs', 'ab'), { recursive: true });
  },
};

for (const [what, damage] of Object.entries(damages)) {
  test.for([false, true])(`a journal that ${what} is refused, named, and left as it is (reader: %s)`, async (readOnly) => {
    const folder = await usedFolder();
    const file = join(folder, 'journal.db');
    damage(folder, file);
    const before = contentOf(folder);
    for (const _ of ['first', 'again']) expect(await openStore(folder, { readOnly })).toMatchObject(damaged(file));
    expect(contentOf(folder)).toEqual(before);
  });
}

test('a header of zeros that the WAL still holds is no loss: everything is read', async () => {
  const folder = await usedFolder();
  carryWal(folder);
  overwrite(join(folder, 'journal.db'), Buffer.alloc(4096));
  const { journal } = await opened(folder);
  expect(okValue(await journal.runs()).length).toBe(50);
});

/** What can become of a journal's file under a running process that has commits in its WAL. */
const laterDamages: Readonly<Record<string, readonly string[]>> = {
  'its header is zeros': ['dd', 'if=/dev/zero', 'of=FILE', 'bs=4096', 'count=1', 'conv=notrunc'],
  'its second half is gone': ['truncate', '--size=50000', 'FILE'],
  'a page within is zeros': ['dd', 'if=/dev/zero', 'of=FILE', 'bs=4096', 'seek=1', 'count=20', 'conv=notrunc'],
};

for (const [what, argv] of Object.entries(laterDamages)) {
  test(`when ${what} while a run writes, this process reports it and never writes to the file again`, async () => {
    const folder = await usedFolder();
    const file = join(folder, 'journal.db');
    const store = await opened(folder);
    elsewhere(file, 'PRAGMA wal_checkpoint(TRUNCATE)', `INSERT INTO messages (run, body) VALUES ('run0', '{}')`);
    // By another process: one that closes a descriptor of the file loses its locks on it.
    execFileSync(
      argv[0] as string,
      argv.slice(1).map((part) => part.replace('FILE', file)),
      { stdio: 'ignore' },
    );
    const before = contentOf(folder);
    const first = await store.journal.create('new', textEvents('n', 1), 1);
    expect(first).toMatchObject(damaged(file));
    expect(await store.journal.append({ run: 'run0', expectedSeq: 1, epoch: 1, events: [], atMs: 1 })).toEqual(first);
    expect(await store.journal.remove('run1')).toEqual(first);
    expect(await store.inbox.send('run0', { kind: 'cancel', by: 'x' })).toEqual(first);
    await store.close();
    expect(before['journal.db-wal']).not.toBe('');
    expect(withoutSharedMemory(contentOf(folder))).toEqual(withoutSharedMemory(before));
  });
}

test.for([
  ['an event in the middle of a run is missing', `DELETE FROM events WHERE run = 'run1' AND seq = 2`, 'event 2 of run run1 is missing'],
  [
    'an event is not what was written',
    `UPDATE events SET body = replace(body, 'a 2', 'a 3') WHERE run = 'run1' AND seq = 2`,
    'event 2 of run run1 is not what was written',
  ],
  ['a run has no event', `INSERT INTO runs (run) VALUES ('run2')`, 'run run2 has no events'],
  [
    'an event stands in another run',
    `UPDATE events SET run = 'run3' WHERE run = 'run1' AND seq = 3`,
    'behind event 2 of run run1 stands event 3 of run run3',
  ],
  [
    'an event cannot be read',
    `UPDATE events SET body = '{"type":', sum = NULL WHERE run = 'run1' AND seq = 2`,
    'event 2 of run run1 cannot be read',
  ],
] as const)('when %s, the run is not read past it and nothing more is written', async ([, statement, words]) => {
  const folder = join(scratchFolder(), '.pawl');
  const { journal } = await opened(folder);
  await journal.create('run1', textEvents('a', 4), 1);
  elsewhere(join(folder, 'journal.db'), statement);
  const failure = { kind: 'io', message: expect.stringContaining(words) };
  expect([await journal.read('run1'), await journal.runs()]).toContainEqual({ ok: false, failure: expect.objectContaining(failure) });
  expect(await journal.append({ run: 'run1', expectedSeq: 4, epoch: 1, events: [], atMs: 1 })).toMatchObject({ ok: false, failure });
});

test('a message that cannot be read is a failure, and nothing more is written', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const { journal, inbox } = await opened(folder);
  await journal.create('run1', textEvents('a', 1), 1);
  elsewhere(join(folder, 'journal.db'), `INSERT INTO messages (run, body) VALUES ('run1', '{"kind":')`);
  const failure = { kind: 'io', message: expect.stringContaining('message 1 to run run1 cannot be read') };
  expect(await inbox.receive('run1', 0)).toMatchObject({ ok: false, failure });
  expect(await inbox.send('run1', { kind: 'cancel', by: 'x' })).toMatchObject({ ok: false, failure });
});

test.for([
  ['removed', (folder: string) => rmSync(folder, { recursive: true })],
  ['replaced by a copy', (folder: string) => replaceByCopy(folder)],
] as const)('when the folder is %s under a run, its next write fails instead of vanishing', async ([, change]) => {
  const folder = join(scratchFolder(), '.pawl');
  const { journal } = await opened(folder);
  await journal.create('run1', textEvents('a', 1), 1);
  change(folder);
  const failure = { kind: 'io', message: expect.stringContaining('was removed or replaced while it was in use') };
  const write = { run: 'run1', expectedSeq: 1, epoch: 1, events: textEvents('b', 1), atMs: 1 };
  expect(await journal.append(write)).toMatchObject({ ok: false, failure });
  expect(await journal.append(write)).toMatchObject({ ok: false, failure });
});

function overwrite(file: string, bytes: Buffer): void {
  const content = readFileSync(file);
  bytes.copy(content);
  writeFileSync(file, content);
}

function foreign(file: string, statement: string): void {
  rmSync(file);
  elsewhere(file, statement);
}

function elsewhere(file: string, ...statements: string[]): void {
  const database = new DatabaseSync(file);
  for (const statement of statements) database.exec(statement);
  database.close();
}

/** Leaves a WAL with commits in it, as a process does that is killed. */
function carryWal(folder: string): void {
  const file = join(folder, 'journal.db');
  const aside = join(folder, '..', 'aside.db');
  copyFileSync(file, aside);
  const database = new DatabaseSync(aside);
  database.exec('UPDATE events SET sum = NULL');
  copyFileSync(`${aside}-wal`, `${file}-wal`);
  database.close();
}

function replaceByCopy(folder: string): void {
  const aside = join(folder, '..', 'aside');
  cpSync(folder, aside, { recursive: true });
  rmSync(folder, { recursive: true });
  cpSync(aside, folder, { recursive: true });
}

/** The index of the WAL holds nothing that the WAL does not; SQLite makes it anew at each opening. An empty WAL is none. */
function withoutSharedMemory(content: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(content).filter(([name, bytes]) => !name.endsWith('-shm') && !(name.endsWith('-wal') && bytes === '')),
  );
}
