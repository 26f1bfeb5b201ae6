import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { openaiRunner, openaiSettings } from '../../src/adapters/runner/openai/openai-runner.ts';
import type { Call } from '../../src/ports/runner.ts';
import { answerOf, callIn, failureOf } from './call.ts';
import { delta, done, events, json, openaiServer, type Received, usage } from './openai-server.ts';

const key = 'sk-secret-0123456789';
const nowMs = () => Date.UTC(2026, 10, 30, 10);

/** Asks a server that answers so; with a key. */
async function asked(answer: (response: ServerResponse, request: Received) => void, more: Partial<Call> = {}) {
  const { endpoint, received } = await openaiServer(answer);
  const settings = openaiSettings({ PAWL_OPENAI_ENDPOINT: endpoint, PAWL_OPENAI_MODEL: 'small', PAWL_OPENAI_API_KEY: key });
  return { ...(await answerOf(openaiRunner(settings, nowMs), callIn('/', more))), received };
}

const message = (content: unknown, finish = 'stop') => ({
  model: 'served',
  choices: [{ message: { role: 'assistant', content }, finish_reason: finish }],
  usage: { prompt_tokens: 12, completion_tokens: 34 },
});

test.each<[string, (response: ServerResponse) => void]>([
  ['a stream', events(delta('Hel'), delta('lo'), delta(null, 'stop'), usage, done)],
  ['a stream that does not say why it stopped', events(delta('Hello'), usage, done)],
  ['a stream without an end mark', events(delta('Hello', 'stop'), usage)],
  ['a document, where the server does not stream', json(message('Hello'))],
  ['a document whose content is in parts', json(message([{ type: 'text', text: 'Hel' }, { type: 'image' }, { type: 'text', text: 'lo' }]))],
  ['a stream with thoughts before the answer', events(delta('<think>is it ALL_PASSING'), delta('?</think>\n\nHello', 'stop'), usage, done)],
])('the reply and its tokens come from %s; the price is unknown', async (_name, answer) => {
  const { reply, usage, warnings } = await asked(answer);
  expect(reply).toEqual({ ok: true, text: 'Hello' });
  expect(usage).toEqual({ nanoUsd: null, inputTokens: 12, outputTokens: 34, model: 'served' });
  expect(warnings).toEqual([]);
});

test('a stream in pieces, cut inside characters, with comments and Windows line ends, is whole', async () => {
  const bytes = Buffer.from(`: keep alive\r\n\r\nevent: x\r\ndata: ${JSON.stringify(delta('a中b, é', 'stop'))}\r\n\r\ndata:[DONE]`);
  const { reply } = await asked(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const byte of bytes) await new Promise((resolve) => response.write(Buffer.of(byte), resolve));
    response.end();
  });
  expect(reply).toEqual({ ok: true, text: 'a中b, é' });
});

test('the request asks the model of the settings, with principles for the system and the key in its header', async () => {
  const { received, activity } = await asked(json(message('x')), { prompt: 'Do it.', principles: ['Be brief.'], model: 'smart' });
  expect(received).toHaveLength(1);
  const [{ url, headers, body }] = received as [Received];
  expect(url).toBe('/v1/chat/completions');
  expect(headers.authorization).toBe(`Bearer ${key}`);
  expect(body).toEqual({
    model: 'small',
    messages: [
      { role: 'system', content: 'Follow these principles:\n- Be brief.' },
      { role: 'user', content: 'Do it.' },
    ],
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(activity).toEqual([expect.stringMatching(/^asks small at 127\.0\.0\.1:\d+$/)]);
});

test('a model that the step names is asked for; without principles and key neither is sent', async () => {
  const { endpoint, received } = await openaiServer(json(message('x')));
  const runner = openaiRunner(openaiSettings({ PAWL_OPENAI_ENDPOINT: `${endpoint}//` }));
  await runner.start(callIn('/', { model: 'llama3:8b' })).answer;
  expect(received[0]).toMatchObject({ url: '/v1/chat/completions', body: { model: 'llama3:8b', messages: [{ role: 'user' }] } });
  expect(received[0]?.headers.authorization).toBe(undefined);
});

test('a server that does not know stream_options is asked without them', async () => {
  const { reply, usage, received } = await asked((response, { body }) => {
    if (body.stream_options) json({ error: { message: "unknown field 'stream_options'" } }, 400)(response);
    else events(delta('Hello', 'stop'), done)(response);
  });
  expect(reply).toEqual({ ok: true, text: 'Hello' });
  expect(usage).toMatchObject({ inputTokens: null, outputTokens: null });
  expect(received).toHaveLength(2);
});

const error = (status: number, fields: unknown = { message: `no, not with ${key}` }, headers = {}) =>
  json({ error: fields }, status, headers);

test.each<[string, (response: ServerResponse) => void, Readonly<Record<string, unknown>>]>([
  [
    '401',
    error(401),
    { kind: 'auth', retryable: false, message: 'no, not with [key] (HTTP 401)', hint: expect.stringContaining('API_KEY') },
  ],
  ['403', error(403), { kind: 'auth', retryable: false }],
  ['404', error(404), { kind: 'not_found', hint: expect.stringContaining('small') }],
  ['400', error(400), { kind: 'refused', retryable: false }],
  ['413', error(413), { kind: 'too_large' }],
  ['429', error(429), { kind: 'rate_limited', retryable: true, notBeforeMs: undefined }],
  ['429 for 30 seconds', error(429, undefined, { 'retry-after': '30' }), { kind: 'rate_limited', notBeforeMs: nowMs() + 30_000 }],
  [
    '429 until a date',
    error(429, undefined, { 'retry-after': 'Mon, 30 Nov 2026 10:05:00 GMT' }),
    { kind: 'rate_limited', notBeforeMs: nowMs() + 300_000 },
  ],
  ['429 until some day', error(429, undefined, { 'retry-after': 'later' }), { kind: 'rate_limited', notBeforeMs: undefined }],
  [
    '429 for 30 days',
    error(429, undefined, { 'retry-after': '2592000' }),
    { kind: 'rate_limited', retryable: false, notBeforeMs: undefined },
  ],
  ['429 for want of money', error(429, { message: 'pay', code: 'insufficient_quota' }), { kind: 'quota', retryable: false }],
  ['400 for a long prompt', error(400, { message: 'long', code: 'context_length_exceeded' }), { kind: 'too_large', retryable: false }],
  ['400 for its content', error(400, { message: 'bad', code: 'content_policy_violation' }), { kind: 'refused', retryable: false }],
  ['500', error(500), { kind: 'overloaded', retryable: true }],
  ['503', error(503), { kind: 'overloaded', retryable: true }],
  ['529', error(529), { kind: 'overloaded', retryable: true }],
  ['504', error(504), { kind: 'timeout', retryable: true }],
  [
    'an error that is a text',
    json({ error: 'model "x" not found' }, 404),
    { kind: 'not_found', message: 'model "x" not found (HTTP 404)' },
  ],
  [
    'an error that is no JSON',
    json('<html>Bad Gateway</html>', 502),
    { kind: 'overloaded', message: '<html>Bad Gateway</html> (HTTP 502)' },
  ],
  ['an error without a word', json('', 502), { kind: 'overloaded', message: 'no reason given (HTTP 502)' }],
  ['a very long error', json('x'.repeat(100_000), 500), { message: expect.stringMatching(/^x{600}…$/) }],
  [
    'a redirect',
    json('', 308, { location: 'https://elsewhere.example/v1' }),
    { kind: 'refused', message: expect.stringContaining('elsewhere') },
  ],
  ['a document that is no JSON', json('{"choices": [', 200), { kind: 'invalid_output' }],
  ['an empty document', json('', 200), { kind: 'invalid_output' }],
  ['a document without choices', json({}, 200), { kind: 'incomplete' }],
  ['a piece that is no JSON', events(delta('Hel'), '{"choices": [', done), { kind: 'invalid_output' }],
  ['a stream that ends too soon', events(delta('Hel')), { kind: 'incomplete', retryable: true }],
  ['a stream with nothing in it', events(), { kind: 'incomplete' }],
  [
    'an error inside a stream',
    events(delta('Hel'), { error: { message: 'overheated', code: 503 } }),
    { kind: 'overloaded', message: 'overheated' },
  ],
  ['an error in a document that is fine', json({ error: { message: 'no GPU' } }, 200), { kind: 'io', message: 'no GPU' }],
  ['finish_reason length', events(delta('half of', 'length'), done), { kind: 'incomplete' }],
  ['finish_reason content_filter', events(delta('', 'content_filter'), done), { kind: 'refused', retryable: false }],
  ['finish_reason tool_calls', events(delta('', 'tool_calls'), done), { kind: 'incomplete' }],
  [
    'a refusal',
    json({ choices: [{ message: { refusal: 'I will not.' }, finish_reason: 'stop' }] }),
    { kind: 'refused', message: 'I will not.' },
  ],
  ['an empty answer', events(delta('', 'stop'), done), { kind: 'incomplete', message: expect.stringContaining('empty') }],
  ['white space for an answer', json(message(' \n ')), { kind: 'incomplete' }],
  [
    'thoughts without an end',
    events(delta('<think>hm', 'stop'), done),
    { kind: 'incomplete', message: expect.stringContaining('thinking') },
  ],
  ['thoughts alone', events(delta('<think>hm</think>', 'stop'), done), { kind: 'incomplete' }],
])('%s is a failure of its kind, without the key in it', async (_name, answer, expected) => {
  const failure = failureOf(await asked(answer));
  expect(failure).toMatchObject(Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)));
  if ('notBeforeMs' in expected) expect(failure.notBeforeMs).toBe(expected.notBeforeMs);
  expect(JSON.stringify(failure)).not.toContain(key);
});

test.each<[string, (response: ServerResponse) => void, string]>([
  [
    'after some of a stream',
    (response) => response.write(`data: ${JSON.stringify(delta('Hel'))}\n\n`, () => response.destroy()),
    'incomplete',
  ],
  ['within a piece', (response) => response.write('data: {"choices"', () => response.destroy()), 'incomplete'],
])('a connection that breaks %s is an incomplete answer', async (_name, breakOff, kind) => {
  const answer = await asked((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    breakOff(response);
  });
  expect(failureOf(answer)).toMatchObject({ kind, retryable: true });
});

test('a connection that breaks within a document is an incomplete answer', async () => {
  const answer = await asked((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"choices": [', () => response.destroy());
  });
  expect(failureOf(answer)).toMatchObject({ kind: 'incomplete' });
});

test('a connection that breaks before an answer may be tried again', async () => {
  expect(failureOf(await asked((response) => void response.destroy()))).toMatchObject({ kind: 'io', retryable: true });
});

test('nobody at the endpoint is a failure that says where and what to start', async () => {
  const runner = openaiRunner(openaiSettings({ PAWL_OPENAI_ENDPOINT: 'http://127.0.0.1:1/v1' }));
  expect(failureOf(await runner.start(callIn('/')).answer)).toMatchObject({
    kind: 'io',
    message: 'Nothing answers at http://127.0.0.1:1.',
    hint: expect.stringContaining('ollama serve'),
    retryable: false,
  });
});

test.each(['nonsense', 'file:///etc/v1', '/v1'])('the endpoint %s is refused in words', async (endpoint) => {
  const runner = openaiRunner(openaiSettings({ PAWL_OPENAI_ENDPOINT: endpoint }));
  expect(failureOf(await runner.start(callIn('/')).answer)).toMatchObject({
    kind: 'refused',
    hint: expect.stringContaining('PAWL_OPENAI_ENDPOINT'),
  });
});

test('a name and password in the endpoint do not show in the label', () => {
  const { label } = openaiRunner(openaiSettings({ PAWL_OPENAI_ENDPOINT: 'http://me:secret@example.test/v1' }));
  expect(label).toBe('qwen3:32b at example.test (answers, cannot change files)');
});

const defaults = {
  configured: false,
  endpoint: 'http://localhost:11434/v1',
  model: 'qwen3:32b',
  apiKey: null,
  timeoutMs: 600_000,
  warnings: [],
};

test.each<[string, Record<string, string>, Readonly<Record<string, unknown>>]>([
  ['nothing', {}, {}],
  ['DEVKIT_LOCAL_ENABLED=1', { DEVKIT_LOCAL_ENABLED: '1' }, { configured: true }],
  ['DEVKIT_LOCAL_ENABLED=0', { DEVKIT_LOCAL_ENABLED: '0' }, {}],
  ['an endpoint of the seed’s alone', { DEVKIT_LOCAL_ENDPOINT: 'http://a/v1' }, { endpoint: 'http://a/v1' }],
  ['a twin', { PAWL_OPENAI_ENDPOINT: 'http://b/v1/' }, { configured: true, endpoint: 'http://b/v1' }],
  [
    'both',
    { DEVKIT_LOCAL_MODEL: 'a', PAWL_OPENAI_MODEL: 'b', DEVKIT_LOCAL_API_KEY: 'x', PAWL_OPENAI_API_KEY: 'y' },
    { model: 'b', apiKey: 'y' },
  ],
  ['empty values', { DEVKIT_LOCAL_MODEL: ' ', PAWL_OPENAI_MODEL: '', DEVKIT_LOCAL_TIMEOUT: '' }, {}],
  ['a time limit', { DEVKIT_LOCAL_TIMEOUT: '30' }, { timeoutMs: 30_000 }],
])('the settings from %s', (_name, env, expected) => {
  expect(openaiSettings(env)).toEqual({ ...defaults, ...expected });
});

test.each(['0', '-5', '1.5', 'ten', '99999999', '5m'])('the time limit %s is passed over with a warning, said once', async (timeout) => {
  const { endpoint } = await openaiServer(json(message('x')));
  const settings = openaiSettings({ PAWL_OPENAI_ENDPOINT: endpoint, DEVKIT_LOCAL_TIMEOUT: timeout });
  expect(settings.timeoutMs).toBe(600_000);
  const runner = openaiRunner(settings);
  expect((await runner.start(callIn('/')).answer).warnings).toEqual([expect.stringContaining(timeout)]);
  expect((await runner.start(callIn('/')).answer).warnings).toEqual([]);
});

test('the time limit of the settings ends a call that may take longer', async () => {
  const { endpoint } = await openaiServer(() => undefined);
  const runner = openaiRunner({ ...openaiSettings({ PAWL_OPENAI_ENDPOINT: endpoint }), timeoutMs: 200 });
  expect(failureOf(await runner.start(callIn('/')).answer)).toMatchObject({
    kind: 'timeout',
    message: 'qwen3:32b did not answer within 200 ms.',
  });
});

test('a stream that falls silent is ended by the time limit, and an abort ends it as cancelled', async () => {
  const begin = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(delta('Hel'))}\n\n`);
  };
  expect(failureOf(await asked(begin, { timeoutMs: 300 })).kind).toBe('timeout');
  const abort = new AbortController();
  const answer = asked(
    (response) => {
      begin(response);
      abort.abort();
    },
    { signal: abort.signal },
  );
  expect(failureOf(await answer).kind).toBe('cancelled');
});
