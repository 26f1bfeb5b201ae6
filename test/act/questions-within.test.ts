import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ModelRequest } from '../../src/ports/model.ts';
import { endOf, linesOf, pawl, printed, repository, startPawl } from '../cli/pawl.ts';
import { acting, calls, code, says, scriptFile } from './acting.ts';

const asks = calls('request_clarification', { question: 'which folder?' });

/** What the model was given last: the answer to its question, or what code gave. */
const lastOf = ({ messages }: ModelRequest): string => {
  const last = messages.at(-1);
  return last?.role === 'tool' ? last.results.map(({ text }) => text).join(' ') : '';
};

const inner = (request: ModelRequest) => (lastOf(request) === '' ? asks : says(`it is ${lastOf(request)}`));

const isInner = ({ messages: [first] }: ModelRequest): boolean => first?.role === 'user' && first.text.startsWith('inner');

test.each([
  ['code waits for', 'await ctx.act("inner")', "result: 'it is src'"],
  ['goes on beside it', 'await ctx.act("inner", { wait: false }); 1', 'it is src'],
  ['is within one within it', 'await ctx.act("middle")', "result: 'it is src'"],
])('a question of an act that %s is one of the act around it, and is answered there once', async (_, text, heard) => {
  const done = acting((request) => {
    if (isInner(request)) return inner(request);
    if (request.messages[0]?.role === 'user' && request.messages[0].text === 'middle')
      return lastOf(request) === '' ? code('await ctx.act("inner")') : says(/'(it is .*)'/.exec(lastOf(request))?.[1] ?? '');
    if (lastOf(request) === '' && request.messages.length === 1) return code(text);
    return JSON.stringify(request.messages).includes('it is src') ? says('done') : says('I wait');
  });
  const question = await done.handle.nextClarification();
  expect(question).toMatchObject({ question: 'which folder?' });
  await done.handle.answer(question?.id ?? 0, 'src');
  expect(await done.handle.result()).toBe('done');
  expect(JSON.stringify([...done.of('tool.ended'), ...done.of('act.released')])).toContain(heard);
  expect([done.of('clarification.asked'), done.of('clarification.answered')]).toMatchObject([[{}], [{ text: 'src' }]]);
  expect(await done.handle.nextClarification()).toBeNull();
});

test('it is shown with the act that asks, and answered from another process: to the outermost, or to that one', async () => {
  for (const toInner of [false, true]) {
    const repo = repository();
    const turns = [code('await ctx.act("inner")'), asks, says('inner done'), says('done')];
    const child = startPawl(repo, ['act', 'x', '--script', scriptFile(join(repo, '..'), turns), '--no-store', '--json']);
    const ended = endOf(child);
    const asked = JSON.parse(await printed(child, (line) => line.includes('"clarification.asked"')));
    const shown = await pawl(repo, ['show', asked.run]);
    expect(shown.stdout).toContain(`? act ${asked.within.run} asks: which folder?`);
    expect(shown.stdout).toContain(`answer pawl say ${asked.run} "…"`);
    const said = await pawl(repo, ['say', toInner ? asked.within.run : asked.run, 'src', '--json']);
    expect(linesOf(said.stdout)).toMatchObject([{ how: 'taken', answered: true }]);
    expect((await ended).code).toBe(0);
    const events = linesOf((await pawl(repo, ['show', asked.run, '--events'])).stdout);
    expect(events.filter(({ type }) => type === 'clarification.answered')).toMatchObject([{ text: 'src' }]);
    const within = linesOf((await pawl(repo, ['show', asked.within.run, '--events'])).stdout);
    expect(within.filter(({ type }) => type === 'tool.ended')).toMatchObject([{ output: { text: 'src' } }]);
  }
});

test('killed while it waits for an answer, it asks once more nobody, and the answer that it is given when it is taken up reaches the act within', async () => {
  const repo = repository();
  const turns = [code('await ctx.act("inner")'), asks, says('inner done'), says('done')];
  const child = startPawl(repo, ['act', 'x', '--script', scriptFile(join(repo, '..'), turns), '--no-store', '--json']);
  const ended = endOf(child);
  const asked = JSON.parse(await printed(child, (line) => line.includes('"clarification.asked"')));
  child.kill('SIGKILL');
  await ended;
  expect(linesOf((await pawl(repo, ['say', asked.run, 'src', '--json'])).stdout)).toMatchObject([{ how: 'kept', answered: true }]);
  expect((await pawl(repo, ['resume', asked.run])).code).toBe(0);
  const events = linesOf((await pawl(repo, ['show', asked.run, '--events'])).stdout);
  expect(events.filter(({ type }) => type.startsWith('clarification.'))).toHaveLength(2);
  const within = linesOf((await pawl(repo, ['show', asked.within.run, '--events'])).stdout);
  expect(within.filter(({ type }) => type === 'tool.ended')).toMatchObject([{ output: { text: 'src' } }]);
});
