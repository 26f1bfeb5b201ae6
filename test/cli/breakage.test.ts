import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { git, linesOf, pawl, repository, scripted } from './pawl.ts';

test.each([[[]], [['--dry-run']]])('an input that is given twice is refused, and nothing is run (%j)', async (flags: string[]) => {
  const repo = repository();
  const argv = scripted(repo, 'name: w\nsteps:\n  - { id: a, command: "echo x > new.txt" }\n');
  const file = join(dirname(repo), 'input.txt');
  writeFileSync(file, 'from the file');
  const { code, stdout, stderr } = await pawl(repo, [...argv, 'from the line', '--input-file', file, '--json', ...flags]);
  expect([code, stdout]).toEqual([2, '']);
  expect(linesOf(stderr)).toMatchObject([{ code: 'cli/usage', message: expect.stringContaining('given twice') }]);
  expect(existsSync(join(repo, 'new.txt'))).toBe(false);
});

test('a dry run refuses an input file that is not there, as a run does', async () => {
  const repo = repository();
  const argv = scripted(repo, 'name: w\nsteps:\n  - { id: a, command: "echo x" }\n');
  const { code, stderr } = await pawl(repo, [...argv, '--dry-run', '--input-file', 'none.txt', '--json']);
  expect(code).toBe(2);
  expect(linesOf(stderr)).toMatchObject([{ code: 'cli/usage', message: expect.stringContaining('none.txt cannot be read (ENOENT)') }]);
});

test('show --output prints what a failed step printed', async () => {
  const repo = repository();
  const argv = scripted(repo, 'name: w\nsteps:\n  - { id: c, command: "echo says why; exit 4", expect: success }\n');
  expect((await pawl(repo, argv)).code).toBe(1);
  const { code, stdout } = await pawl(repo, ['show', 'last', '--output', 'c']);
  expect([code, stdout]).toEqual([0, 'says why\nexit code: 4']);
});

test("the last lines of a failed command's output are cut to what a terminal can show", async () => {
  const repo = repository();
  const command = "head -c 5000 /dev/zero | tr '\\\\0' x; for i in 1 2 3 4 5 6 7; do echo; echo line $i; done; exit 4";
  const argv = scripted(repo, `name: w\nsteps:\n  - { id: c, command: "${command}", expect: success }\n`);
  const long = await pawl(
    repo,
    scripted(repo, `name: w\nsteps:\n  - { id: c, command: "${command.replace(/for.*done; /, '')}", expect: success }\n`),
  );
  expect(long.stdout).toContain(`│ ${'x'.repeat(199)}…\n`);
  expect(long.stdout).not.toContain('x'.repeat(201));
  scripted(repo, `name: w\nsteps:\n  - { id: c, command: "${command}", expect: success }\n`);
  const many = await pawl(repo, argv);
  expect(many.stdout).toContain('ended with\n    │ line 5\n    │\n    │ line 6\n    │\n    │ line 7\n\n');
});

test('an error that quotes many lines is cut at the end of a run and in show', async () => {
  const repo = repository();
  const argv = scripted(repo, 'name: w\nsteps:\n  - { id: c, command: "seq 1 300", require: { contains: [DONE] } }\n');
  for (const { stdout } of [await pawl(repo, argv), await pawl(repo, ['show', 'last'])]) {
    const from = stdout.lastIndexOf('c failed: require.contains');
    expect(
      stdout
        .slice(from)
        .split('\n')
        .findIndex((line) => /^ {2}… \d+ more lines$/.test(line)),
    ).toBe(20);
  }
});

test('output past 64 MiB is said to be cut where a step needs it whole', async () => {
  const repo = repository();
  const command = "head -c 67108964 /dev/zero | tr '\\\\0' x; echo; echo DONE";
  const argv = scripted(repo, `name: w\nsteps:\n  - { id: c, command: "${command}", require: { contains: [DONE] } }\n`);
  const { code, stdout, stderr } = await pawl(repo, argv);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toMatch(/! the output of c was cut: \d+ bytes past 64 MiB were not kept, and what was not kept cannot meet `require`$/m);
}, 30_000);

test('a TMPDIR that is not there stops no command and no gate', async () => {
  const repo = repository();
  const loop =
    'name: w\nsteps:\n  - { id: c, command: "echo hello" }\n  - { id: fix, prompt: Fix, loop: { max: 1, gate: "grep -q good a.txt" } }\n';
  const argv = scripted(repo, loop, [{ write: { 'a.txt': 'good\n' } }]);
  const { stdout, stderr } = await pawl(repo, argv, { TMPDIR: join(dirname(repo), 'none') });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/✓ 1 .*kept|fix 1.*kept/);
  expect(existsSync(join(dirname(repo), 'none'))).toBe(false);
});

test('a folder of work that the agent removed is said in a sentence that goes on', async () => {
  const repo = repository({ 'pkg/a.txt': 'one\n', 'pkg/b.txt': 'two\n' });
  const loop = 'name: w\nsteps:\n  - { id: fix, prompt: Fix, loop: { max: 1, gate: "true" } }\n';
  const argv = scripted(repo, loop, [{ sh: 'rm -r ../pkg' }]);
  const { stdout } = await pawl(join(repo, 'pkg'), argv, { HOME: dirname(repo) });
  expect(stdout).not.toContain('.,');
  expect(git(repo, 'status', '--porcelain')).toBe('');
});

test('a HOME that is not there is not made', async () => {
  const repo = repository();
  const home = join(dirname(repo), 'nobody');
  expect((await pawl(repo, ['list'], { HOME: home })).code).toBe(0);
  expect(existsSync(home)).toBe(false);
});
