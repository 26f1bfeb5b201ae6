import type { Answer, Call, Runner } from '../ports/runner.ts';
import type { ContractKit } from './contract-kit.ts';

/** Makes the runner under test, set up so that its next call goes as asked. */
export interface RunnerSubject {
  /** Its model or program answers every call with this text. */
  answering(text: string): Promise<Runner>;
  /** Its model or program fails every call for good. */
  failing(): Promise<Runner>;
  /** Its model or program never answers. */
  silent(): Promise<Runner>;
  /** An existing folder to work in. */
  readonly folder: () => string;
  /** The environment that its process needs. */
  readonly env: Readonly<Record<string, string>>;
}

/** What every `Runner` must do, whoever answers behind it. */
export function runnerContract({ test, expect }: ContractKit, subject: RunnerSubject): void {
  const call = (more: Partial<Call> = {}): Call => ({
    step: 'fix',
    iteration: 1,
    inner: 'r.1',
    prompt: 'Say something.',
    model: null,
    principles: [],
    cwd: subject.folder(),
    env: subject.env,
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    ...more,
  });

  test('a runner has a name and a label for people', async () => {
    const runner = await subject.answering('hello');
    expect(runner.name).not.toBe('');
    expect(runner.label).not.toBe('');
    expect(runner.label.includes('\n')).toBe(false);
  });

  test('an answer is the whole text, with what is known of its cost', async () => {
    const text = 'Zwölf Boxkämpfer — 十二\n\n  indented\nlast line';
    const answer = await (await subject.answering(text)).start(call()).answer;
    expect(answer.reply).toEqual({ ok: true, text });
    expect(isUsage(answer)).toBe(true);
    expect(answer.warnings).toEqual([]);
  });

  test('the same runner answers several calls at once', async () => {
    const runner = await subject.answering('hello');
    const answers = await Promise.all([runner.start(call()).answer, runner.start(call({ step: 'other' })).answer]);
    expect(answers.map(({ reply }) => reply.ok)).toEqual([true, true]);
  });

  test('a call that fails is an answer too: a failure in words, with what it cost', async () => {
    const answer = await (await subject.failing()).start(call()).answer;
    expect(answer.reply.ok).toBe(false);
    if (!answer.reply.ok) expect(answer.reply.failure.message).not.toBe('');
    expect(isUsage(answer)).toBe(true);
  });

  test('activity ends when the answer is there, and lines are single', async () => {
    const answering = (await subject.answering('hello')).start(call());
    for await (const line of answering.activity) expect(line.includes('\n')).toBe(false);
    expect((await answering.answer).reply.ok).toBe(true);
  });

  test('an abort ends a call as cancelled, before its start too', async () => {
    const abort = new AbortController();
    const runner = await subject.silent();
    const running = runner.start(call({ signal: abort.signal })).answer;
    abort.abort();
    for (const answer of [await running, await runner.start(call({ signal: abort.signal })).answer]) {
      expect(answer.reply.ok ? null : answer.reply.failure.kind).toBe('cancelled');
    }
  });

  test('a call that takes too long ends as a timeout', async () => {
    const answer = await (await subject.silent()).start(call({ timeoutMs: 300 })).answer;
    expect(answer.reply.ok ? null : answer.reply.failure.kind).toBe('timeout');
  });
}

/** Whole numbers that are not negative, or null for what nobody reported. */
function isUsage({ usage }: Answer): boolean {
  const numbers = [usage.nanoUsd, usage.inputTokens, usage.outputTokens];
  return numbers.every((number) => number === null || (Number.isSafeInteger(number) && number >= 0));
}
