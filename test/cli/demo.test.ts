import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { git, linesOf, pawl, writeFiles } from './pawl.ts';

test('the demo undoes a bad change exactly, keeps a good one, and says that its agent is a script', async () => {
  const folder = join(scratchFolder(), 'shop');
  const { code, stdout, stderr } = await pawl(dirname(folder), ['demo', '--dir', folder]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout).toContain('The agent is a script, no model, and costs nothing.');
  expect(stdout).toContain('agent scripted agent (no model)');
  expect(stdout).toMatch(/✓ baseline .*"2 of 6 tests fail"/);
  expect(stdout).toMatch(/↺ fix 1 +gate exit code 1, put back 3 files .*"3 of 6 tests fail"/);
  expect(stdout).toMatch(/✓ fix 2 +kept {2}[0-9a-f]{7} {2}1 file/);
  expect(stdout).toMatch(/✓ verify .*"0 of 6 tests fail"/);
  expect(stdout).toMatch(/✓ Self-Test finished · 1 commit on pawl\/self-test\/\w+ · 1 undone · .* · \$0\.00/);
  expect(stdout).toMatch(/\$ git log --oneline --stat main\.\..*\n[0-9a-f]{7} self-test: fix iteration 2\n/);
  expect(stdout).toContain('pawl run self-test "npm test"');

  expect(execFileSync(process.execPath, ['test.js'], { cwd: folder }).toString()).toContain('0 of 6 tests fail');
  expect(git(folder, 'log', '--format=%s', 'main..').trim()).toBe('self-test: fix iteration 2');
  expect(git(folder, 'diff', '--name-only', 'main..').trim()).toBe('cart.js');
  expect(readFileSync(join(folder, 'notes.txt'))).toEqual(readFileSync(new URL('../../demo/notes.txt', import.meta.url)));
  expect(existsSync(join(folder, 'debug.log'))).toBe(false);
  expect(git(folder, 'status', '--porcelain')).toBe('?? notes.txt\n');
  // Each command that it shows works when it is typed.
  const [, run] = /pawl show ([0-9a-z]+)/.exec(stdout) as RegExpExecArray;
  expect(git(folder, 'show', `pawl/${run}/try-1:debug.log`)).toBe('total was 250\n');
  expect((await pawl(folder, ['undo', run as string])).code).toBe(0);
  expect(git(folder, 'branch', '--show-current')).toBe('main\n');
});

test("the demo is the same one whatever the user's git is told to do", async () => {
  const home = scratchFolder();
  const hook = '#!/bin/sh\necho "hook ran" >> "$HOME/hooks.log"; exit 1\n';
  writeFiles(home, {
    '.gitconfig':
      '[user]\n useConfigOnly = true\n[commit]\n gpgSign = true\n[gpg]\n program = false\n[init]\n defaultBranch = trunk\n templateDir = ~/template\n' +
      '[core]\n hooksPath = ~/hooks\n autocrlf = true\n excludesFile = ~/ignore\n[color]\n ui = always\n',
    ignore: '*.txt\n*.log\n',
  });
  for (const folder of ['hooks', 'template/hooks']) {
    mkdirSync(join(home, folder), { recursive: true });
    for (const name of ['pre-commit', 'post-checkout', 'reference-transaction'])
      writeFileSync(join(home, folder, name), hook, { mode: 0o755 });
  }
  const folder = join(home, 'shop');
  const env = { HOME: home, GIT_AUTHOR_DATE: '', GIT_DIR: '/nowhere', PATH: process.env.PATH ?? '' };
  const { code, stdout, stderr } = await pawl(home, ['demo', '--dir', folder, '--json'], env);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const lines = linesOf(stdout);
  expect(lines[0]).toEqual({ v: 1, type: 'demo.made', folder });
  expect(lines.at(-1)).toMatchObject({ type: 'run.finished', status: 'succeeded', costUsd: 0 });
  expect(lines.find((line) => line.type === 'restore.done').report).toMatchObject({ paths: 3 });
  expect(existsSync(join(home, 'hooks.log'))).toBe(false);
  expect(readFileSync(join(folder, 'notes.txt'))).toEqual(readFileSync(new URL('../../demo/notes.txt', import.meta.url)));
});

test('the demo writes into no folder that holds something', async () => {
  const home = scratchFolder();
  writeFiles(home, { 'full/mine.txt': 'mine' });
  const { code, stderr } = await pawl(home, ['demo', '--dir', 'full']);
  expect(code).toBe(1);
  expect(stderr).toContain('is not empty');
  expect(readdirSync(join(home, 'full'))).toEqual(['mine.txt']);
});
