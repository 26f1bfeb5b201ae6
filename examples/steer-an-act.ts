/*
 * An act that is steered while it goes on: it notifies, asks a question of its own, is told something, and is stopped.
 * `node examples/steer-an-act.ts`. The model is a script; see `answer-with-schema.ts`.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { act, type ModelScript } from 'pawl';

const cwd = mkdtempSync(join(tmpdir(), 'pawl-example-'));
writeFileSync(join(cwd, 'news.txt'), 'The harbour is open again.\n');

const code = (text: string) => [{ name: 'execute_code', arguments: { code: text } }];

/** A script may also be a function of what the model is asked: here it answers what it was told last. */
const script: ModelScript = ({ messages }, turn) => {
  if (turn === 0) return { calls: [{ name: 'request_clarification', arguments: { question: 'For whom is the summary?' } }] };
  if (turn === 1)
    return { calls: code("await ctx.notify('I write it'); await ctx.fs.write('summary.txt', 'Good news: the harbour is open.')") };
  const said = messages.findLast(({ role }) => role === 'user');
  return { text: `Done. You said last: ${said?.role === 'user' ? said.text.split('\n').at(-1) : ''}` };
};

// It stays after its answer and waits to be told more, until it is stopped.
const handle = act('write a summary of news.txt to summary.txt', { cwd, script, persist: true });

const notified = (async () => {
  for await (const { text } of handle.notifications) console.log(`it says: ${text}`);
})();

const question = await handle.nextClarification();
if (question !== null) {
  console.log(`it asks: ${question.question}`);
  await handle.answer(question.id, 'For sailors.');
}

// Events are what it does, as its journal holds it. `handle.ask(question)`, `handle.pause()` and `handle.resume()` are there, too.
for await (const { event } of handle.events) {
  if (event.type !== 'turn.ended' || !event.reply.ok || event.reply.calls.length > 0) continue;
  const text = 'text' in event.reply.text ? event.reply.text.text : '';
  console.log(`it answers: ${text}`);
  if (text.includes('shorter')) break;
  await handle.interject('Make it shorter.');
}

await handle.stop('that is enough');
console.log(await handle.result());
await notified;
