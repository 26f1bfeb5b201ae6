import { expect, test } from 'vitest';
import { asked, failureOf, requestOf, tool, turnOf } from './asked.ts';
import { events, json } from './model-server.ts';
import { chatWire } from './wires.ts';

const chunk = (delta: unknown, finish: string | null = null) => ({ choices: [{ index: 0, delta, finish_reason: finish }] });
const calls = (...tool_calls: unknown[]) => chunk({ tool_calls });
const call = (index: number | undefined, id: string | null | undefined, name: string | undefined, text: string) => ({
  ...(index === undefined ? {} : { index }),
  ...(id === undefined ? {} : { id }),
  function: { ...(name === undefined ? {} : { name }), arguments: text },
});
const end = [chunk({}, 'tool_calls'), '[DONE]'];
const tools = ['read_file', 'read', 'f', 'g', 'w', 'w2'].map((name) => tool(name));

test.each<[string, unknown[], [string, string][]]>([
  [
    'two calls under one index, told apart by their ids',
    [calls(call(0, 'call_a', 'read_file', '{"path":"a"}')), calls(call(0, 'call_b', 'read_file', '{"path":"b"}'))],
    [
      ['read_file', '{"path":"a"}'],
      ['read_file', '{"path":"b"}'],
    ],
  ],
  [
    'two calls under one index, without ids',
    [calls(call(0, undefined, 'read', '{"p":"x"}')), calls(call(0, undefined, 'read', '{"p":"y"}'))],
    [
      ['read', '{"p":"x"}'],
      ['read', '{"p":"y"}'],
    ],
  ],
  [
    'pieces of two calls in turn, by their index',
    [
      calls(call(0, 'A', 'f', '{"k":')),
      calls(call(1, 'B', 'g', '{"k":')),
      calls(call(0, undefined, undefined, '1}')),
      calls(call(1, undefined, undefined, '2}')),
    ],
    [
      ['f', '{"k":1}'],
      ['g', '{"k":2}'],
    ],
  ],
  [
    'pieces of one call without an index, and then without an id',
    [calls(call(undefined, 'A', 'f', '{"loc')), calls(call(undefined, null, undefined, '":1}'))],
    [['f', '{"loc":1}']],
  ],
  [
    'a call whose id and name are said with every piece',
    [calls(call(0, 'A', 'f', '')), calls(call(0, 'A', 'f', '{"a":{}')), calls(call(0, 'A', 'f', '}'))],
    [['f', '{"a":{}}']],
  ],
  [
    'a call that is sent again as a whole when it is done',
    [calls(call(0, 'A', 'f', '{"a"')), calls(call(0, 'A', 'f', ':1}')), calls(call(0, 'A', 'f', '{"a":1}'))],
    [['f', '{"a":1}']],
  ],
  ['a name that comes after the first piece', [calls(call(0, 'A', undefined, '')), calls(call(0, undefined, 'f', '{}'))], [['f', '{}']]],
  [
    'no ids, an empty one and the same twice, all in one piece',
    [
      calls(
        call(0, undefined, 'read', '{"p":"x"}'),
        call(1, '', 'read', '{"p":"y"}'),
        call(2, 'dup', 'w', '{}'),
        call(3, 'dup', 'w2', '{}'),
      ),
    ],
    [
      ['read', '{"p":"x"}'],
      ['read', '{"p":"y"}'],
      ['w', '{}'],
      ['w2', '{}'],
    ],
  ],
  ['a call of no name at all', [calls(call(0, 'A', '', '{}'))], [['', '{}']]],
  ['arguments that are no text', [calls({ index: 0, id: 'A', function: { name: 'f', arguments: { a: 1 } } })], [['f', '{"a":1}']]],
  ['arguments that are no JSON', [calls(call(0, 'A', 'f', '{"a": nope'))], [['f', '{"a": nope']]],
  ['no arguments', [calls(call(0, 'A', 'f', ''))], [['f', '']]],
])('calls are whole where a server sends %s', async (_name, parts, expected) => {
  const turn = turnOf(await asked(chatWire, events(...parts, ...end), { tools }));
  expect(turn.calls.map(({ name, arguments: text }) => [name, text])).toEqual(expected);
  expect(new Set(turn.calls.map(({ id }) => id)).size).toBe(expected.length);
  expect(turn.calls.every(({ id }) => /^[\w-]+$/.test(id))).toBe(true);
  expect(turn.finish).toBe('calls');
});

test('the ids that stand for missing ones are not those of earlier calls, and go back with their results', async () => {
  const one = call(0, undefined, 'read', '{"p":"x"}');
  const answer = await asked(chatWire, events(calls(one), ...end), { tools });
  const first = turnOf(answer);
  const results = first.calls.map(({ id, name }) => ({ id, name, text: 'x', isError: false }));
  const messages = [...requestOf().messages, { role: 'assistant', ...first } as const, { role: 'tool', results } as const];
  const turning = answer.model.start(requestOf({ tools, messages }));
  const second = turnOf(await turning.answer);
  expect(second.calls[0]?.id).not.toBe(first.calls[0]?.id);
  expect(answer.received[1]?.body.messages.slice(-2)).toMatchObject([
    { role: 'assistant', tool_calls: [{ id: first.calls[0]?.id, function: { name: 'read', arguments: '{"p":"x"}' } }] },
    { role: 'tool', tool_call_id: first.calls[0]?.id, content: 'x' },
  ]);
});

const message = (fields: unknown, finish = 'stop') => ({
  model: 'served',
  choices: [{ message: { role: 'assistant', ...(fields as object) }, finish_reason: finish }],
  usage: { prompt_tokens: 12, completion_tokens: 34 },
});

test('a server that does not stream is read all the same', async () => {
  const tool_calls = [
    { function: { name: 'read', arguments: '{"p":"x"}' } },
    { id: '', function: { name: 'read', arguments: '{"p":"y"}' } },
  ];
  const answer = await asked(chatWire, json(message({ content: 'Hello', tool_calls }, 'tool_calls')), { tools });
  expect(turnOf(answer)).toMatchObject({ text: 'Hello', finish: 'calls', calls: [{ arguments: '{"p":"x"}' }, { arguments: '{"p":"y"}' }] });
  expect(answer.usage).toMatchObject({ inputTokens: 12, outputTokens: 34, model: 'served' });
});

test.each<[string, unknown, string]>([
  ['a filter', message({ content: null }, 'content_filter'), 'The provider stopped the answer: content_filter.'],
  ['the model, in its words', message({ content: null, refusal: 'I can not help' }), 'I can not help'],
])('what is refused by %s is a failure in words', async (_who, document, words) => {
  const answer = await asked(chatWire, json(document));
  expect(failureOf(answer)).toEqual({ kind: 'refused', message: words, retryable: false });
  expect(answer.usage.inputTokens).toBe(12);
});

test('a refusal that is streamed is a failure in its words', async () => {
  const answer = await asked(chatWire, events(chunk({ refusal: 'I can ' }), chunk({ refusal: 'not help' }), chunk({}, 'stop'), '[DONE]'));
  expect(failureOf(answer)).toMatchObject({ kind: 'refused', message: 'I can not help' });
});

test('an answer that is ended and does not say why is a turn of which that is not known', async () => {
  expect(turnOf(await asked(chatWire, events(chunk({ content: 'Hello' }), '[DONE]')))).toMatchObject({ text: 'Hello', finish: 'unknown' });
});

test('a turn of thoughts alone is empty, and given back as something that every server takes', async () => {
  const answer = await asked(chatWire, json(message({ content: '', reasoning_content: 'hm' })));
  const turn = turnOf(answer);
  expect(turn).toMatchObject({ text: '', calls: [], finish: 'stop' });
  const messages = [...requestOf().messages, { role: 'assistant', ...turn } as const, { role: 'user', text: ' \n' } as const];
  await answer.model.start(requestOf({ messages })).answer;
  expect(answer.received[1]?.body.messages.slice(2)).toEqual([
    { role: 'assistant', content: '(nothing)', reasoning_content: 'hm' },
    { role: 'user', content: '(nothing)' },
  ]);
});

test('thoughts that stand in the text are none of it; those that never end are no answer', async () => {
  expect(turnOf(await asked(chatWire, json(message({ content: '<think>hm</think>\n\nHello' })))).text).toBe('Hello');
  expect(failureOf(await asked(chatWire, json(message({ content: '<think>hm' })))).kind).toBe('incomplete');
});

test('a server that does not know stream_options is asked without', async () => {
  const answer = await asked(chatWire, (response, { body }) => {
    if (body.stream_options) json({ error: { message: "unknown field 'stream_options'" } }, 400)(response, {} as never);
    else events(chunk({ content: 'Hello' }, 'stop'), '[DONE]')(response, {} as never);
  });
  expect(turnOf(answer).text).toBe('Hello');
  expect(answer.received).toHaveLength(2);
});

test('without a key none is sent; headers that were given are', async () => {
  const answer = await asked(chatWire, events(...chatWire.text(['x'])), {}, { key: null, headers: { 'X-Team': 'blue' } });
  expect(answer.received[0]?.headers).toMatchObject({ 'x-team': 'blue' });
  expect(answer.received[0]?.headers.authorization).toBe(undefined);
});
