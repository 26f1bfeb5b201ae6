/**
 * A process that adds functions one set after another until it is killed or has done so many: `node adding-process.ts FOLDER NAME SETS`. After
 * each it prints how many it has. Each set adds two that call each other: half a set would show.
 */
import { writeSync } from 'node:fs';
import { openLibrary } from '../../src/adapters/store/sqlite/library.ts';
import { addingEdit, sampleSet } from '../../src/testing/sample-library.ts';

const [folder = '', name = '', sets = '1'] = process.argv.slice(2);
const opened = await openLibrary(folder);
if (!opened.ok) throw new Error(opened.failure.message);
for (let at = 0; at < Number(sets); at++) {
  const [one, two] = [`${name}One${at}`, `${name}Two${at}`];
  const edits = [addingEdit(one, { dependsOn: [two] }), addingEdit(two, { dependsOn: [one] })];
  const applied = await opened.value.apply(sampleSet(`${name}${at}`, edits));
  if (!applied.ok) throw new Error(JSON.stringify(applied.failure));
  writeSync(1, `${at + 1}\n`);
}
await opened.value.close();
