import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { loopbackWebhooks } from '../../src/adapters/webhooks/hono/loopback-webhooks.ts';
import { receiveHook } from '../../src/app/tasks/receive-hook.ts';
import { digestOf } from '../../src/core/model/digest.ts';
import { mostWaiting } from '../../src/core/tasks/overlap.ts';
import type { Task } from '../../src/core/tasks/task.ts';
import type { Tasks } from '../../src/ports/tasks.ts';
import { memoryTasks } from '../../src/testing/memory-tasks.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { sampleTask } from '../../src/testing/sample-tasks.ts';

const token = 'a-token-of-a-test';
const hook = (change: Partial<Task> = {}): Task =>
  sampleTask('triage it', { when: { kind: 'webhook', tokenDigest: digestOf(token) }, ...change });

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: read field by field, as a caller would.
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

interface Call {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A server for these tasks, and how it is called. */
async function listening(tasks: Tasks) {
  const server = okValue(await loopbackWebhooks.listen(0, (call) => receiveHook(tasks, call)));
  onTestFinished(() => server.close());
  const call = ({ path = '/hooks/triage%20it', method = 'POST', headers = {}, body = '' }: Call = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: server.port, path, method, headers: { authorization: `Bearer ${token}`, ...headers } },
        (got) => {
          let text = '';
          got.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          got.on('end', () => resolve({ status: got.statusCode ?? 0, body: JSON.parse(text), headers: got.headers }));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  return { call, port: server.port };
}

async function served(task: Task = hook()) {
  const tasks = memoryTasks();
  okValue(await tasks.apply({ task, create: [], cancel: [], atMs: 1 }));
  return { tasks, ...(await listening(tasks)) };
}

test('a call is taken once for each id, with what it brings; one without an id is one of its own', async () => {
  const { tasks, call } = await served();
  const first = await call({ headers: { 'idempotency-key': 'issue-1' }, body: '{"issue": 1}' });
  expect([first.status, first.body.state, first.body.isNew]).toEqual([202, 'waiting', true]);
  const again = await call({ headers: { 'idempotency-key': 'issue-1' }, body: '{"issue": 2}' });
  expect([again.status, again.body.isNew, again.body.occurrence]).toEqual([202, false, first.body.occurrence]);
  for (const body of ['', 'no JSON at all']) expect((await call({ body })).body.isNew).toBe(true);
  const causes = okValue(await tasks.read()).open.map(({ cause }) => (cause.kind === 'event' ? cause.payload : 'other'));
  expect(causes).toEqual([{ issue: 1 }, null, 'no JSON at all']);
});

test('calls at the same moment with one id begin one occurrence', async () => {
  const { tasks, call } = await served();
  const answers = await Promise.all(Array.from({ length: 20 }, () => call({ headers: { 'idempotency-key': 'same' } })));
  expect(answers.filter(({ status, body }) => status === 202 && body.isNew).length).toBe(1);
  expect(okValue(await tasks.read()).open.length).toBe(1);
});

test('a wrong token, none, and a name that is none are answered alike, and nothing is taken', async () => {
  const { tasks, call } = await served();
  okValue(await tasks.apply({ task: sampleTask('event'), create: [], cancel: [], atMs: 1 }));
  const calls: Call[] = [
    { headers: { authorization: 'Bearer another-token' } },
    { headers: { authorization: `Bearer ${token}x` } },
    { headers: { authorization: `Basic ${token}` } },
    { headers: { authorization: '' } },
    { path: '/hooks/nothing' },
    { path: '/hooks/event' },
  ];
  const answers = await Promise.all(calls.map(call));
  expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 401));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(okValue(await tasks.read()).open).toEqual([]);
});

test('what is too large is refused before it is read, whatever its length is said to be', async () => {
  const { tasks, call } = await served();
  const body = Buffer.alloc(257 * 1024, 'x');
  // One who is still sending may find the connection closed before there is an answer to be read.
  const refused = (given: Call) =>
    call(given).then(
      ({ status }) => status,
      () => 413,
    );
  expect(await refused({ body })).toBe(413);
  expect(await refused({ body, headers: { 'transfer-encoding': 'chunked' } })).toBe(413);
  expect(okValue(await tasks.read()).open).toEqual([]);
});

test('pages in a browser are not answered, by whatever name they come', async () => {
  const { tasks, call } = await served();
  expect((await call({ headers: { origin: 'https://elsewhere.example' } })).status).toBe(403);
  expect((await call({ headers: { host: 'elsewhere.example:80' } })).status).toBe(403);
  expect(okValue(await tasks.read()).open).toEqual([]);
  expect((await call({ headers: { host: 'localhost:1' } })).status).toBe(202);
});

test('other paths and methods, ids that are too long, and calls of what takes none', async () => {
  const { call } = await served(hook({ enabled: false }));
  expect((await call({ path: '/' })).status).toBe(404);
  expect((await call({ method: 'GET' })).status).toBe(404);
  expect((await call({ headers: { 'idempotency-key': 'x'.repeat(201) } })).status).toBe(400);
  expect((await call()).body).toMatchObject({ code: 'task/paused' });
  const ended = await served(hook({ ended: 'cancelled' }));
  expect((await ended.call()).status).toBe(409);
});

test('a flood ends where as many wait as may, says so, and the rest can be sent again', async () => {
  const { tasks, call } = await served();
  const answers: number[] = [];
  for (let number = 0; number < mostWaiting + 5; number++)
    answers.push((await call({ headers: { 'idempotency-key': `${number}` } })).status);
  expect([answers.filter((status) => status === 202).length, answers.slice(mostWaiting)]).toEqual([mostWaiting, [429, 429, 429, 429, 429]]);
  const turnedAway = await call({ headers: { 'idempotency-key': 'later' } });
  expect([turnedAway.headers['retry-after'], turnedAway.body.code]).toEqual(['60', 'task/queue-full']);
  // One that was taken is known, however many wait.
  expect((await call({ headers: { 'idempotency-key': '0' } })).body.isNew).toBe(false);
  const [first] = okValue(await tasks.read()).open;
  const claim = okValue(await tasks.claim(first?.run ?? '', { run: '', pid: 1, host: '' }, 1));
  await tasks.update(first?.run ?? '', 1, { state: 'succeeded', note: null, atMs: 2 });
  await claim?.release();
  expect((await call({ headers: { 'idempotency-key': 'later' } })).body.isNew).toBe(true);
});

test('tasks that cannot be read are no reason to die', async () => {
  const broken = { ...memoryTasks(), read: async () => ({ ok: false, failure: { kind: 'io', message: 'the disk is full' } }) as const };
  const { call } = await listening(broken);
  expect(await call()).toMatchObject({ status: 503, body: { error: 'the disk is full' } });
});

test('a port that somebody has is refused with what to do', async () => {
  const { port } = await served();
  const second = await loopbackWebhooks.listen(port, async () => ({ status: 202, body: {} }));
  expect(second).toMatchObject({ ok: false, failure: { kind: 'refused', hint: expect.stringContaining('--port') } });
});
