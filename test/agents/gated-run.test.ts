import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { git, linesOf, pawl, repository, writeFiles } from '../cli/pawl.ts';
import { installedClaude } from './claude-install.ts';
import { claudePlace } from './claude-place.ts';

let program = '';
beforeAll(async () => {
  program = await installedClaude();
});

const workflow = `name: Mend
steps:
  - id: fix
    model: fast
    prompt: "Make it good."
    loop: { max: 3, until: DONE, gate: "grep -q good a.txt && test ! -e junk.txt" }
`;

test('the real program edits, its bad try is undone exactly, its good one is committed, and its cost is counted', async () => {
  const repo = repository({ 'a.txt': 'one\n' });
  writeFiles(repo, { 'mine.txt': 'mine\n' });
  writeFiles(dirname(repo), { 'mend.yml': workflow });
  const place = await claudePlace([
    { tools: [{ name: 'Write', input: { file_path: join(repo, 'junk.txt'), content: 'junk' } }] },
    { tools: [{ name: 'Bash', input: { command: 'echo bad > a.txt; git add -A; git commit -qm sneaky', description: 'spoils' } }] },
    { text: 'DONE' },
    { tools: [{ name: 'Bash', input: { command: 'echo good > a.txt', description: 'mends' } }] },
    { text: 'DONE' },
  ]);
  // As a user has it: found on PATH, with no word about which agent.
  const env = { ...place.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` };
  const { stdout, stderr, code } = await pawl(repo, ['run', join(dirname(repo), 'mend.yml'), '--json'], env);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const events = linesOf(stdout);
  const verdicts = events.filter(({ type }) => type === 'iteration.finished').map(({ verdict }) => verdict);
  expect(verdicts).toEqual(['undone', 'kept']);
  expect(events.at(-1)).toMatchObject({ status: 'succeeded', totals: { calls: 2, unpricedCalls: 0, commits: 1 } });
  expect(events.at(-1).costUsd).toBeGreaterThan(0);
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('good\n');
  expect(existsSync(join(repo, 'junk.txt'))).toBe(false);
  expect(readFileSync(join(repo, 'mine.txt'), 'utf8')).toBe('mine\n');
  expect(git(repo, 'log', '--format=%s', 'main..HEAD').trim()).toBe('mend: fix iteration 2');
  expect(git(repo, 'diff', '--name-only', 'main', 'HEAD').trim()).toBe('a.txt');
  expect(git(repo, 'status', '--porcelain').trim()).toBe('?? mine.txt');
  // The second call was told what the gate said of the first.
  const told = JSON.stringify(place.server.requests.at(-1)?.messages);
  expect(told).toContain('What the gate printed after the last try');
});

test('a provider that refuses fails the step with its words, and the workspace is put back', async () => {
  const repo = repository({ 'a.txt': 'one\n' });
  writeFiles(dirname(repo), { 'ask.yml': 'name: Ask\nsteps:\n  - { id: ask, prompt: "Do it." }\n' });
  const place = await claudePlace([
    { tools: [{ name: 'Write', input: { file_path: join(repo, 'half.txt'), content: 'half' } }] },
    { error: { status: 401, type: 'authentication_error', message: 'invalid x-api-key' } },
  ]);
  const env = { ...place.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` };
  const { stdout, code } = await pawl(repo, ['run', join(dirname(repo), 'ask.yml'), '--json'], env);
  expect(code).toBe(1);
  const ended = linesOf(stdout).find(({ type }) => type === 'prompt.ended');
  expect(ended.reply).toMatchObject({ ok: false, failure: { kind: 'auth' } });
  expect(existsSync(join(repo, 'half.txt'))).toBe(false);
  expect(git(repo, 'status', '--porcelain')).toBe('');
});
