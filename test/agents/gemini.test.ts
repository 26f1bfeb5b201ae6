import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import { type GeminiOptions, geminiRunner } from '../../src/adapters/runner/gemini/gemini-runner.ts';
import type { Call } from '../../src/ports/runner.ts';
import { answerOf, callIn, failureOf } from '../runner/call.ts';
import { agentPackages, installedAgent } from './agent-install.ts';
import { type GeminiPlace, geminiPlace } from './gemini-place.ts';
import type { GeminiReply } from './gemini-server.ts';
import { endsWhenAborted } from './silent-provider.ts';

let path = '';
beforeAll(async () => {
  path = await installedAgent('gemini');
});

const subject = programs();

/** Asks the real program, with its model scripted. A model is named, or it would first ask another which to take. */
async function asked(place: GeminiPlace, more: Partial<Call> = {}, options: Partial<GeminiOptions> = {}) {
  const runner = geminiRunner({ programs: subject, path, ...options });
  return answerOf(runner, callIn(place.workspace, { env: place.env, timeoutMs: 120_000, model: 'fast', ...more }));
}

const shell = (command: string) => ({ name: 'run_shell_command', input: { command, description: 'x' } });
const write = (file_path: string, content: string) => ({ name: 'write_file', input: { file_path, content } });

test('the program is the version that these tests are written against', async () => {
  const { stdout } = await subject.run({ argv: [path, '--version'], cwd: '/', env: { PATH: process.env.PATH ?? '' }, timeoutMs: 60_000 });
  expect(stdout.toString()).toContain(agentPackages.gemini.version);
});

test('a scripted model really writes, edits and runs, and the answer has its last words and its tokens', async () => {
  const place = await geminiPlace([
    { text: 'I begin.', tools: [write('a.txt', 'one two')] },
    { tools: [{ name: 'replace', input: { file_path: 'a.txt', old_string: 'two', new_string: 'three', instruction: 'x' } }] },
    { tools: [shell('cat a.txt > b.txt')] },
    { text: 'All done: zwölf.' },
  ]);
  const { reply, usage, activity, warnings } = await asked(place);
  expect(reply).toEqual({ ok: true, text: 'All done: zwölf.' });
  expect(readFileSync(join(place.workspace, 'b.txt'), 'utf8')).toBe('one three');
  // Thoughts are output too.
  expect(usage).toEqual({ nanoUsd: null, inputTokens: 400, outputTokens: 40, model: expect.stringContaining('flash-lite') });
  expect(activity).toEqual(['writes a.txt', 'edits a.txt', 'runs cat a.txt > b.txt']);
  expect(warnings).toEqual([]);
});

test('without a model it asks another which to take, and the tokens of both count', async () => {
  const { reply, usage } = await asked(await geminiPlace([{ text: 'Yes.' }]), { model: null });
  expect(reply).toEqual({ ok: true, text: 'Yes.' });
  expect(usage).toMatchObject({ inputTokens: 200, outputTokens: 20 });
});

test.each(['/help', '/clear the table', 'What is @Injectable, a@b.c and @missing.ts?'])(
  'prompt "%s" and principles reach the provider',
  async (prompt) => {
    const place = await geminiPlace([{ text: 'Yes.' }]);
    const { reply } = await asked(place, { prompt });
    expect(reply).toEqual({ ok: true, text: 'Yes.' });
    expect(JSON.stringify(place.server.requests[0]?.contents)).toContain(prompt);
  },
);

test('principles stand at the head of the prompt, and a tier is a model', async () => {
  const place = await geminiPlace([{ text: 'Yes.' }]);
  await asked(place, { prompt: 'Magic?', principles: ['Say abracadabra.'], model: 'smart' });
  const [request] = place.server.requests;
  expect(request?.model).toContain('pro');
  expect(JSON.stringify(request?.contents)).toContain('Follow these principles:\\n- Say abracadabra.\\n\\nMagic?');
});

test('files outside the workspace and tools of servers it does not know are refused, and a warning names the tool', async ({ expect }) => {
  const outside = (place: string) => write(join(place, 'outside'), 'x');
  const place = await geminiPlace([{ tools: [outside('/nowhere'), { name: 'mcp_other_tool', input: {} }] }, { text: 'I could not.' }]);
  const { reply, warnings } = await asked(place);
  expect(reply).toEqual({ ok: true, text: 'I could not.' });
  expect(existsSync('/nowhere/outside')).toBe(false);
  expect(warnings).toEqual(['gemini was not allowed to use mcp_other_tool, or has no such tool.']);
});

test('a folder that nobody trusts is not worked in, and the failure says how to trust it', async () => {
  const place = await geminiPlace([{ text: 'Yes.' }]);
  const { GEMINI_CLI_TRUST_WORKSPACE: _, ...env } = place.env;
  expect(failureOf(await asked(place, { env }))).toMatchObject({ kind: 'refused', hint: expect.stringContaining('trust') });
  expect(place.server.requests).toEqual([]);
});

const error = (status: number, message: string, details: readonly object[] = []): GeminiReply => ({
  error: { status, body: { error: { code: status, message, status: 'X', details } } },
});
const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '37s' };
const nowMs = Date.UTC(2026, 10, 30, 10);

test.each<[string, GeminiReply, Readonly<Record<string, unknown>>]>([
  ['overloaded', error(503, 'The model is overloaded'), { kind: 'overloaded', retryable: true }],
  ['failing inside', error(500, 'Internal'), { kind: 'overloaded', retryable: true }],
  [
    'at its limit',
    error(429, 'Resource has been exhausted', [retryInfo]),
    { kind: 'rate_limited', retryable: true, notBeforeMs: nowMs + 37_000 },
  ],
  [
    'at the end of the day',
    error(429, 'You exceeded your current quota, please check your plan and billing details.', [
      { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: 'GenerateRequestsPerDay-FreeTier' }] },
    ]),
    { kind: 'quota', retryable: false },
  ],
  ['refusing the key', error(400, 'API key not valid. Please pass a valid API key.'), { kind: 'auth', retryable: false }],
  ['refusing the account', error(403, 'Permission denied here'), { kind: 'auth', retryable: false }],
  ['without the model', error(404, 'models/x is not found'), { kind: 'not_found', retryable: false }],
  [
    'asked for too much',
    error(400, 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'),
    { kind: 'too_large', retryable: false },
  ],
  ['refusing the words', { text: '', finishReason: 'SAFETY' }, { kind: 'refused', retryable: false }],
  ['without a word', { text: '' }, { kind: 'incomplete', retryable: true }],
])('a provider that is %s makes a failure of the right kind', async (_name, reply, expected) => {
  expect(failureOf(await asked(await geminiPlace([reply]), {}, { nowMs: () => nowMs }))).toMatchObject(expected);
});

test('the limit of turns ends the program', async () => {
  const place = await geminiPlace([{ tools: [shell('echo x >> turns')] }]);
  const failure = failureOf(await asked(place, {}, { maxTurns: 2 }));
  expect(failure).toMatchObject({ kind: 'incomplete', retryable: false, message: expect.stringContaining('2 turns') });
  expect(place.server.requests.length).toBeLessThan(6);
});

test('an abort while the provider is silent ends the program and all that it started', async () => {
  const place = await geminiPlace([{ silent: true }], true);
  await endsWhenAborted(subject, place, (more) => asked(place, more));
});
