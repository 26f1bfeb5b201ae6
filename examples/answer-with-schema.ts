/*
 * An act whose answer is JSON of a schema: `node examples/answer-with-schema.ts`.
 *
 * The model is a script, so that this runs without a key and costs nothing. Leave `script` out, and the model of the key in your
 * environment answers (ANTHROPIC_API_KEY, OPENAI_API_KEY, …; `pawl doctor` says which).
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { act, RunFailed, type ScriptedTurn } from 'pawl';

const cwd = mkdtempSync(join(tmpdir(), 'pawl-example-'));
writeFileSync(join(cwd, 'short.txt'), 'one\n');
writeFileSync(join(cwd, 'long.txt'), 'one\ntwo\nthree\n');

const look = `
const files = await ctx.fs.list('.');
files.filter(({ path }) => path.endsWith('.txt')).map(({ path, bytes }) => [path, bytes])`;

const script: ScriptedTurn[] = [
  { text: 'I look at the files.', calls: [{ name: 'execute_code', arguments: { code: look } }] },
  // No JSON: it is told so, and asked once more.
  { text: 'The largest of the two is long.txt.' },
  { text: '{"files": 2, "largest": "long.txt"}' },
];

const handle = act('How many text files are here, and which is the largest?', {
  cwd,
  script,
  responseSchema: {
    type: 'object',
    properties: { files: { type: 'integer' }, largest: { type: 'string' } },
    required: ['files', 'largest'],
    additionalProperties: false,
  },
  limits: { turns: 10, wallClock: '5m', budgetUsd: 0.5 },
});

try {
  const answer = (await handle.result()) as { files: number; largest: string };
  console.log(`${answer.files} files, the largest is ${answer.largest}`);
  for await (const { event } of handle.events)
    if (event.type === 'tool.ended' && 'text' in event.output) console.log(`its code gave ${event.output.text.split('\n')[0]}`);
  console.log(`run ${await handle.run}: ${handle.usage.calls} calls of the model, $${handle.usage.costUsd.toFixed(2)}`);
} catch (error) {
  // A failure is a rejected result, never a text that tells of an error.
  if (!(error instanceof RunFailed)) throw error;
  console.error(`it failed: ${error.message}`);
  process.exitCode = 1;
}
