import { describe, expect, test } from 'vitest';
import { answerOf, asked, failureOf, nowMs, requestOf, tool, turnOf } from './asked.ts';
import { brokenAfter, byteWise, events, json, silentAfter } from './model-server.ts';
import { type Wire, wires } from './wires.ts';

describe.each(wires.map((wire): [string, Wire] => [wire.provider, wire]))('%s', (_name, wire) => {
  test('a stream is one text, shown as it comes, with its tokens and the model that answered', async () => {
    const answer = await asked(wire, events(...wire.text(['Hel', 'lo — ', '十二'])));
    expect(turnOf(answer)).toEqual({
      ok: true,
      text: 'Hello — 十二',
      calls: [],
      finish: 'stop',
      opaque: turnOf(answer).opaque,
    });
    expect(answer.activity).toEqual(['Hel', 'lo — ', '十二']);
    expect(answer.usage).toMatchObject({
      nanoUsd: null,
      inputTokens: 100,
      cachedInputTokens: 40,
      outputTokens: 10,
      model: expect.stringMatching(/served$/),
    });
    expect(answer.warnings).toEqual([]);
    expect(answer.received).toHaveLength(1);
  });

  test('a stream that comes a byte at a time is whole', async () => {
    expect(turnOf(await asked(wire, byteWise(...wire.text(['a中b', ', é'])))).text).toBe('a中b, é');
  });

  const pair = [
    { id: 'call_a', name: 'f', pieces: ['{"k":', ' 1}'] },
    { id: 'call_b', name: 'g', pieces: ['{"k":', ' 2}'] },
  ];

  test('parallel calls, their pieces mixed, are whole calls with ids of their own', async () => {
    const answer = turnOf(await asked(wire, events(...wire.calls(pair)), { tools: [tool('f'), tool('g')] }));
    expect(answer.finish).toBe('calls');
    expect(answer.calls.map(({ name, arguments: text }) => [name, JSON.parse(text)])).toEqual([
      ['f', { k: 1 }],
      ['g', { k: 2 }],
    ]);
    expect(new Set(answer.calls.map(({ id }) => id)).size).toBe(2);
  });

  test('results go back to their calls, in the order of the calls, and are asked on', async () => {
    const first = await asked(wire, [events(...wire.calls(pair)), events(...wire.text(['done']))], { tools: [tool('f'), tool('g')] });
    const { text, calls, opaque } = turnOf(first);
    const results = calls.map(({ id, name }, at) => ({ id, name, text: `result ${at}`, isError: at === 1 }));
    const messages = [...requestOf().messages, { role: 'assistant', text, calls, opaque } as const, { role: 'tool', results } as const];
    const second = await answerOf(first.model, requestOf({ tools: [tool('f'), tool('g')], messages }));
    expect(turnOf(second).text).toBe('done');
    const given = wire.resultsIn(first.received[1]?.body);
    expect(given.map((each) => JSON.stringify(each.text))).toEqual([
      expect.stringContaining('result 0'),
      expect.stringContaining('result 1'),
    ]);
    if (wire.provider !== 'google') expect(given.map(({ id }) => id)).toEqual(['call_a', 'call_b']);
  });

  test.each<['length' | 'refused' | 'odd', string]>([
    ['length', 'length'],
    ['odd', 'unknown'],
  ])('an answer that stopped by %s is a turn that says %s', async (end, finish) => {
    const answer = await asked(wire, events(...wire.text(['half'], end)));
    expect(turnOf(answer)).toMatchObject({ text: 'half', finish });
    expect(answer.warnings).toHaveLength(finish === 'unknown' ? 1 : 0);
  });

  test('an answer that a filter stopped is refused, not to be asked again, and its tokens count', async () => {
    const answer = await asked(wire, events(...wire.text([], 'refused')));
    expect(failureOf(answer)).toMatchObject({ kind: 'refused', retryable: false });
    expect(answer.usage.inputTokens).toBe(100);
  });

  test('arguments that were cut at the limit of the output come as they are, and the turn says so', async () => {
    const answer = turnOf(
      await asked(wire, events(...wire.calls([{ id: 'c', name: 'f', pieces: ['{"path":"a.py","con'] }], 'length')), { tools: [tool('f')] }),
    );
    expect(answer.finish).toBe('length');
    expect(answer.calls.map(({ arguments: text }) => text)).toEqual([wire.provider === 'google' ? '{}' : '{"path":"a.py","con']);
  });

  test.each([
    ['ended by the server', events],
    ['broken off with the connection', brokenAfter],
  ])('a stream %s before its end is incomplete, and no call of it is given', async (_how, reply) => {
    for (const begun of [wire.text(['half'], 'none'), wire.calls(pair, 'none')]) {
      const answer = await asked(wire, reply(...begun), { tools: [tool('f'), tool('g')] });
      expect(failureOf(answer)).toMatchObject({ kind: 'incomplete', retryable: true });
    }
  });

  test('an answer without text and calls is a turn without them: the loop decides', async () => {
    expect(turnOf(await asked(wire, events(...wire.text([]))))).toMatchObject({ text: '', calls: [], finish: 'stop' });
  });

  test('an error inside the stream is a failure in its words', async () => {
    const answer = await asked(wire, events(...wire.start, wire.error('Too much to do.')));
    expect(failureOf(answer)).toMatchObject({ kind: 'overloaded', message: expect.stringContaining('Too much to do.'), retryable: true });
  });

  test('an error as the first event is a failure in its words', async () => {
    const answer = await asked(wire, events(wire.error('Too much to do.')));
    expect(failureOf(answer)).toMatchObject({ kind: 'overloaded', message: expect.stringContaining('Too much to do.'), retryable: true });
  });

  test.each<[string, number | undefined]>([
    ['0', undefined],
    ['-5', undefined],
    ['abc', undefined],
    ['2abc', undefined],
    ['5, 7', undefined],
    ['Mon, 30 Nov 2026 09:00:00 GMT', undefined],
    ['Mon, 30 Nov 2026 10:00:45 GMT', 45_000],
    ['30', 30_000],
    ['1.5', 1500],
    ['86400', 86_400_000],
  ])('a rate limit with Retry-After "%s" is waited for by %s ms, and asked once', async (header, waitMs) => {
    const answer = await asked(wire, json(wire.refusal(429, 'Slow down.'), 429, { 'retry-after': header }));
    expect(failureOf(answer)).toEqual({
      kind: 'rate_limited',
      message: 'Slow down. (HTTP 429)',
      retryable: true,
      ...(waitMs === undefined ? {} : { notBeforeMs: nowMs + waitMs }),
    });
    expect(answer.received).toHaveLength(1);
  });

  test('a wrong key is a failure that says which variable to set, and does not tell the key', async () => {
    const answer = await asked(wire, json(wire.refusal(401, 'wrong key sk-secret-0123456789'), 401));
    expect(failureOf(answer)).toEqual({
      kind: 'auth',
      message: 'wrong key [key] (HTTP 401)',
      hint: `Set ${wire.variable} to a key that may use ${wire.model}.`,
      retryable: false,
    });
  });

  test('what is no answer of a model is a failure in words', async () => {
    for (const reply of [json('<html>', 502), json('', 200), events('{not json'), json({}, 307, { location: 'http://elsewhere/' })]) {
      const failure = failureOf(await asked(wire, reply));
      expect(failure.message).not.toBe('');
    }
  });

  test('a connection that is left open behind the end of an answer is not waited for', async () => {
    // Gemini has no mark of the end: what follows the reason for it may be its tokens.
    if (wire.provider === 'google') return;
    const answer = await asked(wire, silentAfter(...wire.text(['Hello'])), { timeoutMs: 30_000 });
    expect(turnOf(answer).text).toBe('Hello');
    expect(answer.usage.outputTokens).toBe(10);
  });

  test('a time that no timer takes is the longest that one takes, and a key that no header takes is none', async () => {
    expect(turnOf(await asked(wire, events(...wire.text(['x'])), { timeoutMs: 2 ** 40 })).text).toBe('x');
    const answer = await asked(wire, events(), {}, { key: { value: 'sk-a\nb', variable: wire.variable } });
    expect(failureOf(answer)).toMatchObject({ kind: 'auth', message: `${wire.variable} holds characters that no key has.` });
    expect(answer.received).toEqual([]);
  });

  test('a stream that falls silent ends by its time, and an abort ends it at once', async () => {
    const slow = await asked(wire, silentAfter(...wire.text(['half'], 'none')), { timeoutMs: 300 });
    expect(failureOf(slow)).toMatchObject({ kind: 'timeout' });
    const abort = new AbortController();
    const turning = slow.model.start(requestOf({ signal: abort.signal }));
    for await (const piece of turning.activity) {
      expect(piece).toBe('half');
      abort.abort();
    }
    expect(failureOf(await turning.answer)).toMatchObject({ kind: 'cancelled' });
  });
});
