import { expect, test } from 'vitest';
import type { ScriptedTurn } from '../../src/adapters/model/scripted/model-script.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import { acting, calls, code, says } from './acting.ts';
import { countLetters, functionsIn, keeps, reviewed } from './librarian.ts';

const textOf = (request: ModelRequest | undefined): string => JSON.stringify(request?.messages);

test('a person asks to remember how something was done: a librarian stores it beside the act, and the review reads what it said', async () => {
  const { script, requests } = keeps(
    calls('add_function', { source: countLetters }),
    says('Stored how letters are counted.'),
    says('It is there already.'),
  );
  let isHeard = false;
  const done = acting(
    (request: ModelRequest): ScriptedTurn => {
      const said = textOf(request);
      if (!isHeard && said.includes('remember how you did this')) {
        isHeard = true;
        return calls('store_skills', { request: 'how letters are counted' });
      }
      if (isHeard) return says('three');
      return code("await ctx.fs.read('a.txt')");
    },
    { librarian: script },
  );
  await done.handle.interject('remember how you did this');
  expect(await done.handle.result()).toBe('three');
  await reviewed(done);
  const [begun] = done.of('storage.begun');
  expect(begun).toMatchObject({ label: 'Proactive skill storage', request: 'how letters are counted' });
  expect(textOf(requests[0])).toContain('## What the model asked to be stored\\nhow letters are counted');
  expect(textOf(requests[2])).toContain('Stored how letters are counted.');
  expect(done.of('review.ended')).toMatchObject([{ outcome: 'nothing', summary: 'It is there already.' }]);
  expect(await functionsIn(done.repo)).toEqual(['count_letters']);
});

test('the system prompt says when to call it, where it is there; without storing there is no such tool', async () => {
  const seen: ModelRequest[] = [];
  const turn = (request: ModelRequest): ScriptedTurn => {
    seen.push(request);
    return says('done');
  };
  await reviewed(acting(turn, { librarian: [says('nothing')] }));
  await reviewed(acting(turn, { canStore: false }));
  await reviewed(acting(turn));
  const names = seen.map(({ tools }) => tools.map(({ name }) => name));
  expect(names.map((each) => each.includes('store_skills'))).toEqual([true, false, false]);
  expect(seen.map(({ system }) => system.includes('store_skills'))).toEqual([true, false, false]);
  expect(names.map((each) => each.includes('add_function'))).toEqual([true, false, true]);
});

test('what is in the library is looked for first: the rest is offered after one call to each', async () => {
  const first = acting([code('1'), says('one')], {
    librarian: keeps(calls('add_function', { source: countLetters }), says('kept')).script,
  });
  await reviewed(first);
  const offered: string[][] = [];
  const next = acting(
    (request: ModelRequest, number: number): ScriptedTurn => {
      offered.push(request.tools.map(({ name }) => name));
      return number === 0 ? calls('search_functions', { query: 'letters' }) : says('done');
    },
    { canStore: false },
    first.repo,
  );
  await reviewed(next);
  expect(offered[0]).toEqual(['search_functions']);
  expect(offered[1]).toEqual(expect.arrayContaining(['execute_code', 'get_function', 'search_guidance']));
  expect(offered[1]).not.toContain('add_function');
});

test('the model itself stores and deletes, each at once', async () => {
  const done = acting([
    calls('add_function', { source: countLetters }),
    calls('add_guidance', { title: 'Counting', content: 'Trim first.', functions: ['count_letters'] }),
    calls('delete_function', { name: 'count_letters' }),
    calls('delete_function', { name: 'count_letters', cascade: true }),
    says('done'),
  ]);
  await reviewed(done);
  const outputs = done.of('tool.ended').map(({ output }) => ('text' in output ? output.text : ''));
  expect(outputs[0]).toMatch(/^Stored\. Its id is f/);
  expect(outputs[2]).toContain('Counting');
  expect(outputs[3]).toMatch(/^Stored\./);
  expect(await functionsIn(done.repo)).toEqual([]);
});
