import { expect, test } from 'vitest';
import { parseModelScript } from '../../src/adapters/model/scripted/parse-model-script.ts';
import { scriptedModel } from '../../src/adapters/model/scripted/scripted-model.ts';
import { answerOf, failureOf, requestOf, turnOf } from './asked.ts';

test('turns come in their order, with what they cost, and a script that has run out says so', async () => {
  const model = scriptedModel([
    {
      text: 'I look.',
      calls: [
        { name: 'f', arguments: { a: 1 } },
        { name: 'g', arguments: '{"cut', id: 'mine' },
      ],
      usage: { usd: 0.5, inputTokens: 7, cachedInputTokens: 3, outputTokens: 2 },
    },
    { text: 'half', finish: 'length' },
  ]);
  const first = await answerOf(model, requestOf());
  expect(turnOf(first)).toEqual({
    ok: true,
    text: 'I look.',
    calls: [
      { id: 'call_0_0', name: 'f', arguments: '{"a":1}' },
      { id: 'mine', name: 'g', arguments: '{"cut' },
    ],
    finish: 'calls',
    opaque: null,
  });
  expect(first.usage).toEqual({ nanoUsd: 5e8, inputTokens: 7, cachedInputTokens: 3, outputTokens: 2, model: null });
  expect(turnOf(await answerOf(model, requestOf())).finish).toBe('length');
  expect(failureOf(await answerOf(model, requestOf()))).toEqual({
    kind: 'refused',
    message: 'The script of the model has 2 turns, and one more was asked for.',
    hint: 'Add a turn to the script for each request to the model.',
    retryable: false,
  });
});

test('an act that is taken up again goes on where its script was', async () => {
  const model = scriptedModel([{ text: 'one' }, { text: 'two' }], { turnsMade: 1 });
  expect(turnOf(await answerOf(model, requestOf())).text).toBe('two');
});

test('a function answers by what is asked', async () => {
  const model = scriptedModel(({ messages }, number) => (number > 1 ? undefined : { text: `${number}: ${messages.length}` }));
  expect(turnOf(await answerOf(model, requestOf())).text).toBe('0: 1');
  expect(turnOf(await answerOf(model, requestOf({ messages: [] }))).text).toBe('1: 0');
  expect(failureOf(await answerOf(model, requestOf())).message).toContain('has 2 turns');
});

test('it says that no model is asked', () => {
  expect(scriptedModel([]).label).toBe('scripted model (no model is asked)');
});

const written = `
- text: I look.
  calls:
    - name: read_file
      arguments: { path: a.ts, n: [1, true, null] }
    - { name: shell, arguments: '{"cut', id: x }
    - name: list
  usage: { usd: 0.01, inputTokens: 10 }
- error: Slow down.
  kind: rate_limited
- silent: true
- text: 42
  finish: length
`;

test('a script is read from YAML, as a list or under its key, and from JSON', () => {
  const expected = [
    {
      text: 'I look.',
      calls: [
        { name: 'read_file', arguments: { path: 'a.ts', n: [1, true, null] } },
        { name: 'shell', arguments: '{"cut', id: 'x' },
        { name: 'list', arguments: {} },
      ],
      usage: { usd: 0.01, inputTokens: 10 },
    },
    { fail: { kind: 'rate_limited', message: 'Slow down.', retryable: true } },
    { silent: true },
    { text: '42', finish: 'length' },
  ];
  expect(parseModelScript(written)).toEqual({ ok: true, value: expected });
  expect(parseModelScript(`turns:${written.replaceAll('\n', '\n  ')}`)).toEqual({ ok: true, value: expected });
  expect(parseModelScript('[{"text": "hi"}]')).toEqual({ ok: true, value: [{ text: 'hi' }] });
});

test.each<[string, string, string]>([
  ['an unknown key', '- text: a\n- txt: b', 'line 2: a turn has no "txt"; it may have text, calls, error, kind, silent, finish, usage'],
  ['no list', 'turns: 5', 'line 1: a list of turns belongs here'],
  ['nothing', '', 'line 1: the script of a model is a map of keys and values'],
  ['an unknown kind', '- error: no\n  kind: bad', 'line 2: `kind` is one of '],
  ['a kind without an error', '- kind: timeout', 'line 1: `kind` says of which kind an `error` is, and there is none'],
  ['an error that says something else', '- error: no\n  text: yes', 'line 1: a turn that fails or is silent says nothing else'],
  ['a call without a name', '- calls:\n    - arguments: {}', 'line 2: a call has a `name`'],
  ['a price that is none', '- usage: { usd: -1 }', 'line 1: "usd" is a number that is not negative'],
  ['an unknown finish', '- finish: done', 'line 1: `finish` is one of stop, calls, length, unknown'],
  ['a silence that is none', '- silent: yes please', 'line 1: "silent" is true or false'],
  ['broken YAML', '- text: "a', 'line 1: '],
])('a script with %s is refused by its line', (_name, text, sentence) => {
  const parsed = parseModelScript(text);
  expect(parsed.ok ? null : parsed.failure).toContain(sentence);
});
