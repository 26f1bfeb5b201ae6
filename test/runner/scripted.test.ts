import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programs } from '../../src/adapters/process/programs.ts';
import { parseScript, type Script } from '../../src/adapters/runner/scripted/script.ts';
import { scriptedRunner } from '../../src/adapters/runner/scripted/scripted-runner.ts';
import { scratchFolder } from '../scratch.ts';
import { answerOf, callIn, failureOf, plainEnv } from './call.ts';

const runnerOf = (script: Script) => scriptedRunner(script, programs());

test('each call takes the next entry, whatever its step; past the end the script is exhausted at no cost', async () => {
  const runner = runnerOf({ replies: [{ reply: 'one', costUsd: 0.1 }, { reply: 'two' }] });
  const answers = ['a', 'b', 'a'].map((step) => runner.start(callIn('/', { step })).answer);
  const [one, two, three] = await Promise.all(answers);
  expect([one?.reply, two?.reply]).toEqual([
    { ok: true, text: 'one' },
    { ok: true, text: 'two' },
  ]);
  expect([one?.usage.nanoUsd, two?.usage.nanoUsd, three?.usage.nanoUsd]).toEqual([100_000_000, 0, 0]);
  expect(three && failureOf(three)).toMatchObject({ message: 'agent script exhausted', retryable: false });
});

test('steps have lists of their own, whatever they are called', async () => {
  const script = parseScript('byStep: {__proto__: [{reply: p}], constructor: [{reply: c}], a: [{reply: a1}, {reply: a2}]}');
  if (!script.ok) throw new Error(script.failure);
  const runner = runnerOf(script.value);
  const texts: string[] = [];
  for (const step of ['a', '__proto__', 'a', 'constructor', 'toString', 'a']) {
    const { reply } = await runner.start(callIn('/', { step })).answer;
    texts.push(reply.ok ? reply.text : reply.failure.message);
  }
  expect(texts).toEqual(['a1', 'p', 'a2', 'c', 'agent script exhausted', 'agent script exhausted']);
});

test('an entry writes, then runs its shell text, then answers', async () => {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'old'), 'x');
  const sh = 'cat new/deep.txt > seen; echo "$MARK" >> seen; exit 9';
  const runner = runnerOf({ replies: [{ write: { 'new/deep.txt': 'hello\n', old: null, gone: null }, sh, reply: 'done' }] });
  const { reply, activity } = await answerOf(runner, callIn(folder, { env: { ...plainEnv, MARK: 'env' } }));
  expect(reply).toEqual({ ok: true, text: 'done' });
  expect(readFileSync(join(folder, 'seen'), 'utf8')).toBe('hello\nenv\n');
  expect(existsSync(join(folder, 'old'))).toBe(false);
  expect(activity).toEqual(['writes new/deep.txt', 'removes old', 'removes gone', 'runs a script']);
});

test('an entry that fails has done its work, costs what it says, and is of the kind it says', async () => {
  const folder = scratchFolder();
  const entries = [
    { write: { a: 'x' }, error: 'no luck', costUsd: 0.5, inputTokens: 7 },
    { error: 'slow down', kind: 'rate_limited' as const },
  ];
  const runner = runnerOf({ replies: entries });
  const first = await runner.start(callIn(folder)).answer;
  expect(failureOf(first)).toMatchObject({ kind: 'refused', message: 'no luck', retryable: false });
  expect(first.usage).toEqual({ nanoUsd: 500_000_000, inputTokens: 7, outputTokens: 0, model: null });
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('x');
  expect(failureOf(await runner.start(callIn(folder)).answer)).toMatchObject({ kind: 'rate_limited', retryable: true });
});

test('a link that stays in the workspace is followed, one that leads out is refused', async () => {
  const outside = scratchFolder();
  const folder = scratchFolder();
  mkdirSync(join(folder, 'real'));
  symlinkSync('real', join(folder, 'inner'));
  symlinkSync(outside, join(folder, 'outer'));
  symlinkSync(join(outside, 'not-there'), join(folder, 'dangling'));
  const write = async (path: string, content: string | null = 'x') => {
    const { reply } = await runnerOf({ replies: [{ write: { [path]: content } }] }).start(callIn(folder)).answer;
    return reply.ok ? 'done' : reply.failure.kind;
  };
  writeFileSync(join(outside, 'precious'), 'x');
  expect(await write('inner/a')).toBe('done');
  expect(readFileSync(join(folder, 'real/a'), 'utf8')).toBe('x');
  const bad = ['outer/a', 'outer/deep/a', 'dangling', '../a', 'a/../../b', '/etc/a', '', '.', 'a\0b', 'inner/../../a'];
  for (const path of bad) expect([path, await write(path)]).toEqual([path, 'refused']);
  expect(await write('outer/precious', null)).toBe('refused');
  expect(existsSync(join(outside, 'precious'))).toBe(true);
  // The link itself is the workspace's own, and can be removed.
  expect(await write('outer', null)).toBe('done');
  expect(existsSync(join(outside, 'precious'))).toBe(true);
});

test('a path that cannot be written is a failure in words', async () => {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'file'), 'x');
  const answer = await runnerOf({ replies: [{ write: { 'file/below': 'x' } }] }).start(callIn(folder)).answer;
  expect(failureOf(answer)).toMatchObject({ kind: 'io', message: expect.stringContaining('file/below') });
});

test.each<[string, string, Script]>([
  ['a list', '- reply: a\n- error: b', { replies: [{ reply: 'a' }, { error: 'b' }] }],
  [
    'JSON',
    '{"replies": [{"write": {"a": "x", "b": null}, "sh": "ls", "reply": "r", "costUsd": 0.5}]}',
    {
      replies: [{ write: { a: 'x', b: null }, sh: 'ls', reply: 'r', costUsd: 0.5 }],
    },
  ],
  ['lists by step', 'byStep:\n  fix: [{reply: a}]\n  2: []', { byStep: { fix: [{ reply: 'a' }], 2: [] } }],
  ['an empty list', 'replies: []', { replies: [] }],
  [
    'scalars where text is wanted',
    '- reply: 042\n- reply: yes\n- write: {a: 1.50}',
    {
      replies: [{ reply: '042' }, { reply: 'yes' }, { write: { a: '1.50' } }],
    },
  ],
  [
    'an error of a kind',
    '- error: x\n  kind: overloaded\n  inputTokens: 5',
    { replies: [{ error: 'x', kind: 'overloaded', inputTokens: 5 }] },
  ],
])('a script is read from %s', (_name, text, script) => {
  expect(parseScript(text)).toEqual({ ok: true, value: script });
});

test.each<[string, string, RegExp]>([
  ['nothing', '', /^line 1: a script is a map/],
  ['an unknown key', 'replies: []\nrepies: []', /^line 2: a script has no "repies"; it may have replies, byStep/],
  ['both forms', 'replies: []\nbyStep: {}', /^line 1: a script has either/],
  ['neither form', '{}', /^line 1: a script has either/],
  ['an unknown key of an entry', '- reply: a\n- reply: b\n  cost: 1', /^line 3: an entry has no "cost"/],
  ['an answer twice', '- reply: a\n  error: b', /^line 1: an entry has either a `reply` or an `error`/],
  ['a text for a list', 'replies: hello', /^line 1: a list of entries belongs here/],
  ['a text for an entry', '- reply: a\n- hello', /^line 2: an entry is a map/],
  ['a list for a text', '- reply: [a]', /^line 1: "reply" is a text/],
  ['null for a text', '- sh:', /^line 1: "sh" is a text/],
  ['a negative cost', '- costUsd: -1', /^line 1: "costUsd" is a number/],
  ['a cost in words', '- costUsd: cheap', /^line 1: "costUsd" is a number/],
  ['a list for a file', '- write:\n    a: [x]', /^line 2: "a" is a text/],
  ['an unknown kind', '- error: x\n  kind: sad', /^line 2: `kind` is one of exit, /],
  ['a kind without an error', '- kind: io', /^line 1: `kind` says/],
  ['a key twice', '- reply: a\n  reply: b', /^line 2: /],
  ['broken YAML', '- reply: "a', /^line \d: /],
  ['an alias', '- &a {reply: x}\n- *a', /^line 2: an entry is a map/],
])('a script with %s is refused with its line', (_name, text, message) => {
  const parsed = parseScript(text);
  expect(parsed.ok ? null : parsed.failure).toMatch(message);
});
