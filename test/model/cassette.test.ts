import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cassetteModel } from '../../src/adapters/model/cassette/cassette-model.ts';
import { scriptedModel } from '../../src/adapters/model/scripted/scripted-model.ts';
import type { Model } from '../../src/ports/model.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { scratchFolder } from '../scratch.ts';
import { answerOf, failureOf, requestOf, tool, turnOf } from './asked.ts';

const plain = (text: string) => text;
const tape = () => join(scratchFolder(), 'c.jsonl');
const opened = async (path: string, model: Model | null, redact = plain): Promise<Model> =>
  okValue(await cassetteModel({ path, model, redact }));
const saying = (text: string) => requestOf({ messages: [{ role: 'user', text }] });

test('what was recorded is given again without the model, with what it had cost', async () => {
  const path = tape();
  const calls = [{ name: 'f', arguments: '{"a": 1}' }];
  const live = await opened(
    path,
    scriptedModel([{ text: 'I look.', calls, usage: { usd: 0.5, inputTokens: 7, outputTokens: 2 } }, { text: 'two' }]),
  );
  const first = await answerOf(live, saying('one'));
  await answerOf(live, saying('two'));
  const replay = await opened(path, null);
  expect(replay.label).toBe('scripted model (no model is asked), replayed (c.jsonl): no model is asked');
  expect(await answerOf(replay, saying('one'))).toEqual(first);
  expect(turnOf(await answerOf(replay, saying('two'))).text).toBe('two');
  expect(await answerOf(replay, saying('one'))).toEqual(first);
});

test('a request that is recorded is not asked again, in another order of its keys neither', async () => {
  const path = tape();
  const live = await opened(path, scriptedModel([{ text: 'one' }]));
  const [a, b] = [
    { type: 'object', properties: {} },
    { properties: {}, type: 'object' },
  ];
  await answerOf(live, requestOf({ tools: [tool('f', a)] }));
  expect(turnOf(await answerOf(live, requestOf({ tools: [tool('f', b)] }))).text).toBe('one');
  expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(2);
});

test('a turn is on disk before it is given, in a file that only its owner reads', async () => {
  const path = tape();
  const live = await opened(path, scriptedModel([{ text: 'one' }]));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const answered = live.start(saying('x')).answer.then(() => readFileSync(path, 'utf8'));
  expect(await answered).toContain('"text":"one"');
});

test('a miss names the nearest request and the first place where it differs', async () => {
  const path = tape();
  const live = await opened(path, scriptedModel([{ text: 'a' }, { text: 'b' }]));
  await answerOf(live, saying('Read the file and say what is wrong'));
  await answerOf(live, requestOf({ system: 'Another system.', messages: [{ role: 'user', text: 'Something else' }] }));
  const replay = await opened(path, null);
  const failure = failureOf(await answerOf(replay, saying('Read the file and say what is right')));
  expect(failure).toMatchObject({ kind: 'not_recorded', retryable: false });
  expect(failure.message).toBe(
    'This request is not recorded in c.jsonl. The nearest is turn 1 of 2, which differs first at messages[0].text: ' +
      'recorded …ile and say what is wrong", asked …ile and say what is right"',
  );
  const longer = requestOf({
    messages: [
      { role: 'user', text: 'Read the file and say what is wrong' },
      { role: 'user', text: 'now' },
    ],
  });
  expect(failureOf(await answerOf(replay, longer)).message).toContain('at messages[1]: recorded nothing, asked {"role":"user"');
  expect(failureOf(await answerOf(replay, { ...saying('Read the file and say what is wrong'), maxOutputTokens: 5 })).message).toContain(
    'at maxOutputTokens: recorded null, asked 5',
  );
});

test('an empty cassette says that nothing is recorded', async () => {
  const path = tape();
  await opened(path, scriptedModel([]));
  expect(failureOf(await answerOf(await opened(path, null), saying('x'))).message).toBe(
    'This request is not recorded in c.jsonl, which has no turns.',
  );
});

test('secrets are in no line, and a replay finds its turns without them', async () => {
  const path = tape();
  const redact = (text: string) => text.replaceAll('hunter2hunter2', '[secret TOKEN]');
  const calls = [{ name: 'f', arguments: '{"token":"hunter2hunter2"}' }];
  const live = await opened(path, scriptedModel([{ text: 'use hunter2hunter2', calls }]), redact);
  const answer = await answerOf(live, saying('the token is hunter2hunter2'));
  expect(turnOf(answer).text).toBe('use hunter2hunter2');
  expect(readFileSync(path, 'utf8')).not.toContain('hunter2');
  const replay = await opened(path, null);
  expect(turnOf(await answerOf(replay, saying('the token is [secret TOKEN]'))).calls[0]?.arguments).toBe('{"token":"[secret TOKEN]"}');
});

test('what may go another way the next time is not recorded; a refusal is', async () => {
  const path = tape();
  const fail = (kind: 'rate_limited' | 'refused') => ({ fail: { kind, message: `it is ${kind}`, retryable: kind !== 'refused' } });
  const live = await opened(path, scriptedModel([fail('rate_limited'), { text: 'now' }, fail('refused')]));
  expect(failureOf(await answerOf(live, saying('x'))).kind).toBe('rate_limited');
  expect(turnOf(await answerOf(live, saying('x'))).text).toBe('now');
  await answerOf(live, saying('y'));
  const replay = await opened(path, null);
  expect(turnOf(await answerOf(replay, saying('x'))).text).toBe('now');
  expect(failureOf(await answerOf(replay, saying('y')))).toEqual({ kind: 'refused', message: 'it is refused', retryable: false });
});

test('a line that was being written when its writer died is not read, and the next one does not run on in it', async () => {
  const path = tape();
  await answerOf(await opened(path, scriptedModel([{ text: 'one' }])), saying('one'));
  appendFileSync(path, '{"type":"turn","digest":"abc');
  expect(turnOf(await answerOf(await opened(path, null), saying('one'))).text).toBe('one');
  await answerOf(await opened(path, scriptedModel([{ text: 'two' }])), saying('two'));
  expect(turnOf(await answerOf(await opened(path, null), saying('two'))).text).toBe('two');
});

test('a text with half of a character in it is recorded and found again', async () => {
  const path = tape();
  await answerOf(await opened(path, scriptedModel([{ text: 'one' }])), saying('cut \ud83d'));
  expect(turnOf(await answerOf(await opened(path, null), saying('cut \ud83d'))).text).toBe('one');
});

test('a cassette that cannot be written any further says so, and the turn is given', async () => {
  const path = tape();
  const live = await opened(path, scriptedModel([{ text: 'one' }]));
  const { unlinkSync } = await import('node:fs');
  unlinkSync(path);
  mkdirSync(path);
  const answer = await answerOf(live, saying('x'));
  expect(turnOf(answer).text).toBe('one');
  expect(answer.warnings).toEqual(['the cassette could not be written any further: it ends before this turn']);
});

test.each<[string, string, string]>([
  ['no cassette', '{"type":"recording"}\n', 'line 1: this is no cassette of a model'],
  ['no JSON', 'hello\n', 'line 1: this is no cassette of a model'],
  ['of another version', '{"type":"cassette","v":9}\n', 'line 1: a cassette of version 9; this Pawl reads version 1'],
  ['with a line that is no turn', '{"type":"cassette","v":1}\n{"type":"turn","digest":"a"}\n', 'line 2: this is no turn of a cassette'],
  ['empty', '', 'is empty'],
])('a file that is %s is refused', async (_name, text, sentence) => {
  const path = tape();
  writeFileSync(path, text);
  const result = await cassetteModel({ path, model: null, redact: plain });
  expect(result.ok ? null : result.failure.message).toContain(sentence);
});

test('a cassette that is not there is refused to a replay, and nothing is made', async () => {
  const path = tape();
  const result = await cassetteModel({ path, model: null, redact: plain });
  expect(result).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
  expect(existsSync(path)).toBe(false);
});

test('a cassette of another model is not recorded on', async () => {
  const path = tape();
  await opened(path, scriptedModel([]));
  const other: Model = { ...scriptedModel([]), name: 'other' };
  expect(await cassetteModel({ path, model: other, redact: plain })).toMatchObject({ ok: false, failure: { kind: 'refused' } });
});
