import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { journalModeFor } from '../../src/adapters/store/sqlite/file-system.ts';
import { openStore } from '../../src/adapters/store/sqlite/open-store.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { textEvents } from '../../src/testing/sample-events.ts';
import { scratchFolder } from '../scratch.ts';
import { opened } from './opened.ts';

test('opening makes the folder, and opening it anew finds what was kept', async () => {
  const folder = join(scratchFolder(), 'with space', '?#%41', '.pawl');
  const store = await opened(folder);
  await store.journal.create('7f3k', textEvents('a', 2), 1);
  const digest = okValue(await store.blobs.put(Buffer.from('blob')));
  await store.close();
  const again = await opened(folder);
  expect(okValue(await again.journal.read('7f3k')).length).toBe(2);
  expect(Buffer.from(okValue(await again.blobs.get(digest))).toString()).toBe('blob');
});

test('a reader of a folder in which there never was a run sees no runs and leaves no trace', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const store = await opened(folder, { readOnly: true });
  expect(okValue(await store.journal.runs())).toEqual([]);
  expect(okValue(await store.journal.read('7f3k'))).toEqual([]);
  expect(okValue(await store.inbox.receive('7f3k', 0))).toEqual([]);
  expect(okValue(await store.blobs.list())).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});

test('a reader reads what a writer has written, while the writer goes on', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const writer = await opened(folder);
  await writer.journal.create('7f3k', textEvents('a', 1), 1);
  const reader = await opened(folder, { readOnly: true });
  for (let seq = 1; seq < 20; seq++) {
    expect(okValue(await reader.journal.read('7f3k')).length).toBe(seq);
    okValue(await writer.journal.append({ run: '7f3k', expectedSeq: seq, epoch: 1, events: textEvents('b', 1), atMs: 2 }));
  }
});

test('a store opened for reading writes nothing, and says why', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const writer = await opened(folder);
  await writer.journal.create('7f3k', textEvents('a', 1), 1);
  const reader = await opened(folder, { readOnly: true });
  const refused = { ok: false, failure: { kind: 'refused', message: expect.stringContaining('for reading only') } };
  const write = { run: '7f3k', expectedSeq: 1, epoch: 1, events: textEvents('b', 1), atMs: 2 };
  expect(await reader.journal.append(write)).toMatchObject(refused);
  expect(await reader.journal.create('new', textEvents('b', 1), 2)).toMatchObject(refused);
  expect(await reader.journal.remove('7f3k')).toMatchObject(refused);
  expect(await reader.blobs.put(Buffer.from('x'))).toMatchObject(refused);
  expect(await reader.inbox.send('7f3k', { kind: 'cancel', by: 'x' })).toMatchObject(refused);
  expect(await reader.ownership.acquire({ run: '7f3k', pid: 1, host: 'x' })).toMatchObject(refused);
  expect(okValue(await writer.journal.read('7f3k')).length).toBe(1);
});

test('a crash while the journal was being made leaves an empty file, which the next open makes whole', async () => {
  const folder = join(scratchFolder(), '.pawl');
  mkdirSync(folder);
  writeFileSync(join(folder, 'journal.db'), '');
  const store = await opened(folder);
  expect((await store.journal.create('7f3k', textEvents('a', 1), 1)).ok).toBe(true);
});

test.for([false, true])('a journal of a newer version is refused with what to do, and not changed (reader: %s)', async (readOnly) => {
  const folder = join(scratchFolder(), '.pawl');
  await (await opened(folder)).close();
  const database = new DatabaseSync(join(folder, 'journal.db'));
  database.exec('PRAGMA user_version = 3');
  database.close();
  expect(await openStore(folder, { readOnly })).toMatchObject({
    ok: false,
    failure: { kind: 'refused', message: expect.stringContaining('newer Pawl'), hint: expect.stringContaining('Update Pawl') },
  });
});

test('a journal of the version before checksums is read as it is, and brought up by the first that writes', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const first = await opened(folder);
  await first.journal.create('7f3k', textEvents('a', 2), 1);
  const whole = okValue(await first.journal.read('7f3k'));
  await first.close();
  const database = new DatabaseSync(join(folder, 'journal.db'));
  database.exec('ALTER TABLE events DROP COLUMN sum; PRAGMA user_version = 1');
  database.close();
  const reader = await opened(folder, { readOnly: true });
  expect(okValue(await reader.journal.read('7f3k'))).toEqual(whole);
  await reader.close();
  const writer = await opened(folder);
  okValue(await writer.journal.append({ run: '7f3k', expectedSeq: 2, epoch: 1, events: textEvents('b', 1), atMs: 2 }));
  expect(okValue(await writer.journal.read('7f3k')).slice(0, 2)).toEqual(whole);
  await writer.close();
  const sums = new DatabaseSync(join(folder, 'journal.db'), { readOnly: true });
  expect(sums.prepare('SELECT seq FROM events WHERE sum IS NOT NULL').all()).toEqual([{ seq: 2 }]);
  sums.close();
});

test('a run that holds events of a newer version is refused to readers, other runs are not', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const { journal } = await opened(folder);
  for (const run of ['newer', 'known']) await journal.create(run, textEvents(run, 2), 1);
  const database = new DatabaseSync(join(folder, 'journal.db'));
  database.exec(`UPDATE events SET v = 2, sum = NULL WHERE run = 'newer' AND seq = 1`);
  database.close();
  const refused = { ok: false, failure: { kind: 'refused', message: expect.stringContaining('version 2'), hint: expect.any(String) } };
  expect(await journal.read('newer')).toMatchObject(refused);
  expect(await journal.runs()).toMatchObject(refused);
  expect((await journal.read('known')).ok).toBe(true);
});

test.for([
  [0x6969, 'delete'],
  [0x01021997, 'delete'],
  [0x65735546, 'delete'],
  [0xff534d42, 'delete'],
  [0xff534d42 | 0, 'delete'],
  [0x5346414f, 'delete'],
  [0xef53, 'wal'],
  [0x01021994, 'wal'],
  [0x9123683e, 'wal'],
  [null, 'wal'],
] as const)('on the file system of type %i the journal mode is %s', ([type, mode]) => {
  expect(journalModeFor(type)).toBe(mode);
});

test('on a network file system there is no WAL, and a WAL that was carried there is read and given up', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const local = await opened(folder);
  await local.journal.create('7f3k', textEvents('a', 3), 1);
  expect(existsSync(join(folder, 'journal.db-wal'))).toBe(true);
  await local.close();
  const shared = await opened(folder, { fileSystemType: 0x6969 });
  await shared.journal.append({ run: '7f3k', expectedSeq: 3, epoch: 1, events: textEvents('b', 1), atMs: 1 });
  expect(readdirSync(folder)).toEqual(['journal.db']);
  const second = await opened(folder, { fileSystemType: 0x6969 });
  expect(okValue(await second.journal.read('7f3k')).length).toBe(4);
});

test('what is done after closing is a bug of the caller and throws', async () => {
  const store = await opened(join(scratchFolder(), '.pawl'));
  await store.close();
  await store.close();
  await expect(store.journal.runs()).rejects.toThrow('after it was closed');
  await expect(store.journal.create('7f3k', textEvents('a', 1), 1)).rejects.toThrow('after it was closed');
});

test('a run without events is a bug of the caller and throws', async () => {
  const store = await opened(join(scratchFolder(), '.pawl'));
  await expect(store.journal.create('7f3k', [], 1)).rejects.toThrow('at least one event');
});
