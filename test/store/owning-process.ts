/**
 * A process that asks for the ownership of workspaces. For each line `FOLDER<tab>RUN` on its standard input it opens the
 * folder's store, asks, and prints the answer as a line of JSON. It holds what it owns until it has closed its stores,
 * which it does when its input ends.
 */
import { writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { openStore } from '../../src/adapters/store/sqlite/open-store.ts';
import type { Store } from '../../src/ports/store.ts';
import { okValue } from '../../src/testing/ok-value.ts';

const stores: Store[] = [];
for await (const line of createInterface({ input: process.stdin })) {
  const [folder = '', run = ''] = line.split('\t');
  const store = await openStore(folder);
  if (!store.ok) throw new Error(store.failure.message);
  stores.push(store.value);
  writeSync(1, `${JSON.stringify(okValue(await store.value.ownership.acquire({ run, pid: process.pid, host: hostname() })))}\n`);
}
for (const store of stores) await store.close();
