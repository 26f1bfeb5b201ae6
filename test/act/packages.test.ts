import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderBytes } from '../../src/adapters/packages/npm/folder-bytes.ts';
import { npmPackages } from '../../src/adapters/packages/npm/npm-packages.ts';
import { programs } from '../../src/adapters/process/programs.ts';
import { cleanEnv, pawl, printed, repository, startPawl } from '../cli/pawl.ts';
import { scratchFolder } from '../scratch.ts';
import { acting, calls, code, outputs, says, scriptFile } from './acting.ts';

/** Without a registry there is nothing to install; whoever reads the tests' output is told so. */
const registry = spawnSync('npm', ['view', 'ms@2.1.3', 'version', '--fetch-retries=0'], { encoding: 'utf8' }).stdout?.trim() === '2.1.3';
if (!registry) console.warn('SKIPPED: no registry of packages can be reached, so installing packages is not tested');
const online = test.skipIf(!registry);

const signal = new AbortController().signal;
const env = process.env as Record<string, string>;

online('packages are installed for sessions that are opened from then on, pinned, and replayed', async () => {
  const repo = repository();
  const done = acting(
    [
      code("let a = 1; await import('ms').then(() => 'there', (e) => e.message)", { session: 'old' }),
      calls('install_packages', { packages: ['ms@2.1.3'] }),
      code("import ms from 'ms';\nms('2 days')"),
      code("await import('ms').then(() => 'there', (e) => e.message)", { session: 'old' }),
      calls('install_packages', { packages: ['is-number'] }),
      code("import ms from 'ms';\nimport isNumber from 'is-number';\n[ms('1s'), isNumber('3')]"),
      says('ok'),
    ],
    {},
    repo,
  );
  await done.handle.result();
  const [before, installed, used, old, more, both] = outputs(done);
  expect(before).toContain('no packages are installed for this session');
  expect(installed).toBe(
    'Installed, for sessions that are opened from now on: ms@2.1.3. Sessions that are open keep what they have (old): close one to have them there.',
  );
  expect(used).toMatch(/^result: 172800000\n/);
  expect(old).toContain('no packages are installed for this session');
  expect(more).toMatch(/: is-number@\d+\.\d+\.\d+, ms@2\.1\.3\./);
  expect(both).toMatch(/^result: \[ 1000, true \]\n/);
  const [first] = done.of('tool.ended').flatMap(({ meaning }) => (meaning?.kind === 'installed' ? [meaning] : []));
  expect(first?.packages).toEqual(['ms@2.1.3']);
  expect(first?.lock).toEqual({ text: expect.stringMatching(/"integrity": "sha512-/) });
  const run = await done.handle.run;
  const replayed = await pawl(repo, ['replay', run]);
  expect([replayed.stderr, replayed.code]).toEqual(['', 0]);
  const folder = join(repo, '.pawl/runs', run, 'packages');
  expect(readdirSync(folder)).toHaveLength(2);
  rmSync(folder, { recursive: true });
  expect((await pawl(repo, ['replay', run])).stderr).toContain('the packages that its code imports are not there any more: ms@2.1.3');
});

online('an installation is there again from its lock, to the byte, and one that is whole is left as it is', async () => {
  const folder = scratchFolder();
  const packages = npmPackages({ programs: programs(), folder, env });
  const installed = await packages.install({ id: '3', wanted: ['ms@2.1.3'], before: null, signal });
  if (!installed.ok) throw new Error(installed.failure.message);
  const { lock } = installed.value;
  expect(await packages.restore('3', lock, signal)).toEqual({ ok: true, value: join(folder, '3') });
  rmSync(join(folder, '3/whole'));
  rmSync(join(folder, '3/node_modules/ms'), { recursive: true });
  expect(await packages.there('3', lock)).toBe(null);
  expect((await packages.restore('3', lock, signal)).ok).toBe(true);
  expect(existsSync(join(folder, '3/node_modules/ms/package.json'))).toBe(true);
  expect(await folderBytes(folder)).toBeGreaterThan(1_000);
});

online('what is not there, and what is too large, is said plainly, and leaves nothing', async () => {
  const folder = scratchFolder();
  const packages = npmPackages({ programs: programs(), folder, env, mostBytes: 100 });
  const failureOf = async (wanted: string) => {
    const done = await packages.install({ id: '1', wanted: [wanted], before: null, signal });
    return done.ok ? null : done.failure;
  };
  expect(await failureOf('ms@0.0.999')).toMatchObject({ kind: 'not_found', message: expect.stringContaining('there is no such version') });
  expect(await failureOf('ms@2.1.3')).toMatchObject({ kind: 'too_large', message: 'the packages take 1 MiB, more than 0 MiB' });
  expect(readdirSync(folder)).toEqual([]);
});

test.each(['git+https://example.com/x.git', '../folder', '--global', 'a@npm:b', 'http://127.0.0.1/x.tgz', 'file:x'])(
  '%s names no package of the registry, and is refused',
  async (wanted) => {
    const packages = npmPackages({ programs: programs(), folder: scratchFolder(), env });
    expect(await packages.install({ id: '1', wanted: [wanted], before: null, signal })).toMatchObject({
      ok: false,
      failure: { kind: 'refused' },
    });
  },
);

test('without a network it is said that the registry cannot be reached, and the act goes on', async () => {
  const repo = repository();
  const offline = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0', npm_config_cache: scratchFolder() };
  const done = acting(
    [calls('install_packages', { packages: ['ms@2.1.3'] }), says('ok')],
    { env: { ...cleanEnv(join(repo, '..')), ...offline } },
    repo,
  );
  expect(await done.handle.result()).toBe('ok');
  expect(outputs(done)[0]).toContain('Nothing was installed: the registry cannot be reached (ECONNREFUSED)');
});

online('an act whose process was killed has the packages that it installed when it is taken up, from its lock', async () => {
  const repo = repository();
  const waits = `import ms from 'ms';
await ctx.fs.write('begun.txt', '');
while ((await ctx.fs.read('go').catch(() => null)) === null) await ctx.clock.sleep(20);
ms('1s')`;
  const script = scriptFile(join(repo, '..'), [calls('install_packages', { packages: ['ms@2.1.3'] }), code(waits), says('ok')]);
  const child = startPawl(repo, ['act', 'wait', '--script', script, '--json']);
  const line = await printed(child, (each) => each.includes('"effect.requested"'));
  const { run } = JSON.parse(line) as { run: string };
  child.kill('SIGKILL');
  await once(child, 'exit');
  const folder = join(repo, '.pawl/runs', run, 'packages');
  for (const id of readdirSync(folder)) rmSync(join(folder, id, 'node_modules'), { recursive: true });
  for (const id of readdirSync(folder)) rmSync(join(folder, id, 'whole'));
  writeFileSync(join(repo, 'go'), '');
  const resumed = await pawl(repo, ['resume', run]);
  expect([resumed.stderr, resumed.code]).toEqual(['', 0]);
  expect(resumed.stdout).toContain('result: 1000');
});
