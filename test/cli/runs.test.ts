import { expect, test } from 'vitest';
import { killedRun } from './killed-run.ts';
import { linesOf, pawl, repository, scripted } from './pawl.ts';

const keeping = 'name: Keeping\nsteps:\n  - { id: fix, prompt: x, loop: { max: 2, until: DONE, gate: "! grep -q bad a.txt" } }\n';
const replies = [{ write: { 'a.txt': 'bad\n' } }, { write: { 'a.txt': 'good\n' }, reply: 'DONE', costUsd: 0.5 }];

test('runs lists the runs made here, newest first, each with what became of it', async () => {
  const repo = repository();
  const first = linesOf((await pawl(repo, [...scripted(repo, keeping, replies), '--json'])).stdout)[0].run;
  expect((await pawl(repo, ['apply', first])).code).toBe(0);
  const second = await killedRun(repo, 'true');
  const { stdout, code } = await pawl(repo, ['runs']);
  expect(code).toBe(0);
  const [newest, oldest, wrapped, ...rest] = stdout.trimEnd().split('\n');
  expect(rest).toEqual([]);
  expect(newest).toMatch(new RegExp(`^  ${second} +w +\\d\\d-\\d\\d \\d\\d:\\d\\d +interrupted \\(pawl resume\\)`));
  expect(oldest).toMatch(
    new RegExp(`^  ${first} +Keeping  \\d\\d-\\d\\d \\d\\d:\\d\\d  \\$0\\.50  finished, 1 committed, 1 try put back,`),
  );
  expect(wrapped).toMatch(/^ {36,}applied$/);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  const rows = linesOf((await pawl(repo, ['runs', '--json'])).stdout);
  expect(rows).toMatchObject([
    { v: 1, type: 'run', run: second, life: 'interrupted', status: null, outcome: null, taken: null, totals: null, costUsd: 0 },
    { v: 1, type: 'run', run: first, life: 'finished', status: 'succeeded', outcome: 'completed', taken: 'applied', costUsd: 0.5 },
  ]);
  expect(rows[1].commit).toMatch(/^[0-9a-f]{40}$/);
  expect(rows[1].startedAt).toMatch(/^\d{4}-.*Z$/);
});

test('where no run was made yet, a person is told how to make one, and a program gets nothing', async () => {
  const repo = repository();
  expect((await pawl(repo, ['runs'])).stdout).toBe('No run has been made here yet.  pawl run self-test "npm test"  makes one.\n');
  expect(await pawl(repo, ['runs', '--json'])).toEqual({ code: 0, stdout: '', stderr: '' });
});
