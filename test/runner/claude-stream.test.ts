import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { documentIn, JsonStream } from '../../src/adapters/agent-cli/json-stream.ts';
import { programs } from '../../src/adapters/process/programs.ts';
import { claudeRunner } from '../../src/adapters/runner/claude/claude-runner.ts';
import { scratchFolder } from '../scratch.ts';
import { callIn, failureOf, plainEnv } from './call.ts';
import { hanging, played, result } from './claude-stand-in.ts';
import { lines } from './stand-in.ts';

test('a result in pieces, cut inside characters and without a final newline, is whole', async () => {
  const bytes = Buffer.from(JSON.stringify(result({ result: 'a中b, é' })));
  const seams = [bytes.indexOf('中') + 2, bytes.indexOf('é') + 1];
  const pieces = [bytes.subarray(0, seams[0]), bytes.subarray(seams[0], seams[1]), bytes.subarray(seams[1])];
  const play = pieces.flatMap((piece) => [{ hex: piece.toString('hex') }, { waitMs: 20 }]);
  expect((await played(scratchFolder(), play)).reply).toEqual({ ok: true, text: 'a中b, é' });
});

test('a stream cut at every place gives the same values', () => {
  const text = `noise\n{"a":"é中"}\n\n[{"b":1},{"c":2}]\n"text"\n{"d":3}`;
  const bytes = Buffer.from(text);
  for (let size = 1; size <= bytes.length; size++) {
    const stream = new JsonStream();
    const values: unknown[] = [];
    for (let start = 0; start < bytes.length; start += size) values.push(...stream.push(bytes.subarray(start, start + size)));
    values.push(...stream.end());
    expect(values).toEqual([{ a: 'é中' }, { b: 1 }, { c: 2 }, { d: 3 }]);
    expect(stream.noise).toEqual(['noise', '"text"']);
  }
});

test.each<[string, string, unknown]>([
  ['after words for people', 'Loaded credentials.\n{\n  "response": "x {\\"a\\": 1} } y"\n}', { response: 'x {"a": 1} } y' }],
  ['after a lone brace', 'config {\n{\n{\n"a": 1\n}', { a: 1 }],
  ['before words for people', '{\n"a": 1\n}\nBye }', { a: 1 }],
  ['nowhere', 'just { words }\n{', undefined],
])('a document over many lines is found %s', (_name, text, value) => {
  expect(documentIn(text.split('\n'))).toEqual(value);
});

test('noise is bounded', () => {
  const stream = new JsonStream();
  for (let count = 0; count < 5000; count++) stream.push(Buffer.from(`${'x'.repeat(1000)}\n`));
  expect(stream.noise.length).toBeLessThan(1100);
});

test('a line of 1.4 MB, such as a screenshot, is read over', async () => {
  const start = '{"type":"user","message":{"content":[{"type":"tool_result","content":[{"type":"image","source":{"data":"';
  const { reply, warnings } = await played(scratchFolder(), [
    { out: start },
    { fill: 'A'.repeat(14_000), times: 100 },
    { out: `"}}]}]}}\n${lines(result({ result: 'ok' }))}` },
  ]);
  expect(reply).toEqual({ ok: true, text: 'ok' });
  expect(warnings).toEqual([]);
});

test('a line of 200 MB is passed over with a warning, in bounded memory', async () => {
  const folder = scratchFolder();
  const measure = fileURLToPath(new URL('./measure-long-line.ts', import.meta.url));
  const outcome = await programs().run({ argv: [process.execPath, measure, folder], cwd: folder, env: plainEnv, timeoutMs: 60_000 });
  const measured = JSON.parse(outcome.stdout.toString() || 'null') ?? outcome.stderr.toString();
  expect(measured).toMatchObject({ reply: { ok: true, text: 'after' }, warnings: [expect.stringContaining('over 32 MiB')] });
  expect(measured.maxRssKiB).toBeLessThan(300_000);
}, 90_000);

test('a result that was itself too long a line is a failure of that kind', async () => {
  const play = [{ out: '{"type":"result","result":"' }, { fill: 'x'.repeat(1_000_000), times: 40 }, { out: '"}\n' }];
  const answer = await played(scratchFolder(), play);
  expect(failureOf(answer)).toMatchObject({ kind: 'too_large', retryable: false });
});

const rejected = (resetsAt: unknown) =>
  lines(
    { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt, rateLimitType: 'five_hour' } },
    result({ is_error: true, api_error_status: 429, result: 'Your usage limit is set to $0' }),
  );

test.each<[string, unknown, Readonly<Record<string, unknown>>]>([
  ['in seconds', 1_796_049_000, { notBeforeMs: 1_796_049_000_000, retryable: true }],
  ['in milliseconds', 1_796_049_000_000, { notBeforeMs: 1_796_049_000_000, retryable: true }],
  ['as text', '1796049000', { notBeforeMs: 1_796_049_000_000, retryable: true }],
  ['in the past', 1_796_000_000, { retryable: true, notBeforeMs: undefined }],
  ['in eight days', 1_796_032_800 + 8 * 86_400, { retryable: false, notBeforeMs: undefined, hint: expect.stringContaining('8 days') }],
  ['that is no time', 'soon', { retryable: true, notBeforeMs: undefined }],
  ['that is missing', undefined, { retryable: true, notBeforeMs: undefined }],
])('a rate limit that ends at a time %s', async (_name, resetsAt, expected) => {
  const nowMs = () => Date.UTC(2026, 10, 30, 10);
  const answer = await played(scratchFolder(), [{ out: rejected(resetsAt) }, { exit: 1 }], { options: { nowMs } });
  const { kind, retryable, notBeforeMs, hint } = failureOf(answer);
  expect({ kind, retryable, notBeforeMs, hint }).toMatchObject({ kind: 'rate_limited', ...expected });
});

const fatal = { type: 'error', error: { name: 'APIError', message: 'Monthly usage limit reached', isRetryable: false } };

test('a program that reports a fatal error and never ends is ended, and its error is the failure', async () => {
  const answer = await hanging(scratchFolder(), lines(fatal), { options: { idleTimeoutMs: 1000 } });
  expect(failureOf(answer)).toMatchObject({ kind: 'quota', message: 'Monthly usage limit reached', retryable: false });
});

test('a program that falls silent without a reason is ended as a timeout', async () => {
  const answer = await hanging(scratchFolder(), '', { options: { idleTimeoutMs: 1000 } });
  expect(failureOf(answer)).toMatchObject({ kind: 'timeout', message: expect.stringContaining('printed nothing for 1.0 s') });
});

test('an error that the agent got over is no failure', async () => {
  const out = lines(fatal, { type: 'assistant', message: { content: [] } });
  const answer = await hanging(scratchFolder(), out, { options: { idleTimeoutMs: 1000 } });
  expect(failureOf(answer).kind).toBe('timeout');
});

test('a program that gives its result but does not end is ended, and its result counts', async () => {
  const { reply, warnings } = await hanging(scratchFolder(), lines(result()), { options: { idleTimeoutMs: 1000 } });
  expect(reply).toEqual({ ok: true, text: 'done' });
  expect(warnings).toEqual(['claude gave its result but did not exit, so it was ended.']);
});

test('while it waits for an overloaded provider, activity says so, and a timeout gives that as the reason', async () => {
  const retry = { type: 'system', subtype: 'api_retry', attempt: 2, max_retries: 10, error_status: 529, error: 'overloaded' };
  const answer = await hanging(scratchFolder(), lines(retry), { call: { timeoutMs: 1000 } });
  expect(answer.activity).toEqual(['waits to ask again (try 2 of 10): overloaded']);
  expect(failureOf(answer)).toMatchObject({ kind: 'overloaded', retryable: true });
});

test('activity tells what the tools do, in paths of the workspace', async () => {
  const folder = scratchFolder();
  const use = (name: string, input: unknown) => ({ type: 'assistant', message: { content: [{ type: 'tool_use', name, input }] } });
  const out = lines(
    use('Edit', { file_path: join(folder, 'src/a.ts') }),
    use('Write', { file_path: 'b.ts' }),
    use('Read', { file_path: '/etc/hosts' }),
    use('Bash', { command: 'npm  test\n  --all' }),
    use('Grep', { pattern: 'x'.repeat(300) }),
    use('Task', {}),
    use('Edit', {}),
    result(),
  );
  const { activity } = await played(folder, [{ out }]);
  const searches = `searches for ${'x'.repeat(87)}…`;
  expect(activity).toEqual([
    'edits src/a.ts',
    'writes b.ts',
    'reads /etc/hosts',
    'runs npm test --all',
    searches,
    'uses Task',
    'edits a file',
  ]);
});

test('a program that is missing is a failure in words', async () => {
  const folder = scratchFolder();
  const runner = claudeRunner({ programs: programs(), path: join(folder, 'gone') });
  expect(failureOf(await runner.start(callIn(folder)).answer)).toMatchObject({ kind: 'not_found' });
});

test('the agent edits files under the documented flags, with the prompt on stdin', async () => {
  const folder = scratchFolder();
  const answer = await played(folder, [{ edit: { path: 'a.txt', content: 'edited' } }, { out: lines(result()) }], {
    call: { prompt: 'Mach’s gut', model: 'smart', principles: ['Be brief.', 'Be kind.'] },
  });
  expect(answer.reply).toEqual({ ok: true, text: 'done' });
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('edited');
  const { args, stdin, cwd } = answer.called();
  expect({ stdin, cwd }).toEqual({ stdin: 'Mach’s gut', cwd: folder });
  expect(args).toEqual([
    ...['-p', '--output-format', 'stream-json', '--verbose'],
    ...['--allowedTools', 'Bash,Read,Edit,Write,Grep,Glob', '--max-turns', '30'],
    ...['--model', 'opus', '--append-system-prompt', 'Follow these principles:\n- Be brief.\n- Be kind.'],
  ]);
});

test.each<[string | null, readonly string[]]>([
  ['smart', ['--model', 'opus']],
  ['general', ['--model', 'sonnet']],
  ['fast', ['--model', 'haiku']],
  ['claude-opus-5', ['--model', 'claude-opus-5']],
  [null, []],
])('the model %s is asked for with %j', async (model, expected) => {
  const { args } = (await played(scratchFolder(), [{ out: lines(result()) }], { call: { model } })).called();
  expect(args.slice(8)).toEqual(expected);
});

test('permission checks are skipped only when that is asked for, and the label says so', async () => {
  const folder = scratchFolder();
  const answer = await played(folder, [{ out: lines(result()) }], { options: { unsafe: true } });
  expect(answer.called().args).toContain('--dangerously-skip-permissions');
  const label = (unsafe: boolean) => claudeRunner({ programs: programs(), path: '/bin/claude', unsafe }).label;
  expect([label(false), label(true)]).toEqual(['claude (/bin/claude)', 'claude (/bin/claude, without permission checks)']);
});

test('a prompt that begins with a slash is no command of the agent’s own', async () => {
  const answer = await played(scratchFolder(), [{ out: lines(result()) }], { call: { prompt: '/clear the table' } });
  expect(answer.called().stdin).toBe('\n/clear the table');
});
