/*
 * A primitive of one's own, and a replay: `node examples/own-primitive.ts`. The model is a script; see `answer-with-schema.ts`.
 *
 * The same declaration, exported from a file that `pawl.yml` names under `primitives`, serves the command line (docs/primitives.md).
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { act, definePrimitive, replayAct, type ScriptedTurn } from 'pawl';

const cwd = mkdtempSync(join(tmpdir(), 'pawl-example-'));
const db = new DatabaseSync(':memory:');
db.exec(
  "CREATE TABLE invoices (id INTEGER, customer TEXT, total INTEGER, paid INTEGER); INSERT INTO invoices VALUES (1, 'Ada', 120, 1), (2, 'Ben', 80, 0)",
);

let asked = 0;
const query = definePrimitive<[sql: string]>({
  name: 'db.query',
  description: 'Asks the database of invoices: db.query(sql) gives rows. Table: invoices(id, customer, total, paid).',
  arguments: { type: 'array', prefixItems: [{ type: 'string' }], minItems: 1, items: false },
  effect: 'read',
  perform([sql]) {
    // With `kind` the code knows that nothing was done.
    if (!/^\s*select\b/i.test(sql)) throw Object.assign(new Error('only SELECT'), { kind: 'refused' });
    asked += 1;
    return db.prepare(sql).all();
  },
});

const code = `
const rows = await ctx.db.query('SELECT customer, total FROM invoices WHERE NOT paid');
const refused = await ctx.db.query('DELETE FROM invoices').catch((error) => error.message);
({ rows, refused })`;

const script: ScriptedTurn[] = [
  { text: 'I ask the database.', calls: [{ name: 'execute_code', arguments: { code } }] },
  { text: 'Ben owes 80.' },
];

const handle = act('who has not paid?', { cwd, script, primitives: [query] });
console.log(await handle.result());
for await (const { event } of handle.events) if (event.type === 'tool.ended' && 'text' in event.output) console.log(event.output.text);

// Its code once more, every call answered from the journal: the database is not asked again.
const before = asked;
const replayed = await replayAct({ run: await handle.run, cwd, primitives: [query] });
if (!replayed.ok) throw new Error(replayed.failure.message);
const { difference, calls } = replayed.value;
console.log(`replayed: ${difference === null ? 'equal' : difference.text}, ${calls} calls, the database asked ${asked - before} times`);
