import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { pathWithout } from './path-without.ts';
import { git, linesOf, pawl, writeFiles } from './pawl.ts';

test('the demo undoes a bad change exactly, keeps a good one, and says that its agent is a script', async () => {
  const folder = join(scratchFolder(), 'shop');
  const { code, stdout, stderr } = await pawl(dirname(folder), ['demo', '--dir', folder]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout).toContain('The agent is a script, no model, and costs nothing.');
  expect(stdout).toContain('agent scripted agent (no model)');
  expect(stdout).toMatch(/✓ baseline .*"2 of 6 tests fail"/);
  expect(stdout).toMatch(/all tests pass \(ALL_OR_NOTHING\)[\s\S]*· ready +goes on at fix, as "ALL_OR_NOTHING" is in its output/);
  expect(stdout).toMatch(/↺ fix 1 +gate exit code 1, put back 3 files .*"3 of 6 tests fail"/);
  expect(stdout).toMatch(/✓ fix 2 +kept {2}[0-9a-f]{7} {2}1 file/);
  expect(stdout).toMatch(/✓ verify .*"0 of 6 tests fail"/);
  expect(stdout).toMatch(/✓ Self-Test finished · 1 commit on pawl\/self-test\/\w+ · 1 try put back · .* · \$0\.00/);
  expect(stdout).toMatch(/\$ git log --oneline --stat main\.\..*\n[0-9a-f]{7} self-test: fix iteration 2\n/);
  expect(stdout).toContain('pawl run self-test "npm test"');

  expect(execFileSync(process.execPath, ['test.js'], { cwd: folder }).toString()).toContain('0 of 6 tests fail');
  expect(git(folder, 'log', '--format=%s', 'main..').trim()).toBe('self-test: fix iteration 2');
  expect(git(folder, 'diff', '--name-only', 'main..').trim()).toBe('cart.js');
  expect(readFileSync(join(folder, 'notes.txt'))).toEqual(readFileSync(new URL('../../demo/notes.txt', import.meta.url)));
  expect(existsSync(join(folder, 'debug.log'))).toBe(false);
  expect(git(folder, 'status', '--porcelain')).toBe('?? notes.txt\n');
  expect(existsSync(join(folder, 'API.md'))).toBe(false);
  // Each command that it shows works when it is typed.
  const [, run] = /pawl show ([0-9a-z]+)/.exec(stdout) as RegExpExecArray;
  expect(git(folder, 'show', `pawl/${run}/try-1:debug.log`)).toBe('total was 250\n');
  expect((await pawl(folder, ['undo', run as string])).code).toBe(0);
  expect(git(folder, 'branch', '--show-current')).toBe('main\n');
});

test('then an act writes code against real primitives, hears in mid-run what it is told, is replayed from its journal and undone', async () => {
  const folder = join(scratchFolder(), 'shop');
  const { code, stdout } = await pawl(dirname(folder), ['demo', '--dir', folder]);
  expect(code).toBe(0);
  const shown = stdout.slice(stdout.indexOf('Now an act'));
  expect(shown).toContain('The model is a script again, no model, and costs nothing');
  expect(shown).toContain('model scripted model (no model is asked)');
  expect(shown).not.toContain('is weak here');
  // In this order, and each once.
  const order = ['ctx.fs.read("cart.js")', '« you: say what each of them does', 'ctx.fs.write("API.md"', "'0 of 6 tests fail'"];
  const places = [
    ...order,
    '✓ act finished · 3 turns · 3 calls of ctx',
    'replayed: equal (2 pieces of code, 3 calls',
    'API.md is gone again',
  ];
  const at = places.map((text) => shown.indexOf(text));
  expect(at.every((place) => place > 0)).toBe(true);
  expect(at).toEqual([...at].sort((one, other) => one - other));
  const lines = shown.split('\n');
  expect(lines.findIndex((line) => line.startsWith('Behind the act'))).toBeLessThan(40);
  // The model was really told: what it wrote is in the state that was undone, and so can be looked at.
  const [, kept] = /what was left is kept: git diff \S+ (\S+)/.exec(shown) as RegExpExecArray;
  expect(git(folder, 'show', `${kept}:API.md`)).toContain('- total: What the items cost together, in cents.');
  const [, run] = /pawl replay (\S+)/.exec(shown) as RegExpExecArray;
  expect((await pawl(folder, ['replay', run as string])).code).toBe(0);
  const events = linesOf((await pawl(folder, ['show', run as string, '--events'])).stdout);
  const types = events.map(({ type }) => type);
  expect(types.filter((type) => type === 'said')).toHaveLength(1);
  expect(types.indexOf('said')).toBeLessThan(types.lastIndexOf('turn.requested'));
});

test('behind that act a scripted librarian stores a function and guidance, which the next act finds and uses', async () => {
  const folder = join(scratchFolder(), 'shop');
  const { code, stdout } = await pawl(dirname(folder), ['demo', '--dir', folder]);
  expect(code).toBe(0);
  expect(stdout).toContain('■ stored: new function listExports, new guidance "Writing down what');
  const second = stdout.slice(stdout.indexOf('Behind the act'));
  expect(second).toContain('It is a script too');
  expect(second).toMatch(
    /▸ search_functions[\s\S]*▸ search_guidance[\s\S]*▸ execute_function[\s\S]*ctx\.fs\.read\("cart\.js"\)[\s\S]*✓ act finished/,
  );
  expect(second).toContain('printed');
  // Where it came from stands with it, and what takes it back does.
  const [, set] = /undo: pawl library undo (\S+)/.exec(second) as RegExpExecArray;
  expect(second).toContain(`by the librarian after ${set}`);
  expect((await pawl(folder, ['library', 'undo', set as string])).code).toBe(0);
  expect((await pawl(folder, ['library', 'list'])).stdout).not.toContain('listExports');
});

test('where bubblewrap is missing the demo says so, and that the code is its own', async () => {
  const home = scratchFolder();
  const { code, stdout } = await pawl(home, ['demo', '--dir', 'shop'], { PATH: pathWithout('bwrap', home) });
  expect(code).toBe(0);
  expect(stdout).toMatch(/! The sandbox is weak here: .*`bwrap` is not on PATH[\s\S]*This code is Pawl's own, so it runs all the same/);
  expect(stdout).toContain('replayed: equal');
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
  expect(lines.find((line) => line.type === 'run.finished')).toMatchObject({ status: 'succeeded', costUsd: 0 });
  expect(lines.map(({ type }) => type)).toContain('undone');
  expect(lines.at(-1)).toMatchObject({ type: 'library.shown', kind: 'function', uses: { used: 1, helped: 1 } });
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
