import { expect, test } from 'vitest';
import { apiFailureOf } from '../../../src/core/model/api-failure.ts';
import { EventData } from '../../../src/core/model/event-data.ts';
import type { FailureKind } from '../../../src/core/model/failure.ts';
import { retryAtMs } from '../../../src/core/model/retry-after.ts';
import { shownFailure } from '../../../src/core/model/shown-failure.ts';
import { withoutThoughts } from '../../../src/core/model/thoughts.ts';

const nowMs = Date.UTC(2026, 10, 30, 10);

test.each<[string, number | null]>([
  ['0', null],
  ['-5', null],
  ['abc', null],
  ['2abc', null],
  ['', null],
  ['5, 7', null],
  ['Mon, 30 Nov 2026 09:00:00 GMT', null],
  ['Mon, 30 Nov 2026 10:00:45 GMT', 45_000],
  ['Monday, 30-Nov-26 10:00:45 GMT', 45_000],
  ['Mon Nov 30 10:00:45 2026', 45_000],
  ['Mon, 99 Nov 2026 10:00:45 GMT', null],
  ['30', 30_000],
  [' 30 ', 30_000],
  ['1.5', 1500],
  ['86400', 86_400_000],
])('Retry-After "%s" asks for a wait of %s ms', (text, waitMs) => {
  expect(retryAtMs({ 'retry-after': text }, nowMs)).toBe(waitMs === null ? null : nowMs + waitMs);
});

test.each<[string, Record<string, string | undefined>, number | null]>([
  ['in milliseconds', { 'retry-after-ms': '1500', 'retry-after': '2' }, 1500],
  ['as the reset of a limit', { 'anthropic-ratelimit-requests-reset': '2026-11-30T10:01:00Z' }, 60_000],
  [
    'as the reset of the limit of which nothing is left',
    {
      'anthropic-ratelimit-requests-reset': '2026-11-30T10:01:00Z',
      'anthropic-ratelimit-requests-remaining': '12',
      'anthropic-ratelimit-tokens-reset': '2026-11-30T10:00:30Z',
      'anthropic-ratelimit-tokens-remaining': '0',
    },
    30_000,
  ],
  [
    'as the later of two resets',
    { 'anthropic-ratelimit-a-reset': '2026-11-30T10:01:00Z', 'anthropic-ratelimit-b-reset': '2026-11-30T11:00:00+00:00' },
    3_600_000,
  ],
  ['as a reset that is no time', { 'anthropic-ratelimit-requests-reset': '12', 'anthropic-ratelimit-tokens-reset': undefined }, null],
  ['not at all', { date: 'Mon, 30 Nov 2026 10:00:00 GMT' }, null],
])('a wait that is told %s', (_name, headers, waitMs) => {
  expect(retryAtMs(headers, nowMs)).toBe(waitMs === null ? null : nowMs + waitMs);
});

test('a wait of more than seven days is told and not waited for', () => {
  const failure = apiFailureOf({ status: 429, body: '', headers: { 'retry-after': '999999999999' } }, nowMs);
  expect(failure).toMatchObject({ kind: 'rate_limited', retryable: false, hint: expect.stringContaining('days') });
  expect(failure.notBeforeMs).toBe(undefined);
});

const quotaMessage = { error: { message: 'Your credit balance is too low to access the API', type: 'invalid_request_error' } };

test.each<[number | null, unknown, FailureKind, string]>([
  [429, { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }, 'quota', 'You exceeded your quota (HTTP 429)'],
  [400, quotaMessage, 'quota', 'Your credit balance is too low to access the API (HTTP 400)'],
  [
    400,
    { error: { message: 'prompt is too long: 200001 tokens > 200000 maximum' } },
    'too_large',
    'prompt is too long: 200001 tokens > 200000 maximum (HTTP 400)',
  ],
  [500, { error: { message: 'prompt is too long' } }, 'overloaded', 'prompt is too long (HTTP 500)'],
  [400, [{ error: { message: 'API key not valid.', details: [{ reason: 'API_KEY_INVALID' }] } }], 'auth', 'API key not valid. (HTTP 400)'],
  [400, JSON.stringify({ error: 'bad' }), 'refused', 'bad (HTTP 400)'],
  [401, ' no entry ', 'auth', 'no entry (HTTP 401)'],
  [503, '', 'overloaded', 'no reason given (HTTP 503)'],
  [404, { message: 'no such model' }, 'not_found', 'no such model (HTTP 404)'],
  [null, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'overloaded', 'Overloaded'],
  [null, { message: 'slow', type: 'rate_limit_error' }, 'rate_limited', 'slow'],
  [null, { message: 'slow', code: 429 }, 'rate_limited', 'slow'],
  [null, { code: 'context_length_exceeded' }, 'too_large', 'The server broke off the answer with an error.'],
  [null, null, 'io', 'The server broke off the answer with an error.'],
  [null, 'not { json', 'io', 'not { json'],
])('status %s and %j make a failure of kind %s', (status, body, kind, message) => {
  expect(apiFailureOf({ status, body, headers: {} }, nowMs)).toMatchObject({ kind, message });
});

test('a delay that the error itself names is waited for', () => {
  const details = [{ '@type': 'x' }, { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }];
  const body = { error: { status: 'RESOURCE_EXHAUSTED', message: 'no', details } };
  expect(apiFailureOf({ status: 429, body, headers: {} }, nowMs).notBeforeMs).toBe(nowMs + 34_500);
});

test('the key goes from what is shown before it is cut, unless it is too short to be one', () => {
  const failure = (message: string) => ({ kind: 'auth', message }) as const;
  expect(shownFailure(failure('wrong key sk-12345678'), 'sk-12345678').message).toBe('wrong key [key]');
  expect(shownFailure(failure('ollama says no'), 'ollama').message).toBe('ollama says no');
  expect(shownFailure(failure('x'.repeat(601)), null).message).toBe(`${'x'.repeat(600)}…`);
});

test('thoughts before the answer are none of it', () => {
  expect(withoutThoughts('plain <think>')).toBe('plain <think>');
  expect(withoutThoughts(' <think>a</think>\n b')).toBe('b');
  expect(withoutThoughts('<think>a')).toBe(null);
});

test('the data of events comes whole, wherever the text was cut', () => {
  const text = ': x\r\nevent: a\r\ndata: {"a":\r\n\ndata:2\ndata: end';
  for (let at = 0; at <= text.length; at++) {
    const data = new EventData();
    expect([...data.push(text.slice(0, at)), ...data.push(text.slice(at)), ...data.end()]).toEqual(['{"a":', '2', 'end']);
  }
});
