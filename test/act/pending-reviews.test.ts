import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ScriptedTurn } from '../../src/adapters/model/scripted/model-script.ts';
import { openLibrary } from '../../src/adapters/store/sqlite/library.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import { endOf, linesOf, pawl, repository, startPawl } from '../cli/pawl.ts';
import { type Acting, acting, calls, says } from './acting.ts';
import { countLetters, functionNamed, functionsIn, reviewed } from './librarian.ts';

/** A script of a model and its librarian, as a file. */
function scriptWith(repo: string, librarian: readonly object[], name = 'script.json'): string {
  const path = join(repo, '..', name);
  writeFileSync(path, JSON.stringify({ turns: [{ text: 'the answer' }], librarian }));
  return path;
}

const addFunction = { calls: [{ name: 'add_function', arguments: { source: countLetters } }] };

/** Begins an act whose librarian never gives its summary, and waits until it has set something down; gives the act's run. */
async function inReview(repo: string, script: string) {
  const child = startPawl(repo, ['act', 'answer', '--script', script]);
  const ended = endOf(child);
  for (;;) {
    const events = linesOf((await pawl(repo, ['show', 'last', '--events'])).stdout);
    const reviewer = events.find(({ type }) => type === 'act.finished')?.review as string | undefined;
    if (reviewer === undefined) continue;
    if ((await pawl(repo, ['show', reviewer, '--events'])).stdout.includes('"tool.ended"'))
      return { child, ended, run: events[0].run as string };
  }
}

test.each([
  ['the next act', (repo: string) => ['act', 'more', '--script', scriptWith(repo, [{ text: 'Nothing.' }], 'other.json')]],
  ['pawl resume', () => ['resume', 'last']],
])('killed in the midst of a review, nothing is half stored, and %s takes it up where it was', async (_, next) => {
  const repo = repository();
  const { child, run } = await inReview(repo, scriptWith(repo, [addFunction, { silent: true }]));
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await functionsIn(repo)).toEqual([]);
  scriptWith(repo, [addFunction, { text: 'Kept after all.' }]);
  const ended = await pawl(repo, next(repo));
  expect([ended.stderr, ended.code]).toEqual(['', 0]);
  expect(await functionsIn(repo)).toEqual(['count_letters']);
  const shown = await pawl(repo, ['show', run]);
  expect(shown.stdout).toContain('Storing reusable skills: new function count_letters');
});

test('the result is printed when it is there; Ctrl-C then ends only the review, and the exit code is that of the act', async () => {
  const repo = repository();
  const { child, ended, run } = await inReview(repo, scriptWith(repo, [addFunction, { silent: true }]));
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  expect(stdout.indexOf('the answer')).toBeLessThan(stdout.indexOf('Storing reusable skills'));
  expect(stdout.indexOf('the answer')).toBeGreaterThan(0);
  expect(await functionsIn(repo)).toEqual([]);
  expect((await pawl(repo, ['show', run])).stdout).toContain('Storing reusable skills: stopped');
});

test('twenty acts that end while the library is taken lose no review, and one librarian works at a time', async () => {
  const repo = repository();
  const library = await openLibrary(join(repo, '.pawl'));
  if (!library.ok) throw new Error(library.failure.message);
  const lease = await library.value.lease('somebody else');
  const order: string[] = [];
  const acts: Acting[] = [];
  for (let at = 0; at < 20; at++) {
    const name = `counted_${String.fromCharCode(97 + at)}`;
    const librarian = (_: ModelRequest, number: number): ScriptedTurn => {
      order.push(name);
      return number === 0 ? calls('add_function', { source: functionNamed(name), force: true }) : says('kept');
    };
    const turns = at === 0 ? [says('x')] : [calls('list_functions', {}), says('x')];
    const done = acting(turns, { librarian }, repo);
    await done.handle.result();
    acts.push(done);
  }
  expect(order).toEqual([]);
  if (lease.ok) await lease.value?.release();
  await Promise.all(acts.map(reviewed));
  expect(acts.flatMap(({ of }) => of('review.ended').map(({ outcome }) => outcome))).toEqual(Array(20).fill('stored'));
  expect(await functionsIn(repo)).toHaveLength(20);
  for (let at = 0; at < 40; at += 2) expect(order[at]).toBe(order[at + 1]);
  await library.value.close();
}, 180_000);

test('what is said behind the result goes to the librarian: questions, words, an end', async () => {
  const heard: string[] = [];
  const done = acting([says('x')], {
    librarian(request) {
      heard.push(JSON.stringify(request.messages.at(-1)));
      if (request.tools.length === 0) return says('reading the record');
      return heard.some((said) => said.includes('be quick'))
        ? says('Nothing.')
        : { ...calls('list_functions', {}), text: `${heard.length}` };
    },
  });
  await done.handle.result();
  const run = await done.handle.run;
  await done.handle.pause();
  expect(await done.handle.ask('how far are you?')).toBe('reading the record');
  const asked = await pawl(done.repo, ['ask', run, 'and now?']);
  expect([asked.stderr, asked.stdout.trim()]).toEqual(['', 'reading the record']);
  await done.handle.interject('be quick');
  await done.handle.resume();
  await reviewed(done);
  expect(done.of('review.ended')).toMatchObject([{ outcome: 'nothing', summary: 'Nothing.' }]);
  expect(done.of('said')).toEqual([]);
  await expect(done.handle.interject('too late')).rejects.toThrow('has ended');
});
