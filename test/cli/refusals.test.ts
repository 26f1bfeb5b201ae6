import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { endOf, git, linesOf, pawl, printed, repository, scripted, startPawl, writeFiles } from './pawl.ts';

const gated = 'name: w\nsteps:\n  - { id: fix, prompt: x, loop: { max: 1, until: OK, gate: "false" } }\n';
const plain = 'name: w\nsteps:\n  - { id: a, command: "true" }\n';

/** Refused in one line with a next step, in both forms, and nothing was touched: the agent's change would show. */
async function refusal(repo: string, argv: string[], env: Record<string, string> = {}) {
  const human = await pawl(repo, argv, env);
  const machine = await pawl(repo, [...argv, '--json'], env);
  const [error] = linesOf(machine.stderr);
  expect(error).toMatchObject({ v: 1, type: 'error' });
  expect(human.code).toBe(machine.code);
  const ageless = (text: string) => text.replace(/\d+ s old/, 'N s old');
  expect(ageless(human.stderr)).toContain(`pawl: ${ageless(error.message)}`);
  expect(typeof error.hint).toBe('string');
  expect(human.stdout).toBe('');
  return { ...error } as { code: string; message: string; hint: string };
}

const touching = [{ write: { 'touched.txt': 'x' }, reply: 'OK' }];

describe('a run is refused with what is wrong and what to do, and nothing is touched', () => {
  test('a file that is not there', async () => {
    const repo = repository();
    const error = await refusal(repo, ['run', 'no/such.yml']);
    expect(error).toMatchObject({ code: 'run/unknown-workflow', message: 'the workflow file no/such.yml is not there' });
  });

  test('a name that no workflow has, with those that there are', async () => {
    const error = await refusal(repository({ 'pawl/mine.yml': plain }), ['run', 'self-tset']);
    expect(error).toMatchObject({ code: 'run/unknown-workflow' });
    expect(error.hint).toContain('mine');
    expect(error.hint).toContain('self-test');
  });

  test('a gate outside a repository', async () => {
    const folder = join(scratchFolder(), 'plain');
    mkdirSync(folder);
    const error = await refusal(folder, scripted(folder, gated, touching));
    expect(error).toMatchObject({ code: 'run/needs-repository' });
    expect(existsSync(join(folder, 'touched.txt'))).toBe(false);
    expect(existsSync(join(folder, '.pawl'))).toBe(false);
  });

  test('a tree with merge conflicts', async () => {
    const repo = repository();
    git(repo, 'checkout', '-qb', 'side');
    writeFiles(repo, { 'a.txt': 'side\n' });
    git(repo, 'commit', '-qam', 'side');
    git(repo, 'checkout', '-q', 'main');
    writeFiles(repo, { 'a.txt': 'main\n' });
    git(repo, 'commit', '-qam', 'main');
    expect(() => git(repo, 'merge', '-q', 'side')).toThrow();
    const before = git(repo, 'status', '--porcelain=v2');
    const error = await refusal(repo, scripted(repo, gated, touching));
    expect(error.code).toBe('run/workspace-obstacle');
    expect(error.message).toMatch(/merge/);
    expect(git(repo, 'status', '--porcelain=v2')).toBe(before);
    // What only runs commands still runs.
    expect((await pawl(repo, scripted(repo, plain))).code).toBe(0);
    expect(git(repo, 'status', '--porcelain=v2')).toBe(before);
  });

  test('a locked index, which is never removed', async () => {
    const repo = repository();
    writeFileSync(join(repo, '.git', 'index.lock'), '');
    const error = await refusal(repo, scripted(repo, gated, touching));
    expect(error.code).toBe('run/workspace-obstacle');
    expect(error.message).toContain('index.lock');
    expect(existsSync(join(repo, '.git', 'index.lock'))).toBe(true);
    expect(existsSync(join(repo, 'touched.txt'))).toBe(false);
  });

  test('a repository of doubtful ownership, with the line that git gives', async () => {
    const repo = repository();
    const error = await refusal(repo, scripted(repo, gated, touching), { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' });
    expect(`${error.message} ${error.hint}`).toContain('safe.directory');
    expect(existsSync(join(repo, 'touched.txt'))).toBe(false);
  });

  test('no agent, with what was looked for and how to get one', async () => {
    const repo = repository();
    writeFiles(dirname(repo), { 'w.yml': 'name: w\nsteps:\n  - { id: a, prompt: x }\n' });
    const error = await refusal(repo, ['run', join(dirname(repo), 'w.yml')], { PATH: '/usr/bin:/bin' });
    expect(error.code).toBe('run/no-agent');
    expect(error.message).toMatch(/`claude`.*`codex`.*`gemini`.*PAWL_OPENAI_ENDPOINT/s);
  });

  test('a script with a mistake, with its line', async () => {
    const repo = repository();
    const argv = scripted(repo, 'name: w\nsteps:\n  - { id: a, prompt: x }\n');
    writeFiles(dirname(repo), { 'script.json': '{"replies":\n [{"rpely": "x"}]}' });
    const error = await refusal(repo, argv);
    expect(error).toMatchObject({ code: 'run/invalid-script' });
    expect(error.message).toContain('line 2');
  });

  test('a journal that a newer version wrote, which stays as it is', async () => {
    const repo = repository();
    await pawl(repo, scripted(repo, plain));
    const db = new DatabaseSync(join(repo, '.pawl', 'journal.db'));
    db.exec('PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    const bytes = readFileSync(join(repo, '.pawl', 'journal.db'));
    const error = await refusal(repo, scripted(repo, gated, touching));
    expect(error.code).toBe('store/unavailable');
    expect(error.message).toMatch(/newer/);
    expect(readFileSync(join(repo, '.pawl', 'journal.db'))).toEqual(bytes);
    expect(existsSync(join(repo, 'touched.txt'))).toBe(false);
  });

  test('a second run in a workspace where one is at work, naming the first', async () => {
    const repo = repository();
    const child = startPawl(repo, [...scripted(repo, 'name: w\nsteps:\n  - { id: a, command: "sleep 30" }\n'), '--json']);
    const first = JSON.parse(await printed(child, (line) => line.includes('"command.requested"')));
    const ended = endOf(child);
    const error = await refusal(repo, scripted(repo, gated, touching));
    expect(error.code).toBe('run/workspace-busy');
    expect(error.message).toContain(`run ${first.run} (process ${child.pid}`);
    expect(error.hint).toContain(`pawl cancel ${first.run}`);
    child.kill('SIGKILL');
    await ended;
    // A dead one's claim is free at once.
    const [command] = [...scripted(repo, plain)];
    expect(command).toBe('run');
    expect((await pawl(repo, scripted(repo, plain))).code).toBe(0);
  });

  test.each([
    ['show', ['show', 'zzzz'], 'run/unknown-run'],
    ['apply', ['apply', 'zzzz'], 'run/unknown-run'],
    ['undo', ['undo', 'zzzz'], 'run/unknown-run'],
    ['cancel', ['cancel', 'zzzz'], 'run/unknown-run'],
    ['gc', ['gc', '--older-than', 'yesterday'], 'cli/usage'],
    ['run', ['run'], 'cli/usage'],
    ['a command that does not exist', ['rnu'], 'cli/usage'],
  ])('%s of what is not there', async (_, argv, code) => {
    const repo = repository();
    await pawl(repo, scripted(repo, plain));
    expect((await refusal(repo, argv)).code).toBe(code);
  });
});

test('every mistake in a file is printed at once, with its line and a caret', async () => {
  const repo = repository();
  const workflow =
    'name: w\nsteps:\n  - id: a\n    commnd: "true"\n  - id: a\n    prompt: x\n    branch:\n      - { when: GO, goto: nowhere }\n';
  const { stderr, code, stdout } = await pawl(repo, scripted(repo, workflow));
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain(':4:5');
  expect(stderr).toMatch(/4 \| {5}commnd: "true"\n +\| {5}\^{6} did you mean "command"\?/);
  expect(stderr).toContain('duplicate step id');
  expect(stderr).toContain('branch target "nowhere" not found');
  const validated = await pawl(repo, ['validate', join(dirname(repo), 'workflow.yml')]);
  expect(validated.code).toBe(1);
  expect(validated.stdout).toContain(':4:5');
});

test('a JSON line is one line for every reader, on stderr too: the separators that JSON leaves bare are escaped', async () => {
  const { stderr } = await pawl(repository(), ['run', 'no\u2028such\u2029.yml', '--json']);
  expect(stderr).toContain('no\\u2028such\\u2029.yml');
  expect(linesOf(stderr)[0].message).toContain('no\u2028such\u2029.yml');
});

test.each(['abc', '0', '-1', ''])('a budget of "%s" is refused by what was written', async (budget) => {
  const repo = repository();
  const error = await refusal(repo, [...scripted(repo, plain), `--budget=${budget}`]);
  expect(error).toMatchObject({
    code: 'run/invalid-budget',
    message: `invalid budget: ${budget === '' ? '""' : budget} is no amount above zero`,
  });
});
