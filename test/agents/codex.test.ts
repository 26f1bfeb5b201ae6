import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import { type CodexOptions, codexRunner } from '../../src/adapters/runner/codex/codex-runner.ts';
import type { Call } from '../../src/ports/runner.ts';
import { answerOf, callIn, failureOf } from '../runner/call.ts';
import { agentPackages, installedAgent } from './agent-install.ts';
import { type CodexPlace, codexPlace } from './codex-place.ts';
import type { ResponsesReply } from './responses-server.ts';
import { endsWhenAborted } from './silent-provider.ts';

let path = '';
beforeAll(async () => {
  path = await installedAgent('codex');
});

const subject = programs();

/** Asks the real program, with its model scripted. */
async function asked(place: CodexPlace, more: Partial<Call> = {}, options: Partial<CodexOptions> = {}) {
  const runner = codexRunner({ programs: subject, path, ...options });
  return answerOf(runner, callIn(place.workspace, { env: place.env, timeoutMs: 120_000, ...more }));
}

const shell = (cmd: string) => ({ name: 'exec_command', input: { cmd } });
const patch = (...lines: string[]) => ({
  name: 'apply_patch',
  input: { text: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n') },
});

test('the program is the version that these tests are written against', async () => {
  const { stdout } = await subject.run({ argv: [path, '--version'], cwd: '/', env: { PATH: process.env.PATH ?? '' }, timeoutMs: 60_000 });
  expect(stdout.toString()).toContain(agentPackages.codex.version);
});

test('a scripted model really writes, edits and runs, and the answer has its last words and its tokens', async () => {
  const place = await codexPlace([
    { text: 'I begin.', tools: [patch('*** Add File: a.txt', '+one two')] },
    { tools: [patch('*** Update File: a.txt', '@@', '-one two', '+one three')] },
    { tools: [shell('sleep 0.5; cat a.txt > b.txt')] },
    { text: 'All done: zwölf.' },
  ]);
  const prices = { nanoUsdOf: ({ name }: { name: string }, tokens: object) => (name === 'gpt-5.5' ? Object.values(tokens).length : null) };
  const { reply, usage, activity, warnings } = await asked(place, { model: 'gpt-5.5' }, { prices });
  expect(reply).toEqual({ ok: true, text: 'All done: zwölf.' });
  expect(readFileSync(join(place.workspace, 'b.txt'), 'utf8')).toBe('one three\n');
  expect(usage).toEqual({ nanoUsd: 3, inputTokens: 400, outputTokens: 40, model: 'gpt-5.5' });
  expect(activity).toEqual(['writes a.txt', 'edits a.txt', 'runs sleep 0.5; cat a.txt > b.txt']);
  expect(warnings).toEqual([]);
});

test('a model that writes programs of tool calls, as those of the tiers do, edits too', async () => {
  const program = `await tools.apply_patch("*** Begin Patch\\n*** Add File: a.txt\\n+one\\n*** End Patch\\n");
    text(await tools.exec_command({ cmd: "sleep 0.5; cat a.txt > b.txt" }))`;
  const place = await codexPlace([{ tools: [{ name: 'exec', input: { text: program } }] }, { text: 'Done.' }]);
  const { reply, activity } = await asked(place, { model: 'general' });
  expect(reply).toEqual({ ok: true, text: 'Done.' });
  expect(readFileSync(join(place.workspace, 'b.txt'), 'utf8')).toBe('one\n');
  expect(activity).toEqual(['writes a.txt', 'runs sleep 0.5; cat a.txt > b.txt']);
});

test('prompt, principles and model reach the provider, and a prompt with a slash is no command', async () => {
  const place = await codexPlace([{ text: 'Yes.' }]);
  await asked(place, { prompt: '/clear the table', principles: ['Say abracadabra.'], model: 'fast' });
  const [request] = place.server.requests;
  expect(request?.model).toBe('gpt-6-luna');
  expect(JSON.stringify(request?.input)).toContain('Follow these principles:\\n- Say abracadabra.\\n\\n/clear the table');
});

test.each([false, true])('a file outside the workspace is written only without permission checks (%s)', async (unsafe) => {
  const place = await codexPlace([{ tools: [shell('echo x > "$CODEX_HOME/outside"; echo y > inside')] }, { text: 'Done.' }]);
  const { reply } = await asked(place, {}, { unsafe });
  expect(reply).toEqual({ ok: true, text: 'Done.' });
  expect(existsSync(join(place.home, 'outside'))).toBe(unsafe);
  expect(existsSync(join(place.workspace, 'inside'))).toBe(true);
});

const error = (status: number, error: object, headers = {}): ResponsesReply => ({ error: { status, body: { error }, headers } });
const failing = (code: string, message: string): ResponsesReply => ({ failed: { code, message } });

test.each<[string, ResponsesReply, Readonly<Record<string, unknown>>]>([
  ['overloaded', error(503, { code: 'server_is_overloaded', message: 'x' }), { kind: 'overloaded', retryable: true }],
  ['failing inside', error(500, { message: 'x' }), { kind: 'overloaded', retryable: true }],
  ['at its limit, with a header', error(429, { message: 'x' }, { 'retry-after': '120' }), { kind: 'rate_limited', retryable: true }],
  [
    'at its limit, with a time',
    failing('rate_limit_exceeded', 'Rate limit reached. Please try again in 90s.'),
    { kind: 'rate_limited', retryable: true, notBeforeMs: Date.UTC(2026, 10, 30, 10, 1, 30) },
  ],
  ['at the end of the plan', error(429, { type: 'usage_limit_reached', message: 'x' }), { kind: 'quota', retryable: false }],
  ['out of money', error(429, { type: 'insufficient_quota', code: 'insufficient_quota' }), { kind: 'quota', retryable: false }],
  ['refusing the key', error(401, { message: 'Incorrect API key' }), { kind: 'auth', retryable: false }],
  ['refusing the account', error(403, { message: 'Not allowed here' }), { kind: 'auth', retryable: false }],
  ['without the model', error(404, { message: 'The model `x` does not exist' }), { kind: 'not_found', retryable: false }],
  ['refusing the request', error(400, { message: 'Bad thing' }), { kind: 'refused', retryable: false, message: 'Bad thing' }],
  ['asked for too much', failing('context_length_exceeded', 'x'), { kind: 'too_large', retryable: false }],
  ['refusing the words', { incomplete: 'content_filter' }, { kind: 'refused', retryable: false }],
  ['cutting the answer', { text: 'Half of', incomplete: 'max_output_tokens' }, { kind: 'incomplete', retryable: true }],
  ['refusing in words', { refusal: 'I cannot help with that.' }, { kind: 'incomplete', retryable: true }],
])('a provider that is %s makes a failure of the right kind', async (_name, reply, expected) => {
  const nowMs = () => Date.UTC(2026, 10, 30, 10);
  expect(failureOf(await asked(await codexPlace([reply]), {}, { nowMs }))).toMatchObject(expected);
});

test('a limit that ends at a time of the clock is waited for until then', async () => {
  const inTwoHours = Math.floor(Date.now() / 1000) + 7200;
  const reply = error(429, { type: 'usage_limit_reached', message: 'x', resets_at: inTwoHours });
  const { notBeforeMs, kind } = failureOf(await asked(await codexPlace([reply])));
  expect(kind).toBe('rate_limited');
  // Told to the minute, and so a minute is added.
  expect(Math.abs((notBeforeMs ?? 0) - inTwoHours * 1000)).toBeLessThan(120_000);
});

test('an answer without a word is an empty reply with a warning', async () => {
  const { reply, warnings } = await asked(await codexPlace([{ text: '' }]));
  expect(reply).toEqual({ ok: true, text: '' });
  expect(warnings).toHaveLength(1);
});

test('an abort while the provider is silent ends the program and all that it started', async () => {
  const place = await codexPlace([{ silent: true }]);
  await endsWhenAborted(subject, place, (more) => asked(place, more));
});
