import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { okValue } from '../../src/testing/ok-value.ts';
import { scratchFolder } from '../scratch.ts';
import { opened } from '../store/opened.ts';

const appending = fileURLToPath(new URL('../store/appending-process.ts', import.meta.url));
const eventsEach = 7;

/** Appends in a process of its own and kills it after so many oks and so long; gives the count that it said last. */
async function killAfter(folder: string, oks: number, delayMs: number): Promise<number> {
  const argv = [appending, folder, 'crash', '1000000', String(eventsEach), '1500'];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  let said = 0;
  let heard = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    // Also what was said between the signal and the death counts: it was on disk before it was said.
    said = Number(line);
    if (++heard === oks) setTimeout(() => child.kill('SIGKILL'), delayMs);
  }
  expect(await exit).toEqual([null, 'SIGKILL']);
  expect(heard).toBeGreaterThanOrEqual(oks);
  return said;
}

test('killed thirty times while it appends, the journal holds every append that was ok and never a part of one', async () => {
  const folder = join(scratchFolder(), '.pawl');
  for (let kill = 0; kill < 30; kill++) {
    const said = await killAfter(folder, 1 + Math.floor(Math.random() * 300), Math.random() * 5);
    const store = await opened(folder);
    const events = okValue(await store.journal.read('crash'));
    // At most the append in flight at the kill is there without having been said.
    expect([said, said + eventsEach]).toContain(events.length);
    const numbers = events.map(({ event }) => (event.type === 'warning' ? Number(event.message.split(' ')[0]) : -1));
    expect(numbers).toEqual(events.map(({ seq }) => seq % eventsEach));
    // Every other time this process stays connected: then nothing recovers the WAL when the next one dies.
    if (kill % 2 === 0) await store.close();
  }
});
