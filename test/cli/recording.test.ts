import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { endOf, git, linesOf, pawl, printed, repository, scripted, startPawl, writeFiles } from './pawl.ts';

const gated = `name: Repair
steps:
  - id: fix
    prompt: "Fix it. {{input}}"
    loop: { max: 5, until: DONE, gate: "! grep -q bad a.txt" }
  - id: tell
    prompt: "Tell what you did."
`;

const replies = [
  { write: { 'a.txt': 'bad\n', 'junk.txt': 'x' }, reply: 'DONE', costUsd: 0.25 },
  {
    write: { 'a.txt': 'good\n', 'gone/b.txt': null },
    sh: "rmdir gone; mkdir -p new/deep; printf '\\377\\000\\r\\n' > new/deep/bytes; chmod 750 new/deep/bytes; ln -s ../a.txt new/link; printf x > \"$(printf 'name\\nof \\303\\244')\"",
    reply: 'DONE',
    costUsd: 0.5,
    inputTokens: 10,
  },
  { error: 'no words today', costUsd: 0.125 },
];

const start = () => repository({ 'a.txt': 'one\n', 'gone/b.txt': 'b\n' });

/** A recorded run of the gated workflow: its repository, its output, the recording and the workflow's file. */
async function recorded() {
  const repo = start();
  const recording = join(dirname(repo), 'fix.jsonl');
  const run = scripted(repo, gated, replies);
  const ended = await pawl(repo, [...run, 'please', '--record', recording]);
  return { repo, ended, recording, file: run[1] as string };
}

test('a replay leads to the same files, commits and ending as the recorded run, with no model, and spends nothing', async () => {
  const { repo, ended, recording, file } = await recorded();
  expect(ended.code).toBe(1);
  expect(statSync(recording).mode & 0o777).toBe(0o600);
  const again = start();
  const { code, stdout } = await pawl(again, ['run', file, 'please', '--replay', recording]);
  expect(code).toBe(1);
  expect(stdout).toContain('agent replay (no model)');
  expect(stdout).toMatch(/↺ fix 1 +gate exit code 1, put back 2 files/);
  expect(stdout).toContain('tell failed: no words today');
  expect(stdout).toContain('$0.88 replayed, not spent');
  expect(git(again, 'rev-parse', 'HEAD^{tree}')).toBe(git(repo, 'rev-parse', 'HEAD^{tree}'));
  expect(git(again, 'log', '--format=%s')).toBe(git(repo, 'log', '--format=%s'));
  expect(readFileSync(join(again, 'new/deep/bytes'))).toEqual(Buffer.from([0xff, 0, 0x0d, 0x0a]));
  expect(lstatSync(join(again, 'new/deep/bytes')).mode & 0o777).toBe(0o750);
  expect(readlinkSync(join(again, 'new/link'))).toBe('../a.txt');
  expect(readFileSync(join(again, 'name\nof ä'), 'utf8')).toBe('x');
  expect(existsSync(join(again, 'gone'))).toBe(false);
  for (const argv of [['show', 'last'], ['runs']]) expect((await pawl(again, argv)).stdout).toContain('$0.88 replayed, not spent');
});

test('a recording is lines of JSON: the run, then each call with what it changed', async () => {
  const { recording } = await recorded();
  const [head, ...calls] = linesOf(readFileSync(recording, 'utf8'));
  expect(head).toEqual({ v: 1, type: 'recording', workflow: 'Repair', agent: 'scripted agent (no model)', edits: true });
  expect(calls.map(({ step, iteration, attempt }) => [step, iteration, attempt])).toEqual([
    ['fix', 1, 1],
    ['fix', 2, 1],
    ['tell', 0, 1],
  ]);
  expect(calls[0]).toMatchObject({
    prompt: expect.stringMatching(/^[0-9a-f]{64}$/),
    reply: { ok: true, text: 'DONE' },
    usage: { nanoUsd: 250_000_000 },
  });
  expect(calls[0].changes).toEqual([
    { kind: 'file', path: 'a.txt', mode: '644', content: 'bad\n' },
    { kind: 'file', path: 'junk.txt', mode: '644', content: 'x' },
  ]);
  expect(calls[1].changes).toEqual(
    expect.arrayContaining([
      { kind: 'gone', path: 'gone' },
      { kind: 'file', path: 'new/deep/bytes', mode: '750', content: { base64: '/wANCg==' } },
      { kind: 'link', path: 'new/link', target: '../a.txt' },
    ]),
  );
  expect(calls[2]).toMatchObject({ reply: { ok: false, failure: { kind: 'refused', message: 'no words today' } }, changes: [] });
});

test('a replay ends where the prompt is another one, and says so; --any-prompt goes on', async () => {
  const { recording, file } = await recorded();
  const repo = start();
  const other = await pawl(repo, ['run', file, 'differently', '--replay', recording]);
  expect(other.code).toBe(1);
  expect(other.stdout).toContain(
    'The replay ends here: the prompt of "fix", iteration 1 is not the recorded one. (--any-prompt replays it',
  );
  expect(git(repo, 'status', '--porcelain')).toBe('');
  const any = await pawl(start(), ['run', file, 'differently', '--replay', recording, '--any-prompt']);
  expect(any.stdout).toContain('the prompt of "fix" is not the recorded one; its reply was replayed all the same');
  expect(any.stdout).toContain('tell failed: no words today');
});

test('a replay ends where the recording has no reply, and asks no further', async () => {
  const { recording, file } = await recorded();
  const lines = readFileSync(recording, 'utf8').split('\n');
  // As a killed run leaves it: the last line without its end.
  writeFileSync(recording, `${lines.slice(0, 2).join('\n')}\n${lines[2]?.slice(0, 40)}`);
  const { code, stdout } = await pawl(start(), ['run', file, 'please', '--replay', recording]);
  expect(code).toBe(1);
  expect(stdout).toContain('the recording has no further reply for "fix", iteration 2');
  expect(stdout).not.toContain('"tell"');
});

test('a prompt that names a file of the run is the same prompt in another run and another place', async () => {
  const workflow =
    'name: w\nsteps:\n  - { id: long, command: "yes 0123456789 | head -c 400000" }\n  - { id: ask, prompt: "Look: {{long}}" }\n';
  const repo = start();
  const recording = join(dirname(repo), 'r.jsonl');
  const run = scripted(repo, workflow, [{ reply: 'seen' }]);
  expect((await pawl(repo, [...run, '--record', recording])).code).toBe(0);
  const { code, stdout } = await pawl(start(), ['run', run[1] as string, '--replay', recording]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('finished')]);
});

test('steps that run at once, and a step that a branch comes back to, get their own replies again', async () => {
  const workflow = `name: w
steps:
  - { id: both, parallel: [one, two] }
  - { id: one, prompt: "One." }
  - { id: two, prompt: "Two." }
  - { id: judge, prompt: "Judge.", branch: [{ when: AGAIN, goto: judge }] }
`;
  const repo = start();
  const recording = join(dirname(repo), 'r.jsonl');
  writeFiles(dirname(repo), {
    'w.yml': workflow,
    's.json': JSON.stringify({
      byStep: { one: [{ reply: 'first' }], two: [{ reply: 'second' }], judge: [{ reply: 'AGAIN' }, { reply: 'enough' }] },
    }),
  });
  const file = join(dirname(repo), 'w.yml');
  expect((await pawl(repo, ['run', file, '--script', join(dirname(repo), 's.json'), '--record', recording])).code).toBe(0);
  const { stdout } = await pawl(start(), ['run', file, '--replay', recording, '--json']);
  const events = linesOf(stdout);
  const texts = events.filter(({ type }) => type === 'prompt.ended').map(({ reply }) => reply.text.text);
  expect(texts.slice(0, 2).sort()).toEqual(['first', 'second']);
  expect(texts.slice(2)).toEqual(['AGAIN', 'enough']);
});

test('what is replayed counts against no limit in money', async () => {
  const { recording, file } = await recorded();
  const repo = start();
  writeFiles(repo, { 'pawl.yml': 'budget: {usd: 0.1}\n' });
  git(repo, 'add', '-A');
  git(repo, 'commit', '-q', '-m', 'limit');
  expect((await pawl(repo, ['run', file, 'please', '--replay', recording])).stdout).toContain('no words today');
  const refused = await pawl(repo, ['run', file, '--replay', recording, '--budget', '1']);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('a replay spends nothing')]);
  expect((await pawl(repo, ['run', file, '--replay', recording, '--agent', 'claude'])).code).toBe(2);
});

test('a recording does not lie where it would be put back or committed, and none is written over', async () => {
  const repo = repository({ 'a.txt': 'one\n', '.gitignore': '*.log\n' });
  const run = scripted(repo, gated, replies);
  const within = await pawl(repo, [...run, '--record', 'fix.jsonl']);
  expect([within.code, within.stderr]).toEqual([2, expect.stringContaining('such as --record ../fix.jsonl')]);
  expect(existsSync(join(repo, 'fix.jsonl'))).toBe(false);
  expect((await pawl(repo, [...run, '--record', 'fix.log'])).code).toBe(1);
  const twice = await pawl(repo, [...run, '--record', 'fix.log']);
  expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('fix.log is there already')]);
  const nowhere = await pawl(repo, [...run, '--record', '../none/fix.jsonl']);
  expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('the recording cannot be written')]);
});

test.each([
  ['is not there', null, 'cannot be read (ENOENT)'],
  ['is something else', 'name: w\n', 'line 1: this is no recording of a run'],
  ['is of a later version', '{"v":2,"type":"recording"}\n', 'line 1: a recording of version 2; this Pawl reads version 1'],
  ['has a line that is none', '{"v":1,"type":"recording"}\n{}\n', 'line 2: this is no call of a recording'],
])('a recording that %s is refused', async (_, text, said) => {
  const repo = start();
  const [, file] = scripted(repo, gated);
  if (text !== null) writeFiles(dirname(repo), { 'r.jsonl': text });
  const { code, stderr } = await pawl(repo, ['run', file as string, '--replay', '../r.jsonl']);
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  expect(existsSync(join(repo, '.pawl'))).toBe(false);
});

test.each([
  ['../out.txt', 'file'],
  ['/tmp/out.txt', 'file'],
  ['.git/hooks/post-commit', 'file'],
  ['sub/.GIT/config', 'file'],
  ['.pawl/journal.db', 'gone'],
  ['a/./b', 'file'],
  ['', 'gone'],
  ['away/x', 'file'],
])("a stranger's recording cannot write to %j (%s)", async (path, kind) => {
  const { recording, file } = await recorded();
  const lines = linesOf(readFileSync(recording, 'utf8'));
  lines[1].changes = [{ kind, path, mode: '755', content: 'evil', target: 'x' }];
  writeFileSync(recording, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const repo = start();
  mkdirSync(join(dirname(repo), 'elsewhere'));
  symlinkSync('../elsewhere', join(repo, 'away'));
  const { code, stdout, stderr } = await pawl(repo, ['run', file, 'please', '--replay', recording]);
  expect(code).not.toBe(0);
  expect(stdout + stderr).toMatch(/The recording may not change|this is no call of a recording/);
  expect(existsSync(join(dirname(repo), 'out.txt'))).toBe(false);
  expect(existsSync(join(dirname(repo), 'elsewhere', 'x'))).toBe(false);
  expect(existsSync(join(repo, '.git/hooks/post-commit'))).toBe(false);
});

test('in a folder that is no repository, what an agent changed is recorded and replayed as well', async () => {
  const workflow = 'name: w\nsteps:\n  - { id: ask, prompt: "Write." }\n  - { id: read, command: "cat b/new.txt; ls" , expect: success }\n';
  const folder = (name: string): string => {
    const path = join(dirname(start()), name);
    writeFiles(path, { 'old.txt': 'old' });
    return path;
  };
  const first = folder('plain');
  const recording = join(dirname(first), 'r.jsonl');
  const run = scripted(first, workflow, [{ write: { 'b/new.txt': 'new', 'old.txt': null }, reply: 'ok' }]);
  expect((await pawl(first, [...run, '--record', recording])).code).toBe(0);
  const second = folder('plain');
  expect((await pawl(second, ['run', run[1] as string, '--replay', recording])).code).toBe(0);
  expect([readFileSync(join(second, 'b/new.txt'), 'utf8'), existsSync(join(second, 'old.txt'))]).toEqual(['new', false]);
});

test('a recording that can not be written any further says so, and the run goes on', async () => {
  const repo = start();
  const recording = join(dirname(repo), 'r.jsonl');
  const run = scripted(repo, 'name: w\nsteps:\n  - { id: one, prompt: x }\n  - { id: two, prompt: y }\n', [
    { sh: `rm ${recording} && mkdir ${recording}`, reply: 'first' },
    { reply: 'second' },
  ]);
  const { code, stdout } = await pawl(repo, [...run, '--record', recording]);
  expect(code).toBe(0);
  expect(stdout).toContain('the recording could not be written any further: it ends before this reply');
  rmSync(recording, { recursive: true });
});

test('what git ignores is no part of a recording; what an agent makes read-only is replayed over', async () => {
  const repo = repository({ 'a.txt': 'one\n', '.gitignore': 'out/\n' });
  chmodSync(join(repo, 'a.txt'), 0o444);
  const recording = join(dirname(repo), 'r.jsonl');
  const run = scripted(repo, 'name: w\nsteps:\n  - { id: one, prompt: x }\n', [
    { sh: 'mkdir -p out; echo built > out/b; rm -f a.txt; echo two > a.txt; chmod 444 a.txt', reply: 'ok' },
  ]);
  expect((await pawl(repo, [...run, '--record', recording])).code).toBe(0);
  expect(linesOf(readFileSync(recording, 'utf8'))[1].changes).toEqual([{ kind: 'file', path: 'a.txt', mode: '444', content: 'two\n' }]);
  const again = repository({ 'a.txt': 'one\n', '.gitignore': 'out/\n' });
  chmodSync(join(again, 'a.txt'), 0o444);
  expect((await pawl(again, ['run', run[1] as string, '--replay', recording])).code).toBe(0);
  expect([readFileSync(join(again, 'a.txt'), 'utf8'), statSync(join(again, 'a.txt')).mode & 0o777]).toEqual(['two\n', 0o444]);
});

test('a replay whose process was killed is taken up again by the same recording', async () => {
  const workflow =
    'name: w\nsteps:\n  - { id: one, prompt: x }\n  - { id: wait, command: "test -e ../go || sleep 60" }\n  - { id: two, prompt: y }\n';
  const repo = start();
  const recording = join(dirname(repo), 'r.jsonl');
  writeFiles(dirname(repo), { go: '' });
  const run = scripted(repo, workflow, [{ reply: 'first' }, { write: { 'a.txt': 'two\n' }, reply: 'second' }]);
  expect((await pawl(repo, [...run, '--record', recording])).code).toBe(0);
  const again = start();
  writeFiles(dirname(again), { 'r.jsonl': readFileSync(recording, 'utf8') });
  const child = startPawl(again, ['run', run[1] as string, '--replay', '../r.jsonl', '--json']);
  const over = endOf(child);
  await printed(child, (line) => line.includes('"command.requested"'));
  child.kill('SIGKILL');
  await over;
  writeFiles(dirname(again), { go: '' });
  const { code, stdout } = await pawl(again, ['resume', 'last']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('replayed, not spent')]);
  expect(readFileSync(join(again, 'a.txt'), 'utf8')).toBe('two\n');
});
