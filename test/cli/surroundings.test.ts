import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listRuns } from '../../src/app/history/run-history.ts';
import { runWorkflow } from '../../src/app/run/run-workflow.ts';
import { undoRun } from '../../src/app/settle/undo-run.ts';
import { bin, cleanEnv, git, linesOf, pawl, repository, scripted } from './pawl.ts';

const plain = 'name: w\nsteps:\n  - { id: a, command: "echo x > new.txt" }\n';

test('a run started through a symbolic link keeps its state where the work tree is, and is found from there', async () => {
  const repo = repository({ 'pkg/a.txt': 'one\n' });
  const link = join(repo, '..', 'link');
  symlinkSync(join(repo, 'pkg'), link);
  const [, workflow = ''] = scripted(repo, plain);
  const ran = await runWorkflow({ workflow, cwd: link, env: cleanEnv(join(repo, '..')) });
  if (!ran.ok) throw new Error(ran.failure.message);
  expect(existsSync(join(repo, '.pawl', 'journal.db'))).toBe(true);
  expect(existsSync(join(repo, 'pkg', '.pawl'))).toBe(false);
  for (const cwd of [repo, link])
    expect(await listRuns(cwd)).toMatchObject({ ok: true, value: { rows: [{ summary: { run: ran.value.run } }] } });
  expect(existsSync(join(repo, 'pkg', 'new.txt'))).toBe(true);
  expect(await undoRun(link, ran.value.run, false)).toMatchObject({ ok: true });
  expect(git(repo, 'status', '--porcelain')).toBe('');
});

test('a folder that the run cannot make is a refusal, and nothing is run', async () => {
  const repo = repository();
  mkdirSync(join(repo, '.pawl'));
  writeFileSync(join(repo, '.pawl', 'runs'), 'a file in the way');
  const argv = scripted(repo, plain);
  await pawl(repo, argv);
  const { code, stdout, stderr } = await pawl(repo, [...argv, '--json']);
  expect([code, stdout]).toEqual([1, '']);
  expect(linesOf(stderr)).toMatchObject([
    { code: 'store/unavailable', message: expect.stringContaining("the run's folder could not be made"), hint: expect.any(String) },
  ]);
  expect(existsSync(join(repo, 'new.txt'))).toBe(false);
});

test("a folder that git cannot be told to leave out is a warning, on a person's screen and in a program's stderr", async () => {
  const repo = repository();
  writeFileSync(join(repo, '.git', 'index.lock'), '');
  const argv = scripted(repo, plain);
  const human = await pawl(repo, argv);
  expect(human.code).toBe(0);
  expect(human.stdout).toMatch(/^! git may show the folder \.pawl as untracked.*index\.lock/m);
  const machine = await pawl(repo, [...argv, '--json']);
  expect(machine.code).toBe(0);
  expect(linesOf(machine.stderr)).toMatchObject([{ v: 1, type: 'warning', message: expect.stringContaining('index.lock') }]);
});

test('value files that a step made irremovable are a warning, and the run is what it was', () => {
  const repo = repository();
  const workflow = 'name: w\nsteps:\n  - { id: a, command: \'mkdir -p "$PAWL_VALUES_DIR/in/it" && chmod 0 "$PAWL_VALUES_DIR/in"\' }\n';
  const argv = [process.execPath, bin, ...scripted(repo, workflow)];
  // Root removes whatever it likes, so it takes on a user that may not.
  const asOther = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
  if (asOther.length > 0) execFileSync('chown', ['-R', '65534:65534', join(repo, '..')]);
  const [program, ...args] = [...asOther, ...argv] as [string, ...string[]];
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: repo, env: cleanEnv(join(repo, '..')), encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^! .*values could not be removed/m);
  expect(stdout).toContain('✓ w finished');
});
