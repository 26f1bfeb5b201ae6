import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git, linesOf, pawl, repository, scripted, writeFiles } from './pawl.ts';

const gated = `name: Repair
steps:
  - id: fix
    prompt: "Fix it. {{input}}"
    loop: { max: 5, until: DONE, gate: "! grep -q bad a.txt" }
`;

test('a run undoes what fails its gate, keeps what passes, and says what to do next', async () => {
  const repo = repository();
  const run = scripted(repo, gated, [
    { write: { 'a.txt': 'bad\n', 'junk.txt': 'x' }, reply: 'DONE' },
    { write: { 'a.txt': 'good\n' }, reply: 'DONE', costUsd: 0.25 },
  ]);
  const { code, stdout, stderr } = await pawl(repo, run);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const id = /run ([0-9a-z]{4})/.exec(stdout)?.[1] as string;
  expect(stdout).toContain('on main · agent scripted agent (no model)');
  expect(stdout).toMatch(/↺ fix 1 +gate exit code 1, put back 2 files/);
  expect(stdout).toMatch(/✓ fix 2 +kept {2}[0-9a-f]{7} {2}1 file \+1 −1/);
  expect(stdout).toMatch(/✓ Repair finished · 1 commit on pawl\/repair\/\w+ · 1 try put back · .* · \$0\.25/);
  expect(stdout).toContain(`git log --stat main..pawl/repair/${id}`);
  expect(stdout).toContain(`pawl apply ${id}`);
  expect(stdout).toContain(`pawl undo ${id}`);
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('good\n');
  expect(existsSync(join(repo, 'junk.txt'))).toBe(false);
  expect(git(repo, 'log', '-1', '--format=%s').trim()).toBe('repair: fix iteration 2');
  // The undone try can be looked at, by the very words that were printed.
  expect(stdout).toContain(`git diff pawl/${id}/start pawl/${id}/try-1`);
  expect(git(repo, 'show', `pawl/${id}/try-1:junk.txt`)).toBe('x');
  expect(git(repo, 'status', '--porcelain')).toBe('');
});

test('with --json every line is an event of the journal and the last one tells how it ended', async () => {
  const repo = repository();
  const { stdout, code } = await pawl(repo, [...scripted(repo, gated, [{ reply: 'DONE', costUsd: 0.1 }]), 'the input', '--json']);
  expect(code).toBe(0);
  const events = linesOf(stdout);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  expect(new Set(events.map(({ v }) => v))).toEqual(new Set([1]));
  expect(events[0]).toMatchObject({ type: 'run.started', input: { text: 'the input' } });
  expect(events.find(({ type }) => type === 'prompt.ended').prompt.text).toBe('Fix it. the input');
  expect(events.at(-1)).toMatchObject({ type: 'run.finished', status: 'succeeded', outcome: 'completed', costUsd: 0.1 });
  const shown = await pawl(repo, ['show', events[0].run, '--events']);
  expect(linesOf(shown.stdout)).toEqual(events);
});

describe('exit codes', () => {
  const cases: [string, string, object[], string[], number][] = [
    ['0 when it is done', 'name: w\nsteps:\n  - { id: a, command: "true" }\n', [], [], 0],
    ['1 when the work failed', 'name: w\nsteps:\n  - { id: a, command: "exit 3", expect: success }\n', [], [], 1],
    ['0 for an exhausted loop', 'name: w\nsteps:\n  - { id: a, prompt: x, loop: { max: 1, until: NEVER } }\n', [{ reply: 'no' }], [], 0],
    [
      '3 for a run that its budget stopped, with --strict',
      'name: w\nsteps:\n  - { id: a, prompt: x }\n  - { id: b, prompt: x }\n',
      [{ reply: 'ok', costUsd: 2 }],
      ['--strict', '--budget', '1'],
      3,
    ],
    [
      '3 for an exhausted loop with --strict',
      'name: w\nsteps:\n  - { id: a, prompt: x, loop: { max: 1, until: NEVER } }\n',
      [{ reply: 'no' }],
      ['--strict'],
      3,
    ],
    [
      '3 for a stuck loop with --strict',
      'name: w\nsteps:\n  - { id: a, prompt: x, loop: { max: 9, until: OK, gate: "false" } }\n',
      [{}, {}, {}, {}],
      ['--strict'],
      3,
    ],
    [
      '1 for a stuck loop that kept nothing',
      'name: w\nsteps:\n  - { id: a, prompt: x, loop: { max: 9, until: OK, gate: "false" } }\n',
      [{}, {}, {}, {}],
      [],
      1,
    ],
    ['2 for a workflow with mistakes', 'name: w\nsteps:\n  - { id: a, commnd: "true" }\n', [], [], 2],
    ['2 for a bad option', 'name: w\nsteps:\n  - { id: a, command: "true" }\n', [], ['--no-such-option'], 2],
    ['2 for a budget below zero', 'name: w\nsteps:\n  - { id: a, command: "true" }\n', [], ['--budget=-1'], 2],
    ['2 for a timeout without a unit', 'name: w\nsteps:\n  - { id: a, command: "true" }\n', [], ['--timeout', '10'], 2],
  ];
  test.each(cases)('%s', async (_, workflow, replies, options, code) => {
    const repo = repository();
    expect((await pawl(repo, [...scripted(repo, workflow, replies), ...options])).code).toBe(code);
  });
});

test('a stuck run shows the last lines of its gate and where the tries are', async () => {
  const repo = repository();
  const workflow =
    'name: w\nsteps:\n  - { id: a, prompt: x, loop: { max: 9, until: OK, gate: "echo AssertionError: 200 is not 404; exit 1" } }\n';
  const { stdout, code } = await pawl(repo, scripted(repo, workflow, [{}, {}, {}, {}]));
  expect(code).toBe(1);
  expect(stdout).toContain('✗ w stuck');
  expect(stdout).toContain('3 gate failures in a row');
  expect(stdout).toContain('│ AssertionError: 200 is not 404');
});

test('the gate of one iteration is told to the next', async () => {
  const repo = repository();
  const workflow = 'name: w\nsteps:\n  - { id: a, prompt: x, loop: { max: 2, until: OK, gate: "cat a.txt; grep -q good a.txt" } }\n';
  const { stdout } = await pawl(repo, [
    ...scripted(repo, workflow, [{ write: { 'a.txt': 'worse\n' } }, { write: { 'a.txt': 'good\n' }, reply: 'OK' }]),
    '--json',
  ]);
  const prompts = linesOf(stdout)
    .filter(({ type }) => type === 'prompt.ended')
    .map(({ prompt }) => prompt.text);
  expect(prompts[0]).toBe('x');
  expect(prompts[1]).toContain('## What the gate printed after the last try\n\nworse\nexit code: 1');
});

test('--dry-run lists the steps and what would hold, runs nothing and asks nobody', async () => {
  const repo = repository();
  const workflow = 'name: w\nsteps:\n  - { id: a, command: "touch ran" }\n  - { id: b, prompt: "do {{input}}" }\n';
  const { stdout, code } = await pawl(repo, [...scripted(repo, workflow, [{ write: { ran2: 'x' } }]), 'it', '--dry-run']);
  expect(code).toBe(0);
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/ +/g, ' ')),
  ).toEqual([
    '▸ a command touch ran',
    '▸ b prompt any model "do it"',
    '',
    ' agent scripted (option)',
    ' budget no limit (default)',
    ' jobs 4 (default)',
    ' command time 10 min (default)',
    ' prompt time 1 h (default)',
    ' run time as long as it takes (default)',
  ]);
  expect(git(repo, 'status', '--porcelain')).toBe('');
  expect(existsSync(join(repo, '.pawl'))).toBe(false);
});

test("state lies in .pawl, hidden from git without a change to the user's .gitignore", async () => {
  const repo = repository({ '.gitignore': '*.log\n' });
  await pawl(repo, scripted(repo, gated, [{ reply: 'DONE' }]));
  expect(existsSync(join(repo, '.pawl', 'journal.db'))).toBe(true);
  expect(git(repo, 'status', '--porcelain')).toBe('');
  expect(readFileSync(join(repo, '.gitignore'), 'utf8')).toBe('*.log\n');
});

test('a run started in a folder below the root works there and covers the whole repository', async () => {
  const repo = repository({ 'a.txt': 'one\n', 'pkg/b.txt': 'bee\n' });
  const workflow =
    'name: w\nsteps:\n  - { id: where, command: "pwd; ls" }\n  - { id: fix, prompt: x, loop: { max: 1, until: OK, gate: "false" } }\n';
  const run = scripted(repo, workflow, [{ sh: 'echo broken > ../a.txt; rm b.txt' }]);
  const { stdout } = await pawl(join(repo, 'pkg'), [...run, '--json'], { HOME: join(repo, '..') });
  const where = linesOf(stdout).find(({ type, step }) => type === 'step.finished' && step === 'where');
  expect(where.result.output.text).toBe(`${join(repo, 'pkg')}\nb.txt\nexit code: 0`);
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('one\n');
  expect(readFileSync(join(repo, 'pkg', 'b.txt'), 'utf8')).toBe('bee\n');
});

test("git's variables of a caller, as in a hook, reach neither the steps nor our own git", async () => {
  const repo = repository();
  const other = repository({ 'other.txt': 'theirs\n' });
  const index = readFileSync(join(other, '.git', 'index'));
  const workflow =
    'name: w\nsteps:\n  - { id: env, command: "env | grep ^GIT_ | grep -v NOSYSTEM; git rev-parse --show-toplevel; git add -A" }\n  - { id: fix, prompt: x, loop: { max: 1, until: OK, gate: "false" } }\n';
  const env = { GIT_DIR: join(other, '.git'), GIT_INDEX_FILE: join(other, '.git', 'index'), GIT_WORK_TREE: other };
  const { stdout } = await pawl(repo, [...scripted(repo, workflow, [{ write: { 'a.txt': 'broken\n' } }]), '--json'], env);
  const step = linesOf(stdout).find(({ type, step }) => type === 'step.finished' && step === 'env');
  expect(step.result.output.text).toBe(`${repo}\nexit code: 0`);
  expect(readFileSync(join(other, '.git', 'index'))).toEqual(index);
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('one\n');
});

test('a workflow of the repository wins over a built-in one of its name', async () => {
  const repo = repository({ 'pawl/self-test.yml': 'name: Mine\nsteps:\n  - { id: a, command: "echo mine" }\n' });
  expect((await pawl(repo, ['run', 'self-test'])).stdout).toContain('✓ Mine finished');
  const listed = linesOf((await pawl(repo, ['list', '--json'])).stdout);
  expect(listed[0]).toMatchObject({ name: 'self-test', builtIn: false });
  expect(listed.filter(({ name }) => name === 'self-test').length).toBe(1);
});

test('an output over 96 KiB is kept whole and printed by show --output', async () => {
  const repo = repository();
  const workflow = 'name: w\nsteps:\n  - { id: big, command: "head -c 200000 /dev/zero | tr \'\\\\0\' x" }\n';
  await pawl(repo, scripted(repo, workflow));
  const { stdout } = await pawl(repo, ['show', 'last', '--output', 'big']);
  expect(stdout).toBe(`${'x'.repeat(200000)}\nexit code: 0`);
});

test('a warning is printed once: a command that was not found while the step expects nothing', async () => {
  const repo = repository();
  writeFiles(repo, {});
  const { stdout, code } = await pawl(repo, scripted(repo, 'name: w\nsteps:\n  - { id: a, command: no-such-program-xyz }\n'));
  expect(code).toBe(0);
  expect(stdout.match(/command not found\); the run goes on/g)?.length).toBe(1);
});

test('children that begin at the same moment each read the whole of their values', async () => {
  const repo = repository();
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const children = ids
    .map((id) => `  - { id: ${id}, command: "wc -c < \\"$PAWL_INPUT_FILE\\"; wc -c < \\"$PAWL_OUT_BIG_FILE\\"" }\n`)
    .join('');
  const workflow = `name: w\nsteps:\n  - { id: big, command: "head -c 300000 /dev/zero | tr '\\\\0' x" }\n${children}  - { id: all, parallel: [${ids.join(', ')}] }\n`;
  const { stdout, code } = await pawl(repo, [...scripted(repo, workflow), 'y'.repeat(90_000), '--jobs', '8', '--json']);
  expect(code).toBe(0);
  const outputs = linesOf(stdout)
    .filter(({ type, group }) => type === 'step.finished' && group === 'all')
    .map(({ result }) => result.output.text);
  expect(outputs.map((text: string) => text.split('\n').map((line) => line.trim()))).toEqual(
    ids.map(() => ['90000', '300013', 'exit code: 0']),
  );
});

test('every output is a file, also of a step called input and of steps long ago that only prompts came after', async () => {
  const repo = repository();
  const prompts = Array.from({ length: 80 }, (_, index) => `  - { id: p${index}, prompt: x }\n`).join('');
  const workflow = `name: w\nsteps:\n  - { id: input, prompt: x }\n${prompts}  - { id: look, command: 'cat "$PAWL_INPUT_FILE" "$PAWL_VALUES_DIR/OUT_INPUT" "$PAWL_VALUES_DIR/OUT_P0" "$PAWL_OUT_P79_FILE"' }\n`;
  const replies = Array.from({ length: 81 }, (_, index) => ({ reply: `reply ${index};` }));
  const { stdout } = await pawl(repo, [...scripted(repo, workflow, replies), 'asked;', '--json']);
  const look = linesOf(stdout).find(({ type, step }) => type === 'step.finished' && step === 'look');
  expect(look.result.output.text).toBe('asked;reply 0;reply 1;reply 80;\nexit code: 0');
});
