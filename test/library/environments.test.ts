import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environmentId, libraryPackages } from '../../src/app/library/library-packages.ts';
import { linesOf, pawl, repository } from '../cli/pawl.ts';

/** Without a registry there is nothing to install; whoever reads the tests' output is told so. */
const registry = spawnSync('npm', ['view', 'ms@2.1.3', 'version', '--fetch-retries=0'], { encoding: 'utf8' }).stdout?.trim() === '2.1.3';
if (!registry) console.warn('SKIPPED: no registry of packages can be reached, so environments are not tested with real packages');

const source = `import ms from 'ms';
/** How many milliseconds a span of time has. */
export default async function millisecondsOf(input: { span: string }, ctx): Promise<number> {
  return ms(input.span);
}
`;

test.skipIf(!registry)('packages are pinned under a name, shared by what is in them, and kept as long as they are used', async () => {
  const repo = repository({ 'millisecondsOf.ts': source });
  const library = (...argv: string[]) => pawl(repo, ['library', ...argv]);
  expect((await library('add', 'millisecondsOf.ts')).stderr).toContain('function/no-environment');
  const made = await library('env', 'add', 'times', 'ms@2.1.3');
  expect([made.stderr, made.code]).toEqual(['', 0]);
  expect((await library('env', 'add', 'times', 'ms')).stderr).toContain('there is an environment times already');
  expect((await library('add', 'millisecondsOf.ts', '--environment', 'times')).code).toBe(0);
  await library('env', 'add', 'others', 'ms@2.1.3');
  const listed = linesOf((await library('env', '--json')).stdout);
  expect(listed.map(({ name, version, packages, functions }) => [name, version, packages, functions])).toEqual([
    ['others', 1, ['ms@2.1.3'], []],
    ['times', 1, ['ms@2.1.3'], ['millisecondsOf']],
  ]);
  const folder = join(repo, '.pawl', 'library-packages');
  expect(readdirSync(folder).length).toBe(1);
  expect((await library('env', 'delete', 'times')).stderr).toContain('is used by millisecondsOf');
  const updated = await library('env', 'update', 'times', 'is-number@7.0.0');
  expect([updated.stderr, updated.code]).toEqual(['', 0]);
  expect(linesOf((await library('env', '--json')).stdout)[1]).toMatchObject({ version: 2, packages: ['is-number@7.0.0', 'ms@2.1.3'] });
  expect((await library('env', 'delete', 'others')).code).toBe(0);
  expect((await library('env', 'restore', 'others')).stdout).toContain('restored the environment others');
  expect((await library('env', 'add', 'nothing', '../folder')).code).toBe(1);
  expect(readdirSync(folder).length).toBe(2);
});

test('the folder of an environment is named for what is in it', async () => {
  expect(environmentId({ manifest: 'a', lock: 'b' })).toBe(environmentId({ manifest: 'a', lock: 'b' }));
  expect(environmentId({ manifest: 'a', lock: 'b' })).not.toBe(environmentId({ manifest: 'a', lock: 'c' }));
  const repo = repository();
  expect(await libraryPackages(repo, {}).there('none', { manifest: '', lock: '' })).toBe(null);
  expect(existsSync(join(repo, '.pawl'))).toBe(false);
});
