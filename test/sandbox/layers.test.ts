import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { beyondNamespaces, beyondPermissions, withNamespaces, withPermissions } from '../../src/adapters/sandbox/process/probe.ts';
import { processSandbox } from '../../src/adapters/sandbox/process/process-sandbox.ts';
import { programFile } from '../../src/adapters/sandbox/process/program-file.ts';
import { scratchFolder } from '../scratch.ts';

const root = dirname(dirname(import.meta.dirname));

const present = (layers: readonly { name: string; present: boolean }[]) =>
  Object.fromEntries(layers.map((each) => [each.name, each.present]));

test('every layer is tried, and on this machine they hold', async () => {
  const layers = await processSandbox().layers();
  expect(present(layers)).toEqual({ process: true, permissions: true, namespaces: true, memory: true });
  for (const { note } of layers) expect(note).not.toBe('');
});

test('what is tried behind a layer works without it, so that its trial can fail', async () => {
  const without = await withNamespaces(programFile('bwrap') as string, beyondPermissions);
  expect(without.ok && without.found).toEqual(expect.arrayContaining(['reads files', 'starts programs', 'starts threads']));
  const open = JSON.parse(execFileSync(process.execPath, ['-e', beyondNamespaces(process.pid)], { encoding: 'utf8' })) as string[];
  expect(open).toEqual(expect.arrayContaining(['reaches the process of Pawl', 'sees /etc/passwd', 'has an environment']));
  expect(await withPermissions(beyondPermissions)).toEqual({ ok: true, found: [] });
});

test.each([
  ['is not there', null, /`bwrap` is not on PATH\. Install it/],
  ['makes no namespaces', '/bin/false', /could not start.*ended with code 1/],
  ['is no program', '/nowhere/bwrap', /could not be started.*ENOENT/],
])('where bubblewrap %s, opening is refused with the reason and what to do, unless weak was said', async (_what, bubblewrap, reason) => {
  const request = { primitives: [], memoryBytes: 64 * 1024 * 1024, packages: null };
  const strict = processSandbox({ bubblewrap });
  const refused = await strict.open(request);
  expect(refused.ok ? null : refused.failure).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(reason),
    hint: expect.stringContaining('--sandbox weak'),
  });
  const layers = await strict.layers();
  expect(present(layers)).toEqual({ process: true, permissions: true, namespaces: false, memory: true });
  expect(layers.find(({ name }) => name === 'namespaces')?.note).toMatch(/Install it|needs unprivileged user namespaces/);
  const weak = processSandbox({ bubblewrap, weak: true });
  expect((await weak.open(request)).ok).toBe(true);
  await weak.close();
  await strict.close();
});

test.skipIf(process.getuid?.() !== 0)('all of it holds for an ordinary user too', () => {
  // A copy that such a user may read, wherever the work tree and its packages lie.
  const folder = scratchFolder();
  chmodSync(folder, 0o755);
  for (const path of ['src', 'test/sandbox', 'package.json']) cpSync(join(root, path), join(folder, path), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['acorn', '@noble'])
    cpSync(realpathSync(join(root, 'node_modules', name)), join(folder, 'node_modules', name), { recursive: true });
  const node = join(folder, 'node');
  copyFileSync(process.execPath, node);
  chmodSync(node, statSync(process.execPath).mode);
  const script = relative(root, new URL('./ordinary-user.ts', import.meta.url).pathname);
  const run = ['--reuid=65534', '--regid=65534', '--clear-groups', node, join(folder, script)];
  const told = JSON.parse(execFileSync('setpriv', run, { encoding: 'utf8', cwd: folder }));
  expect(told).toMatchObject({ uid: 65534, outcome: { ok: true, result: ['x'] } });
  expect(present(told.layers)).toEqual({ process: true, permissions: true, namespaces: true, memory: true });
});
