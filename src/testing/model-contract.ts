import type { Model, ModelAnswer, ModelRequest } from '../ports/model.ts';
import type { ContractKit } from './contract-kit.ts';

/** Makes the model under test, set up so that its next requests go as asked. */
export interface ModelSubject {
  /** It answers every request with this text. */
  answering(text: string): Promise<Model>;
  /** It answers every request with these calls, whose arguments are JSON of an object. */
  calling(calls: readonly { readonly name: string; readonly arguments: string }[]): Promise<Model>;
  /** It fails every request for good. */
  failing(): Promise<Model>;
  /** It never answers. */
  silent(): Promise<Model>;
}

/** What every `Model` must do, whoever answers behind it. */
export function modelContract({ test, expect }: ContractKit, subject: ModelSubject): void {
  const f = { name: 'read_file', description: 'Reads a file.', parameters: { type: 'object', properties: { path: { type: 'string' } } } };
  const g = { ...f, name: 'tools/list.all' };
  const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
    system: 'Be brief.',
    messages: [{ role: 'user', text: 'Say something.' }],
    tools: [f, g],
    toolChoice: 'auto',
    replySchema: null,
    maxOutputTokens: null,
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    ...more,
  });

  test('a model has a name, a label of one line for people, and room for a request', async () => {
    const { name, label, contextTokens } = await subject.answering('hello');
    expect(name).not.toBe('');
    expect(label).not.toBe('');
    expect(label.includes('\n')).toBe(false);
    expect(Number.isSafeInteger(contextTokens) && contextTokens > 0).toBe(true);
  });

  test('an answer is the whole text, with what is known of its cost', async () => {
    const text = 'Zwölf Boxkämpfer — 十二\n\n  indented\nlast line';
    const answer = await (await subject.answering(text)).start(request()).answer;
    expect(answer.turn).toMatchObject({ ok: true, text, calls: [], finish: 'stop' });
    expect(isUsage(answer)).toBe(true);
    expect(answer.warnings).toEqual([]);
  });

  test('what is shown as it comes is the text, and ends with it', async () => {
    const turning = (await subject.answering('hello')).start(request());
    let shown = '';
    for await (const piece of turning.activity) shown += piece;
    expect(shown).toBe('hello');
    expect((await turning.answer).turn.ok).toBe(true);
  });

  test('calls come under the names of the tools, in their order, each with an id that no other call of the conversation has', async () => {
    const written = [
      { name: f.name, arguments: '{"path":"a"}' },
      { name: g.name, arguments: '{"path":"b"}' },
      { name: f.name, arguments: '{"path":"a"}' },
    ];
    const model = await subject.calling(written);
    const first = await model.start(request()).answer;
    if (!first.turn.ok) throw new Error(first.turn.failure.message);
    const { text, calls, opaque, finish } = first.turn;
    expect(finish).toBe('calls');
    expect(calls.map((call) => [call.name, JSON.parse(call.arguments)])).toEqual(
      written.map((call) => [call.name, JSON.parse(call.arguments)]),
    );
    const results = calls.map(({ id, name }) => ({ id, name, text: 'seen', isError: false }));
    // As it comes back from where it was kept.
    const kept = JSON.parse(JSON.stringify({ text, calls, opaque })) as { text: string; calls: typeof calls; opaque: typeof opaque };
    const messages = [...request().messages, { role: 'assistant' as const, ...kept }, { role: 'tool' as const, results }];
    const second = await model.start(request({ messages })).answer;
    if (!second.turn.ok) throw new Error(second.turn.failure.message);
    const ids = [...calls, ...second.turn.calls].map(({ id }) => id);
    expect(new Set(ids).size).toBe(2 * written.length);
    expect(ids.includes('')).toBe(false);
  });

  test('the same model answers several requests at once', async () => {
    const model = await subject.answering('hello');
    const answers = await Promise.all([model.start(request()).answer, model.start(request({ system: 'Be long.' })).answer]);
    expect(answers.map(({ turn }) => turn.ok)).toEqual([true, true]);
  });

  test('a request that fails is an answer too: a failure in words, with what it cost', async () => {
    const answer = await (await subject.failing()).start(request()).answer;
    expect(answer.turn.ok).toBe(false);
    if (!answer.turn.ok) expect(answer.turn.failure.message).not.toBe('');
    expect(isUsage(answer)).toBe(true);
  });

  test('an abort ends a request as cancelled, before its start too', async () => {
    const abort = new AbortController();
    const model = await subject.silent();
    const running = model.start(request({ signal: abort.signal })).answer;
    abort.abort();
    for (const answer of [await running, await model.start(request({ signal: abort.signal })).answer]) {
      expect(answer.turn.ok ? null : answer.turn.failure.kind).toBe('cancelled');
    }
  });

  test('a request that takes too long ends as a timeout, and what is shown ends', async () => {
    const turning = (await subject.silent()).start(request({ timeoutMs: 300 }));
    for await (const piece of turning.activity) expect(piece).toBe('');
    const { turn } = await turning.answer;
    expect(turn.ok ? null : turn.failure.kind).toBe('timeout');
  });
}

/** Whole numbers that are not negative, or null for what nobody reported. */
function isUsage({ usage }: ModelAnswer): boolean {
  const numbers = [usage.nanoUsd, usage.inputTokens, usage.cachedInputTokens ?? null, usage.outputTokens];
  return numbers.every((number) => number === null || (Number.isSafeInteger(number) && number >= 0));
}
