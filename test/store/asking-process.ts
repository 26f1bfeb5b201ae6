/**
 * A process that opens a store and prints one answer of it as JSON: `node asking-process.ts FOLDER runs` for a reader's list of runs,
 * `node asking-process.ts FOLDER put BYTES` for a blob of so many bytes.
 */
import { writeSync } from 'node:fs';
import { openStore } from '../../src/adapters/store/sqlite/open-store.ts';

const [folder = '', verb = 'runs', bytes = '0'] = process.argv.slice(2);
const store = await openStore(folder, { readOnly: verb === 'runs' });
const answer = store.ok
  ? await (verb === 'runs' ? store.value.journal.runs() : store.value.blobs.put(Buffer.alloc(Number(bytes), 1)))
  : store;
writeSync(1, `${JSON.stringify(answer)}\n`);
