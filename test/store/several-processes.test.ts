import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openStore } from '../../src/adapters/store/sqlite/open-store.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { textEvent, textEvents } from '../../src/testing/sample-events.ts';
import { scratchFolder } from '../scratch.ts';
import { opened } from './opened.ts';

const appending = fileURLToPath(new URL('./appending-process.ts', import.meta.url));

async function append(folder: string, run: string, appends: number): Promise<string> {
  const child = spawn(process.execPath, [appending, folder, run, String(appends), '1'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said = await text(child.stdout);
  return said.trim().split('\n').at(-1) as string;
}

test('three processes that begin at once and write 10 000 events to one journal lose none and never hear of a lock', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const counts = [3400, 3300, 3300];
  const last = await Promise.all(counts.map((count, index) => append(folder, `run${index}`, count)));
  expect(last).toEqual(counts.map(String));
  const { journal } = await opened(folder);
  expect(
    okValue(await journal.runs())
      .map(({ last: event }) => event.seq + 1)
      .sort(),
  ).toEqual([...counts].sort());
});

test.for([{}, { fileSystemType: 0x6969 }])(
  'a write waits, without blocking, for another program that holds the lock (%o)',
  async (options) => {
    const folder = join(scratchFolder(), '.pawl');
    const { journal } = await opened(folder, options);
    await journal.create('7f3k', textEvents('a', 1), 1);
    const other = new DatabaseSync(join(folder, 'journal.db'));
    other.exec('BEGIN IMMEDIATE');
    let turns = 0;
    const ticking = setInterval(() => turns++, 10);
    const first = journal.append({ run: '7f3k', expectedSeq: 1, epoch: 1, events: textEvents('b', 1), atMs: 1 });
    const second = journal.append({ run: '7f3k', expectedSeq: 2, epoch: 1, events: textEvents('c', 1), atMs: 1 });
    await wait(600);
    other.exec('COMMIT');
    other.close();
    expect([await first, await second].map(({ ok }) => ok)).toEqual([true, true]);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(2);
  },
);

test('many that open a new folder at the same moment all get the same journal', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const last = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => append(folder, `run${index}`, 1)));
  expect(last).toEqual(['1', '1', '1', '1', '1', '1']);
  const { journal } = await opened(folder);
  expect(okValue(await journal.runs()).length).toBe(6);
});

test('after a long reader has kept the WAL from being folded in, it shrinks again once the reader is gone', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const { journal } = await opened(folder);
  const wal = join(folder, 'journal.db-wal');
  await journal.create('7f3k', textEvents('a', 1), 1);
  const reader = new DatabaseSync(join(folder, 'journal.db'));
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM events').get();
  let seq = 1;
  const write = async (count: number) => {
    for (const end = seq + count; seq < end; seq++) {
      okValue(await journal.append({ run: '7f3k', expectedSeq: seq, epoch: 1, events: [textEvent('x'.repeat(60_000))], atMs: 1 }));
    }
  };
  await write(400);
  expect(statSync(wal).size).toBeGreaterThan(20 * 1024 * 1024);
  reader.close();
  await write(4);
  expect(statSync(wal).size).toBeLessThan(9 * 1024 * 1024);
});

test('reading leaves no snapshot open: the WAL of a journal that is read after every write stays small', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const { journal, inbox } = await opened(folder);
  const reader = await opened(folder, { readOnly: true });
  await journal.create('7f3k', textEvents('a', 1), 1);
  for (let seq = 1; seq < 300; seq++) {
    okValue(await journal.append({ run: '7f3k', expectedSeq: seq, epoch: 1, events: [textEvent('x'.repeat(60_000))], atMs: 1 }));
    expect(okValue(await reader.journal.runs())[0]?.last.seq).toBe(seq);
    await inbox.receive('7f3k', 0);
    await reader.journal.read('7f3k', seq);
  }
  expect(statSync(join(folder, 'journal.db-wal')).size).toBeLessThan(9 * 1024 * 1024);
});

test('a message sent by another process is received, and one process may close while another goes on', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const { journal, inbox } = await opened(folder);
  await journal.create('7f3k', textEvents('a', 1), 1);
  const module = fileURLToPath(new URL('../../src/adapters/store/sqlite/open-store.ts', import.meta.url));
  const script = `
    const { openStore } = await import(${JSON.stringify(module)});
    const { value } = await openStore(process.argv[1]);
    await value.inbox.send('7f3k', { kind: 'cancel', by: 'another process' });
    await value.close();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(okValue(await inbox.receive('7f3k', 0)).map(({ message }) => message)).toEqual([{ kind: 'cancel', by: 'another process' }]);
  okValue(await journal.append({ run: '7f3k', expectedSeq: 1, epoch: 1, events: textEvents('b', 1), atMs: 1 }));
  expect((await openStore(folder, { readOnly: true })).ok).toBe(true);
});
