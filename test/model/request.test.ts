import { describe, expect, test } from 'vitest';
import { aiSdkModel } from '../../src/adapters/model/ai-sdk/ai-sdk-model.ts';
import type { Json } from '../../src/core/model/json.ts';
import { asked, failureOf, requestOf, tool, turnOf } from './asked.ts';
import { events, json, modelServer } from './model-server.ts';
import { anthropicWire, chatWire, geminiWire, openaiWire, settingsAt, type Wire, wires } from './wires.ts';

const each = wires.map((wire): [string, Wire] => [wire.provider, wire]);

describe.each(each)('%s', (_name, wire) => {
  /** The tools as they were offered. */
  // biome-ignore lint/suspicious/noExplicitAny: each provider's own form
  const offeredIn = (body: any): { name: string; schema: any }[] =>
    (wire.provider === 'google' ? body.tools[0].functionDeclarations : body.tools).map(
      // biome-ignore lint/suspicious/noExplicitAny: as above
      (one: any) => ({
        name: one.name ?? one.function.name,
        schema: one.input_schema ?? one.parameters ?? one.parametersJsonSchema ?? one.function?.parameters,
      }),
    );

  const long = 'mcp__awslabs_billing-cost-management-mcp-server__billing_cost_management_compare_budgets_by_';
  const names = [`${long}month`, `${long}year`, 'admin.tools/list', 'naïve tool', 'Get', 'get'];

  test('every tool is offered under a name that providers take, and called by its own', async () => {
    let offered: string[] = [];
    const answer = await asked(
      wire,
      (response, request) => {
        offered = offeredIn(request.body).map(({ name }) => name);
        events(...wire.calls(offered.map((name, at) => ({ id: `c${at}`, name, pieces: ['{}'] }))))(response, request);
      },
      { tools: names.map((name) => tool(name)) },
    );
    for (const name of offered) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(new Set(offered).size).toBe(names.length);
    expect(offered.slice(4)).toEqual(['Get', 'get']);
    expect(turnOf(answer).calls.map(({ name }) => name)).toEqual(names);
  });

  test('a tool that is not there stays what the model called it, and its history is one that providers take', async () => {
    const odd = ['functions.read_file', 'Read_File', '../../etc', 'read_file\u200b', 'multi_tool_use/parallel'];
    const written = odd.map((name, at) => ({ id: `c${at}`, name, pieces: ['{}'] }));
    const answer = await asked(wire, [events(...wire.calls(written)), events(...wire.text(['ok']))], { tools: [tool('read_file')] });
    const { calls, text, opaque } = turnOf(answer);
    expect(calls.map(({ name }) => name)).toEqual(odd);
    const results = calls.map(({ id, name }) => ({ id, name, text: 'no such tool', isError: true }));
    const messages = [...requestOf().messages, { role: 'assistant', text, calls, opaque } as const, { role: 'tool', results } as const];
    await answer.model.start(requestOf({ tools: [tool('read_file')], messages })).answer;
    const sent = JSON.stringify(answer.received[1]?.body).matchAll(/"name":"([^"]*)"/g);
    for (const [, name] of sent) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });

  const anyOf: Json = [
    { type: 'object', properties: { id: { $ref: '#/$defs/key' } }, required: ['id'] },
    { type: 'object', properties: { slug: { type: 'string' } }, required: ['slug'] },
  ];
  // As text: an object with a `then` could be taken for a promise.
  const conditional: Json = JSON.parse('{"type":"object","allOf":[{"if":{"properties":{"m":{"const":"x"}}},"then":{"required":["y"]}}]}');
  const roots: readonly [string, Json][] = [
    ['ok', { type: 'object', properties: { a: { type: 'string' } } }],
    ['root_anyof', { anyOf, $defs: { key: { type: 'string' } } }],
    ['cond', conditional],
    ['bool', true],
    ['noschema', null],
  ];

  test('a schema whose root is none that providers take is wrapped, its arguments are not, and one impossible tool is left out by its name', async () => {
    const tools = [...roots.map(([name, schema]) => tool(name, schema)), tool('ok')];
    const written = [
      { id: 'c0', name: 'ok', pieces: ['{"input":1}'] },
      { id: 'c1', name: 'root_anyof', pieces: ['{"input":{"id":', '"x"}}'] },
      { id: 'c2', name: 'cond', pieces: ['{"other":1}'] },
    ];
    const answer = await asked(wire, [events(...wire.calls(written)), events(...wire.text(['ok']))], { tools });
    const offered = offeredIn(answer.received[0]?.body);
    expect(offered.map(({ name }) => name)).toEqual(['ok', 'root_anyof', 'cond', 'bool']);
    for (const { schema } of offered) {
      expect(schema.type.toLowerCase()).toBe('object');
      for (const key of ['anyOf', 'oneOf', 'allOf']) expect(schema[key]).toBe(undefined);
    }
    expect(answer.warnings).toEqual([
      'the tool "noschema" is not offered: its parameters are no JSON Schema',
      'the tool "ok" is not offered: another one has its name',
    ]);
    const { calls, text, opaque } = turnOf(answer);
    expect(calls.map(({ arguments: given }) => JSON.parse(given))).toEqual([{ input: 1 }, { id: 'x' }, { other: 1 }]);
    const results = calls.map(({ id, name }) => ({ id, name, text: 'fine', isError: false }));
    const messages = [...requestOf().messages, { role: 'assistant', text, calls, opaque } as const, { role: 'tool', results } as const];
    await answer.model.start(requestOf({ tools, messages })).answer;
    expect(JSON.stringify(answer.received[1]?.body).replaceAll('\\', '')).toContain('{"input":{"id":"x"}}');
  });

  test('arguments that were no JSON go back as what they were, never as {}', async () => {
    const calls = [{ id: 'c0', name: 'f', arguments: '{"path":"a.py","con' }];
    const results = [{ id: 'c0', name: 'f', text: 'cut at 19 characters', isError: true }];
    const messages = [
      ...requestOf().messages,
      { role: 'assistant', text: '', calls, opaque: null } as const,
      { role: 'tool', results } as const,
    ];
    const answer = await asked(wire, events(...wire.text(['ok'])), { tools: [tool('f')], messages });
    expect(JSON.stringify(answer.received[0]?.body).replaceAll('\\', '')).toContain('"unreadable_arguments":"{"path":"a.py","con"');
  });

  test('the key goes in its header, and no key is a failure before anything is sent', async () => {
    const answer = await asked(wire, events(...wire.text(['ok'])));
    const headers = answer.received[0]?.headers ?? {};
    expect([headers['x-api-key'], headers['x-goog-api-key'], headers.authorization].join('')).toContain('sk-secret-0123456789');
    if (wire.provider === 'compatible') return;
    const server = await modelServer(events());
    const keyless = await aiSdkModel(settingsAt(wire, server.origin, { key: { value: null, variable: wire.variable } }));
    expect(failureOf(await keyless.start(requestOf()).answer)).toEqual({
      kind: 'auth',
      message: expect.stringContaining(`${wire.variable} is not set`),
      hint: `Set ${wire.variable} to a key that may use ${wire.model}.`,
      retryable: false,
    });
    expect(server.received).toEqual([]);
  });

  test.each([
    ['nobody answers there', 'http://127.0.0.1:1'],
    ['there is no such host', 'http://nowhere.invalid'],
    ['there is no address', 'nowhere'],
  ])('a call that reached nobody cost nothing, and is not one without a price: %s', async (_, origin) => {
    const model = await aiSdkModel(settingsAt(wire, origin, {}));
    const { turn, usage } = await model.start(requestOf()).answer;
    expect([turn.ok, usage.nanoUsd]).toEqual([false, 0]);
  });

  test('of a call that somebody answered with an error, or broke off, it is not known what it cost', async () => {
    const answer = await asked(wire, json('no', 500));
    expect([answer.turn.ok, answer.usage.nanoUsd]).toEqual([false, null]);
  });

  test.each(['auto', 'required', 'none'] as const)('tools may be chosen: %s', async (toolChoice) => {
    const answer = await asked(wire, events(...wire.text(['ok'])), { tools: [tool('f')], toolChoice, maxOutputTokens: 77 });
    const { body } = answer.received[0] ?? { body: {} };
    const said = JSON.stringify(body.tool_choice ?? body.toolConfig ?? 'auto').toLowerCase();
    expect(said).toMatch(toolChoice === 'required' ? /required|any/ : toolChoice);
    expect(body.max_tokens ?? body.max_output_tokens ?? body.generationConfig.maxOutputTokens).toBe(77);
  });

  const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false };

  test('a reply of a schema is asked for in the provider’s way, or in words where its root is no object', async () => {
    const native = await asked(wire, events(...wire.text(['{"n":1}'])), { replySchema: schema });
    expect(turnOf(native).text).toBe('{"n":1}');
    expect(JSON.stringify(native.received[0]?.body)).toContain('"n":{"type":"integer"}');
    const worded = await asked(wire, events(...wire.text(['[1]'])), { replySchema: { type: 'array' } });
    expect(turnOf(worded).text).toBe('[1]');
    expect(JSON.stringify(worded.received[0]?.body)).toContain('Its JSON Schema: {\\"type\\":\\"array\\"}');
  });
});

const conversation = [
  { role: 'user', text: 'Please do.' },
  { role: 'assistant', text: 'I look.', calls: [{ id: 'c0', name: 'f', arguments: '{"a":1}' }], opaque: null },
  { role: 'tool', results: [{ id: 'c0', name: 'f', text: 'seen', isError: false }] },
] as const;

test('Anthropic: the system text, the last tool and the last message are marked for its cache', async () => {
  const { received } = await asked(anthropicWire, events(...anthropicWire.text(['ok'])), {
    tools: [tool('f'), tool('g')],
    messages: conversation,
  });
  const { body, url } = received[0] ?? {};
  expect(url).toBe('/v1/messages');
  const mark = { cache_control: { type: 'ephemeral' } };
  expect(body.system).toEqual([{ type: 'text', text: 'Be brief.', ...mark }]);
  expect(body.tools.map((one: object) => 'cache_control' in one)).toEqual([false, true]);
  expect(body.messages).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Please do.' }] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'c0', name: 'f', input: { a: 1 } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c0', content: 'seen', ...mark }] },
  ]);
});

test('Anthropic: signed and hidden thoughts go back untouched and in their place', async () => {
  const thinking = (index: number, text: string, signature: string) => [
    { type: 'content_block_start', index, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking: text } },
    { type: 'content_block_delta', index, delta: { type: 'signature_delta', signature } },
    { type: 'content_block_stop', index },
  ];
  const [start] = anthropicWire.start;
  const stream = [
    start,
    ...thinking(0, 'First, ', 'sig=='),
    { type: 'content_block_start', index: 1, content_block: { type: 'redacted_thinking', data: 'hidden==' } },
    { type: 'content_block_stop', index: 1 },
    { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'I look.' } },
    { type: 'content_block_stop', index: 2 },
    { type: 'content_block_start', index: 3, content_block: { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} } },
    { type: 'content_block_stop', index: 3 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 10 } },
    { type: 'message_stop' },
  ];
  const { turn, next } = await answered(anthropicWire, stream);
  expect(turn.text).toBe('I look.');
  expect(next.messages[1].content).toEqual([
    { type: 'thinking', thinking: 'First, ', signature: 'sig==' },
    { type: 'redacted_thinking', data: 'hidden==' },
    { type: 'text', text: 'I look.' },
    { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} },
  ]);
});

test('OpenAI: nothing is kept there, and encrypted reasoning goes back untouched', async () => {
  const [start] = openaiWire.start;
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'enc==' };
  const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '{}', status: 'completed' };
  const stream = [
    start,
    { type: 'response.output_item.added', output_index: 0, item: { ...reasoning, encrypted_content: null } },
    { type: 'response.output_item.done', output_index: 0, item: reasoning },
    { type: 'response.output_item.added', output_index: 1, item: { ...call, arguments: '', status: 'in_progress' } },
    { type: 'response.output_item.done', output_index: 1, item: call },
    ...openaiWire.text([]).slice(-1),
  ];
  const { next, first } = await answered(openaiWire, stream);
  expect(first).toMatchObject({
    store: false,
    include: ['reasoning.encrypted_content'],
    prompt_cache_key: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(next.prompt_cache_key).toBe(first.prompt_cache_key);
  expect(next.input.slice(-3)).toEqual([
    { type: 'reasoning', id: 'rs_1', encrypted_content: 'enc==', summary: [] },
    expect.objectContaining({ type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' }),
    expect.objectContaining({ type: 'function_call_output', call_id: 'call_1', output: 'seen' }),
  ]);
});

test('Google: the signature of a thought goes back with its call', async () => {
  const parts = [
    { text: 'hm', thought: true },
    { functionCall: { name: 'f', args: {} }, thoughtSignature: 'sig==' },
  ];
  const stream = [{ candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }] }];
  const { next } = await answered(geminiWire, stream);
  expect(next.contents[1].parts.at(-1)).toMatchObject({ functionCall: { name: 'f', args: {} }, thoughtSignature: 'sig==' });
});

test('Google: a prompt that is blocked is refused in the provider’s words', async () => {
  const blocked = { promptFeedback: { blockReason: 'SAFETY', blockReasonMessage: 'Not this.' }, usageMetadata: { promptTokenCount: 9 } };
  const answer = await asked(geminiWire, events(blocked));
  expect(failureOf(answer)).toEqual({ kind: 'refused', message: 'Not this.', retryable: false });
  expect(answer.usage.inputTokens).toBe(9);
});

test('OpenAI: a refusal of the model is a failure in its words', async () => {
  const item = { type: 'message', id: 'msg_1', status: 'in_progress', role: 'assistant', content: [] };
  const part = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const stream = [
    ...openaiWire.start,
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.refusal.delta', ...part, delta: 'I can not help' },
    { type: 'response.refusal.done', ...part, refusal: 'I can not help' },
    ...openaiWire.text([]).slice(-1),
  ];
  expect(failureOf(await asked(openaiWire, events(...stream)))).toMatchObject({ kind: 'refused', message: 'I can not help' });
});

test('what one provider wants back is not sent to another', async () => {
  const opaque = { by: 'anthropic', parts: [{ type: 'reasoning', text: 'hm', data: { anthropic: { signature: 'sig==' } } }] };
  const messages = [...requestOf().messages, { role: 'assistant', text: 'Hi.', calls: [], opaque } as const, ...requestOf().messages];
  const { received } = await asked(chatWire, events(...chatWire.text(['ok'])), { messages });
  expect(JSON.stringify(received[0]?.body)).not.toContain('hm');
});

/** The turn that a stream makes, and the bodies of the request for it and of the next one. */
async function answered(wire: Wire, stream: readonly unknown[], names: readonly string[] = ['f']) {
  const tools = names.map((name) => tool(name));
  const answer = await asked(wire, [events(...stream), events(...wire.text(['ok']))], { tools });
  const turn = turnOf(answer);
  // As it comes back from where it was kept.
  const { text, calls, opaque } = JSON.parse(JSON.stringify(turn)) as typeof turn;
  const results = calls.map(({ id, name }) => ({ id, name, text: 'seen', isError: false }));
  const messages = [...requestOf().messages, { role: 'assistant', text, calls, opaque } as const, { role: 'tool', results } as const];
  turnOf(await answer.model.start(requestOf({ tools, messages })).answer);
  return { turn, first: answer.received[0]?.body, next: answer.received[1]?.body };
}

test('OpenAI: calls that the model wraps into one are calls of the tools that are offered, and their results go back', async () => {
  const uses = ['f', 'g'].map((name) => ({ recipient_name: `functions.${name}`, parameters: { of: name } }));
  const item = {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'call_1',
    name: 'parallel',
    arguments: JSON.stringify({ tool_uses: uses }),
    status: 'completed',
  };
  const stream = [
    ...openaiWire.start,
    { type: 'response.output_item.added', output_index: 0, item: { ...item, arguments: '', status: 'in_progress' } },
    { type: 'response.output_item.done', output_index: 0, item },
    ...openaiWire.text([]).slice(-1),
  ];
  const { turn, next } = await answered(openaiWire, stream, ['f', 'g']);
  expect(turn.calls.map(({ name, arguments: text }) => [name, text])).toEqual([
    ['f', '{"of":"f"}'],
    ['g', '{"of":"g"}'],
  ]);
  const calls = next.input
    .filter((each: { type: string }) => each.type === 'function_call')
    .map((each: { call_id: string }) => each.call_id);
  const results = next.input
    .filter((each: { type: string }) => each.type === 'function_call_output')
    .map((each: { call_id: string }) => each.call_id);
  expect(results).toEqual(calls);
});
