import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linesOf, pawl, repository, writeFiles } from './pawl.ts';

const good = 'name: Good\nsteps:\n  - { id: a, command: "true" }\n  - { id: b, command: "true" }\n';
const bad = 'name: Bad\nsteps:\n  - id: a\n    commnd: "true"\n';

test('validate checks each file, by path or by name, and fails when one has a mistake', async () => {
  const repo = repository();
  writeFiles(repo, { 'good.yml': good, 'bad.yml': bad, 'pawl/named.yml': good });
  const fine = await pawl(repo, ['validate', 'good.yml', 'named', 'self-test']);
  expect([fine.code, fine.stderr]).toEqual([0, '']);
  expect(fine.stdout).toMatch(/^✓ good\.yml: Good, 2 steps\n✓ named: Good, 2 steps\n✓ self-test: Self-Test, \d+ steps\n$/);
  const mixed = await pawl(repo, ['validate', 'good.yml', 'bad.yml']);
  expect(mixed.code).toBe(1);
  expect(mixed.stdout).toContain('✓ good.yml');
  expect(mixed.stdout).toContain('bad.yml:4:5');
  const pages = /(\/\S+) has a page for each code/.exec(mixed.stdout)?.[1] as string;
  expect(existsSync(join(pages, 'workflow-unknown-key.md'))).toBe(true);
  const lines = linesOf((await pawl(repo, ['validate', 'good.yml', 'bad.yml', '--json'])).stdout);
  expect(lines).toMatchObject([
    { v: 1, type: 'validation', file: 'good.yml', valid: true, diagnostics: [] },
    { v: 1, type: 'validation', file: 'bad.yml', valid: false },
  ]);
  expect(lines[1].diagnostics[0]).toMatchObject({ code: 'workflow/unknown-key', severity: 'error', line: 4, column: 5 });
});

test('a file that is not there does not keep the others from being checked', async () => {
  const repo = repository();
  writeFiles(repo, { 'good.yml': good });
  const { code, stdout, stderr } = await pawl(repo, ['validate', 'none.yml', 'good.yml', '--json']);
  expect(code).toBe(2);
  expect(linesOf(stderr)).toMatchObject([{ type: 'error', code: 'run/unknown-workflow' }]);
  expect(linesOf(stdout)).toMatchObject([{ file: 'good.yml', valid: true }]);
});

test.each([['pawl.yml'], ['a/pawl.yml']])('a configuration that is not there is refused: %s', async (file) => {
  const { code, stdout, stderr } = await pawl(repository(), ['validate', file]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`the configuration file ${file} is not there`);
});
