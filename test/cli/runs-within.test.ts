import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { git, linesOf, pawl, repository, scripted, writeFiles } from './pawl.ts';

const inner = 'name: inner\nsteps:\n  - { id: two, prompt: x, loop: { max: 1, gate: "test -f two.txt" } }\n';
const one = '  - { id: one, prompt: x, loop: { max: 1, gate: "test -f one.txt" } }\n';
const replies = { one: { write: { 'one.txt': '1' }, reply: 'a' }, two: { write: { 'two.txt': '2' }, reply: 'b' } };

test.each([
  [
    'commits before it',
    `name: outer\nsteps:\n${one}  - { id: sub, workflow: inner.yml }\n`,
    [replies.one, replies.two],
    'one.txt\ntwo.txt',
  ],
  ['commits nothing itself', 'name: outer\nsteps:\n  - { id: sub, workflow: inner.yml }\n', [replies.two], 'two.txt'],
])('what a run within a run that %s keeps is taken with it', async (_, outer, script, files) => {
  const repo = repository();
  const call = scripted(repo, outer, script);
  writeFiles(join(repo, '..'), { 'inner.yml': inner });
  const before = git(repo, 'rev-parse', 'main');
  const ran = await pawl(repo, call);
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain('take   pawl apply');
  expect((await pawl(repo, ['apply', 'last'])).code).toBe(0);
  expect(git(repo, 'branch', '--show-current').trim()).toBe('main');
  expect(git(repo, 'diff', '--name-only', before.trim(), 'main').trim()).toBe(files);
});

test('after an isolated step whose changes conflict, the run can be undone', async () => {
  const repo = repository();
  const call = scripted(
    repo,
    'name: w\nsteps:\n  - { id: a, command: "echo a > a.txt", isolate: worktree }\n  - { id: b, command: "echo b > a.txt", isolate: worktree }\n  - { id: both, parallel: [a, b] }\n',
  );
  const ran = await pawl(repo, call);
  expect(ran.stdout).toContain('conflict');
  expect((await pawl(repo, ['undo', 'last'])).code).toBe(0);
  expect(git(repo, 'status', '--porcelain')).toBe('');
});

const saying = (word: string, first = '') => `name: inner\nsteps:\n${first}  - { id: say, command: "echo ${word} > ../said" }\n`;
const asking = '  - { id: ask, approve: "Go on?" }\n';
const outerOf = (steps: string) => `name: outer\nsteps:\n${steps}`;

/** A repository and the call of a run whose last step runs `mid.yml`, which runs `inner.yml`; with `said`, what that said. */
function nested(first: string, inner: string) {
  const repo = repository();
  const call = scripted(repo, outerOf(`${first}  - { id: sub, workflow: mid.yml }\n`));
  const mid = 'name: mid\nsteps:\n  - { id: deep, workflow: inner.yml }\n';
  writeFiles(dirname(repo), { 'mid.yml': mid, 'inner.yml': inner });
  return { repo, call, said: () => readFileSync(join(repo, '..', 'said'), 'utf8').trim() };
}

test('a workflow within a run is the one that stood when the run began, and the run says that its file has changed since', async () => {
  const { repo, call, said } = nested('  - { id: edit, command: "sed -i s/one/two/ ../inner.yml" }\n', saying('one'));
  const { code, stdout } = await pawl(repo, call);
  expect([code, said()]).toEqual([0, 'one']);
  expect(stdout).toMatch(/inner\.yml has changed since the run began/);
});

test.each([
  ['has not begun', asking, ''],
  ['has begun', '', asking],
])(
  'a run is not taken up when the file of a workflow within it that %s has changed, unless that is accepted',
  async (_, outside, inside) => {
    const { repo, call, said } = nested(outside, saying('one', inside));
    const { run } = linesOf((await pawl(repo, [...call, '--json'])).stdout)[0];
    writeFiles(dirname(repo), { 'inner.yml': saying('two', inside) });
    const refused = await pawl(repo, ['approve', run, '--json']);
    expect(linesOf(refused.stderr)[0]).toMatchObject({
      code: 'run/workflow-changed',
      message: expect.stringMatching(/inner\.yml has changed[\s\S]*\+.*two/),
    });
    expect((await pawl(repo, ['resume', run, '--accept-changes'])).code).toBe(4);
    expect((await pawl(repo, ['approve', run])).code).toBe(0);
    expect(said()).toBe('two');
  },
);

test('a workflow within a run whose file is gone or has a mistake goes on as it was', async () => {
  const { repo, call, said } = nested(asking, saying('one'));
  const { run } = linesOf((await pawl(repo, [...call, '--json'])).stdout)[0];
  writeFiles(dirname(repo), { 'inner.yml': 'steps: 3\n' });
  const { code, stdout } = await pawl(repo, ['approve', run]);
  expect([code, said(), stdout.includes('inner.yml has changed since the run began')]).toEqual([0, 'one', true]);
});

test('a workflow within a run whose step under way is gone from its file goes on as it began, which is said', async () => {
  const { repo, call, said } = nested('', saying('one', asking));
  const { run } = linesOf((await pawl(repo, [...call, '--json'])).stdout)[0];
  writeFiles(dirname(repo), { 'inner.yml': saying('two') });
  const accepted = await pawl(repo, ['resume', run, '--accept-changes']);
  expect([accepted.code, accepted.stdout.includes('no longer has the step that was under way')]).toEqual([4, true]);
  expect((await pawl(repo, ['approve', run])).code).toBe(0);
  expect(said()).toBe('one');
});

test('the question of a run however deep within is shown where the run waits', async () => {
  const repo = repository();
  const call = scripted(repo, 'name: outer\nsteps:\n  - { id: sub, workflow: middle.yml }\n');
  writeFiles(join(repo, '..'), {
    'middle.yml': 'name: middle\nsteps:\n  - { id: in, workflow: inner.yml }\n  - { id: then, approve: And this? }\n',
    'inner.yml': 'name: inner\nsteps:\n  - { id: sure, approve: Really this? }\n',
  });
  expect((await pawl(repo, call)).stdout).toContain('inner.yml asks: Really this?');
  expect((await pawl(repo, ['approve', 'last'])).stdout).toContain('middle.yml asks: And this?');
});
