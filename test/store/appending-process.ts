/**
 * A process that appends to a run of its own until it fails, is killed, or has done so many appends:
 * `node appending-process.ts FOLDER RUN APPENDS EVENTS_EACH CHARACTERS_EACH`. After each ok it prints the number of events that are kept; at last
 * the failure, if any, as JSON.
 */
import { writeSync } from 'node:fs';
import { openStore } from '../../src/adapters/store/sqlite/open-store.ts';
import { textEvent } from '../../src/testing/sample-events.ts';

const [folder = '', run = '', appends = '1', eventsEach = '1', size = '100'] = process.argv.slice(2);
const text = 'x'.repeat(Number(size));
const events = Array.from({ length: Number(eventsEach) }, (_, index) => textEvent(`${index} ${text}`));

const opened = await openStore(folder);
if (!opened.ok) finish(opened);
else {
  const { journal, close } = opened.value;
  const known = await journal.read(run);
  let kept = known.ok ? known.value.length : 0;
  for (let done = 0; done < Number(appends); done++) {
    const result =
      kept === 0 ? await journal.create(run, events, done) : await journal.append({ run, expectedSeq: kept, epoch: 1, events, atMs: done });
    if (!result.ok) finish(result);
    if (!result.ok) break;
    kept += events.length;
    // Synchronous: what the parent reads was on disk before it was said.
    writeSync(1, `${kept}\n`);
  }
  await close();
}

function finish(result: unknown): void {
  writeSync(1, `${JSON.stringify(result)}\n`);
  process.exitCode = 1;
}
