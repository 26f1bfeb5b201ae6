import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { killedRun } from './killed-run.ts';
import { linesOf, pawl, repository, scripted } from './pawl.ts';

const workflow = `name: Repair
steps:
  - { id: big, command: "head -c 200000 /dev/zero | tr '\\\\0' x" }
  - { id: fix, prompt: "Fix {{input}}", loop: { max: 3, until: DONE, gate: "echo says the gate; ! grep -q bad a.txt" } }
`;
const replies = [{ write: { 'a.txt': 'bad\n' } }, { write: { 'a.txt': 'good\n' }, reply: 'DONE', costUsd: 0.25 }];

async function ranIn(repo: string): Promise<string> {
  const { stdout, code } = await pawl(repo, [...scripted(repo, workflow, replies), 'it', '--json']);
  expect(code).toBe(0);
  return linesOf(stdout)[0].run;
}

test('show tells what a run did, step by step, with what to look at and what to do next', async () => {
  const repo = repository();
  const run = await ranIn(repo);
  const { stdout, code } = await pawl(repo, ['show', 'last']);
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^Repair · run ${run} · succeeded\n  where   on main`));
  expect(stdout).toContain('  input   it\n');
  expect(stdout).toMatch(/ {2}cost {4}\$0\.25 · 2 calls of scripted/);
  expect(stdout).toMatch(/^\d\d:\d\d:\d\d {4}↺ 1 +gate exit code 1, put back 1 file/m);
  expect(stdout).toContain(`look: git diff pawl/${run}/`);
  expect(stdout).toContain('│ says the gate');
  expect(stdout).toMatch(/✓ 2 +kept {2}[0-9a-f]{7} {2}1 file \+1 −1/);
  expect(stdout).toMatch(new RegExp(`take +pawl apply ${run} .*\n +drop +pawl undo ${run} `));
  const events = linesOf((await pawl(repo, ['show', run, '--events'])).stdout);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at));
  expect(events.at(-1)).toMatchObject({ v: 1, type: 'run.finished', run, costUsd: 0.25 });
});

test('show --output prints one step whole, and says which steps there are where there is no such output', async () => {
  const repo = repository();
  const run = await ranIn(repo);
  expect((await pawl(repo, ['show', run, '--output', 'big'])).stdout).toBe(`${'x'.repeat(200000)}\nexit code: 0`);
  const { code, stderr } = await pawl(repo, ['show', run, '--output', 'none', '--json']);
  expect(code).toBe(2);
  expect(linesOf(stderr)[0]).toMatchObject({ code: 'cli/usage', hint: 'steps: big, fix' });
});

test('an output whose blob is damaged is a refusal, never a sentence among the output', async () => {
  const repo = repository();
  const run = await ranIn(repo);
  const events = linesOf((await pawl(repo, ['show', run, '--events'])).stdout);
  const { blob } = events.find(({ type, step }) => type === 'step.finished' && step === 'big').result.output;
  const file = join(repo, '.pawl', 'blobs', blob.slice(0, 2), blob);
  chmodSync(file, 0o644);
  writeFileSync(file, 'other');
  const { code, stdout, stderr } = await pawl(repo, ['show', run, '--output', 'big']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`${file} is damaged`);
});

describe('a run that cannot be read is said to be so, not to be none', () => {
  const damages = [
    ['is damaged', "UPDATE events SET body = '{', sum = NULL WHERE seq = 1", 'store/damaged', 'event 1 of run', 'cannot be read'],
    ['has lost an event', 'DELETE FROM events WHERE seq = 1', 'store/damaged', 'event 1 of run', 'is missing'],
    [
      'is of a newer Pawl',
      'UPDATE events SET v = 99, sum = NULL WHERE seq = 1',
      'store/unavailable',
      'events of version 99',
      'a newer Pawl wrote',
    ],
  ] as const;
  test.each(damages)('%s', async (_, statement, expected, ...words) => {
    const repo = repository();
    const run = await killedRun(repo, 'true');
    const database = new DatabaseSync(join(repo, '.pawl', 'journal.db'));
    database.exec(statement);
    database.close();
    for (const argv of [['show', run], ['runs'], ['undo', run], ['apply', run], ['cancel', run]]) {
      const { code, stdout, stderr } = await pawl(repo, [...argv, '--json']);
      // Of a damaged one readers show what is left; of a newer one nobody knows what it is.
      const shows = expected === 'store/damaged' && ['show', 'runs'].includes(argv[0] as string);
      expect([code, stdout], argv[0]).toEqual([1, shows ? expect.stringContaining(run) : '']);
      const [error] = linesOf(stderr);
      expect(error, argv[0]).toMatchObject({ code: expected, hint: expect.any(String) });
      for (const word of words) expect(error.message, argv[0]).toContain(word);
    }
  });
});

test.each([['show'], ['undo'], ['apply'], ['cancel']])('%s makes nothing where no run was ever made', async (command) => {
  const repo = repository();
  const { code, stderr } = await pawl(repo, [command, 'last']);
  expect(code).toBe(2);
  expect(stderr).toContain('no run has been made in');
  expect(existsSync(join(repo, '.pawl'))).toBe(false);
  expect(readFileSync(join(repo, '.git', 'info', 'exclude'), 'utf8')).not.toContain('.pawl');
});
