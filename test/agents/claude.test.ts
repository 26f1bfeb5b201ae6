import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import { claudeRunner } from '../../src/adapters/runner/claude/claude-runner.ts';
import type { Call } from '../../src/ports/runner.ts';
import { answerOf, callIn, failureOf } from '../runner/call.ts';
import { agentPackages, installedAgent } from './agent-install.ts';
import { errorBody, type ScriptedReply } from './anthropic-server.ts';
import { type ClaudePlace, claudePlace } from './claude-place.ts';
import { endsWhenAborted } from './silent-provider.ts';

let path = '';
beforeAll(async () => {
  path = await installedAgent('claude');
});

const subject = programs();

/** Asks the real program, with its model scripted. */
async function asked(place: ClaudePlace, more: Partial<Call> = {}, maxTurns?: number) {
  const runner = claudeRunner({ programs: subject, path, ...(maxTurns === undefined ? {} : { maxTurns }) });
  return answerOf(runner, callIn(place.workspace, { env: place.env, timeoutMs: 120_000, ...more }));
}

test('the program is the version that these tests are written against', async () => {
  const { stdout } = await subject.run({ argv: [path, '--version'], cwd: '/', env: { PATH: process.env.PATH ?? '' }, timeoutMs: 60_000 });
  expect(stdout.toString()).toContain(agentPackages.claude.version);
});

test('a scripted model really writes, edits and runs, and the answer has its words, cost and tokens', async () => {
  const place = await claudePlace((workspace) => [
    { text: 'I begin.', tools: [{ name: 'Write', input: { file_path: join(workspace, 'a.txt'), content: 'one two' } }] },
    { tools: [{ name: 'Edit', input: { file_path: join(workspace, 'a.txt'), old_string: 'two', new_string: 'three' } }] },
    { tools: [{ name: 'Bash', input: { command: 'cat a.txt > b.txt', description: 'copies' } }] },
    { text: 'All done: zwölf.' },
  ]);
  const { reply, usage, activity, warnings } = await asked(place);
  expect(reply).toEqual({ ok: true, text: 'All done: zwölf.' });
  expect(readFileSync(join(place.workspace, 'b.txt'), 'utf8')).toBe('one three');
  expect(usage).toMatchObject({ inputTokens: 400, outputTokens: 40, model: expect.stringContaining('claude') });
  expect(usage.nanoUsd).toBeGreaterThan(0);
  expect(activity).toEqual(['writes a.txt', 'edits a.txt', 'runs cat a.txt > b.txt']);
  expect(warnings).toEqual([]);
});

test('prompt, principles and model reach the provider', async () => {
  const place = await claudePlace([{ text: 'Yes.' }]);
  await asked(place, { prompt: 'What is the magic word?', principles: ['Say abracadabra.'], model: 'fast' });
  const [request] = place.server.requests;
  expect(request?.model).toContain('haiku');
  expect(JSON.stringify(request?.system)).toContain('Say abracadabra.');
  expect(JSON.stringify(request?.messages)).toContain('What is the magic word?');
});

test.each(['/clear the table', '/help', '/etc/hosts is wrong'])(
  'the prompt "%s" goes to the model and not to the program itself',
  async (prompt) => {
    const place = await claudePlace([{ text: 'Yes.' }]);
    expect((await asked(place, { prompt })).reply).toEqual({ ok: true, text: 'Yes.' });
    expect(JSON.stringify(place.server.requests[0]?.messages)).toContain(prompt);
  },
);

const error = (status: number, type: string, message: string): ScriptedReply => ({ error: { status, body: errorBody(type, message) } });

test.each<[string, ScriptedReply, Readonly<Record<string, unknown>>]>([
  ['overloaded', error(529, 'overloaded_error', 'Overloaded'), { kind: 'overloaded', retryable: true }],
  ['failing inside', error(500, 'api_error', 'Internal'), { kind: 'overloaded', retryable: true }],
  ['at its limit', error(429, 'rate_limit_error', 'Slow down'), { kind: 'rate_limited', retryable: true, message: /Slow down/ }],
  ['refusing the key', error(401, 'authentication_error', 'invalid x-api-key'), { kind: 'auth', retryable: false }],
  ['refusing the account', error(403, 'permission_error', 'Not allowed here'), { kind: 'auth', retryable: false }],
  [
    'out of money',
    error(400, 'invalid_request_error', 'Your credit balance is too low to access the API.'),
    { kind: 'quota', retryable: false },
  ],
  ['without the model', error(404, 'not_found_error', 'model: x'), { kind: 'not_found', retryable: false }],
  ['refusing the words', { text: 'No', stopReason: 'refusal' }, { kind: 'refused', retryable: false }],
  ['cutting the answer', { text: 'Half of', stopReason: 'max_tokens' }, { kind: 'incomplete' }],
])('a provider that is %s makes a failure of the right kind', async (_name, reply, expected) => {
  const failure = failureOf(await asked(await claudePlace([reply])));
  const { message = /./, ...rest } = expected as { message?: RegExp };
  expect(failure).toMatchObject(rest);
  expect(failure.message).toMatch(message);
});

test('an answer without a word is an empty reply with a warning', async () => {
  const { reply, warnings } = await asked(await claudePlace([{ text: '' }]));
  expect(reply).toEqual({ ok: true, text: '' });
  expect(warnings).toHaveLength(1);
});

test('the limit of turns is a failure, and its cost counts', async () => {
  const place = await claudePlace([{ tools: [{ name: 'Bash', input: { command: 'true', description: 'x' } }] }]);
  const answer = await asked(place, {}, 2);
  expect(failureOf(answer)).toMatchObject({ kind: 'incomplete', retryable: false, message: expect.stringContaining('2') });
  expect(answer.usage.nanoUsd).toBeGreaterThan(0);
});

test('a tool outside the documented flags is not used, and a warning names it', async () => {
  const input = { url: 'http://127.0.0.1/page', prompt: 'read it' };
  const { reply, warnings } = await asked(await claudePlace([{ tools: [{ name: 'WebFetch', input }] }, { text: 'I could not.' }]));
  expect(reply).toEqual({ ok: true, text: 'I could not.' });
  expect(warnings).toEqual(['claude was not allowed to use WebFetch.']);
});

test('an abort while the provider is silent ends the program and all that it started', async () => {
  const place = await claudePlace([{ silent: true }]);
  await endsWhenAborted(subject, place, (more) => asked(place, more));
});
