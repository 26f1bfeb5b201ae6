import { expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { pawl } from './pawl.ts';

test('every command that help names says what it does, with examples that begin with its name', async () => {
  const folder = scratchFolder();
  const { stdout, code } = await pawl(folder, ['--help']);
  expect(code).toBe(0);
  const names = [...(stdout.split('Commands:\n')[1] ?? '').matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name as string);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const help = await pawl(folder, [name, '--help']);
    expect([help.code, help.stderr], name).toEqual([0, '']);
    expect(help.stdout, name).toMatch(new RegExp(`\\nExamples:\\n  pawl ${name}\\b`));
  }
});

test('without a command, help is printed and the exit code is that of misuse', async () => {
  const { stdout, code } = await pawl(scratchFolder(), []);
  expect(code).toBe(2);
  expect(stdout).toContain('pawl demo');
});

test('a command of commands without one prints its help, as misuse', async () => {
  const { stdout, stderr, code } = await pawl(scratchFolder(), ['library']);
  expect([code, stderr]).toEqual([2, '']);
  expect(stdout).toMatch(/Usage: pawl library [\s\S]*search[\s\S]*undo/);
});
