import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { fsPrimitives } from '../../src/adapters/primitive/fs/fs-primitives.ts';
import { scratchFolder } from '../scratch.ts';
import { asked } from './asked.ts';

/** `share` may be reached; `share-secret` beside it, with a file, may not. */
function place() {
  const top = scratchFolder();
  for (const name of ['share', 'share-secret']) mkdirSync(join(top, name));
  writeFileSync(join(top, 'share-secret', 'loot.md'), 'loot');
  writeFileSync(join(top, 'share', 'a.txt'), 'hello');
  return { top, share: join(top, 'share'), ask: asked(fsPrimitives([join(top, 'share')])) };
}

test.each<[string, (top: string) => string]>([
  ['a folder whose name begins the same', (top) => `${top}/share-secret/loot.md`],
  ['a way up', (top) => `${top}/share/../share-secret/loot.md`],
  ['a relative way up', () => '../share-secret/loot.md'],
  ['a NUL', (top) => `${top}/share\u0000/../../etc/passwd`],
  ['the root by way of /proc', (top) => `/proc/self/root${top}/share-secret/loot.md`],
  ['the whole disk', () => '/'],
  ['the folder above', () => '..'],
])('nothing outside is read, written, listed or removed by %s', async (_, path) => {
  const { top, ask } = place();
  const refused = expect.stringMatching(/^refused: /);
  expect(await ask('fs.read', path(top))).toEqual(refused);
  expect(await ask('fs.write', path(top), 'x')).toEqual(refused);
  expect(await ask('fs.list', path(top))).toEqual(refused);
  expect(await ask('fs.remove', path(top), { recursive: true })).toEqual(refused);
  expect(readFileSync(join(top, 'share-secret', 'loot.md'), 'utf8')).toBe('loot');
});

test('what only looks like an escape is a name like others, where letter case counts', async () => {
  const { share, ask } = place();
  expect(await ask('fs.read', '..%2fshare-secret')).toBe('not_found: "..%2fshare-secret" is not there');
  expect(await ask('fs.read', share.replace(/share$/, 'SHARE/x'))).toEqual(expect.stringMatching(/^refused: /));
  expect(await ask('fs.list', share)).toEqual([{ path: 'a.txt', kind: 'file', bytes: 5 }]);
});

test.each(['link/new.txt', 'dangling', 'a/../link/new.txt', 'link/deep/er/new.txt', 'dangling/new.txt', 'chain', 'there'])(
  'nothing is written through a link that leads outside: %s',
  async (path) => {
    const { top, share, ask } = place();
    mkdirSync(join(top, 'out'));
    mkdirSync(join(share, 'a'));
    symlinkSync('../out', join(share, 'link'));
    symlinkSync('../not-yet', join(share, 'dangling'));
    symlinkSync('dangling', join(share, 'chain'));
    symlinkSync('../share-secret/loot.md', join(share, 'there'));
    expect(await ask('fs.write', path, 'x')).toEqual(expect.stringMatching(/^refused: /));
    expect(await ask('fs.read', path)).toEqual(expect.stringMatching(/^refused: /));
    expect(readdirSync(join(top, 'out'))).toEqual([]);
    expect(existsSync(join(top, 'not-yet'))).toBe(false);
    expect(readFileSync(join(top, 'share-secret', 'loot.md'), 'utf8')).toBe('loot');
  },
);

test('a link that leads outside can be removed, and only the link goes', async () => {
  const { top, share, ask } = place();
  symlinkSync('../share-secret', join(share, 'link'));
  expect(await ask('fs.remove', 'link', { recursive: true })).toEqual({ removed: true });
  expect(existsSync(join(top, 'share-secret', 'loot.md'))).toBe(true);
  expect(existsSync(join(share, 'link'))).toBe(false);
});

test('a link within leads to its file, which keeps its mode', async () => {
  const { share, ask } = place();
  chmodSync(join(share, 'a.txt'), 0o740);
  symlinkSync('a.txt', join(share, 'link'));
  expect(await ask('fs.write', 'link', 'new')).toEqual({ bytes: 3 });
  expect(lstatSync(join(share, 'link')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(share, 'a.txt'), 'utf8')).toBe('new');
  expect(statSync(join(share, 'a.txt')).mode & 0o777).toBe(0o740);
});

test.each(['.git/config', '.git', '.GIT/hooks/x', 'sub/.git/config', '.pawl/pawl.db', '.pawl', 'gitlink/config'])(
  '%s is not changed',
  async (path) => {
    const { share, ask } = place();
    for (const name of ['.git', '.pawl', 'sub/.git']) mkdirSync(join(share, name), { recursive: true });
    symlinkSync('.git', join(share, 'gitlink'));
    writeFileSync(join(share, '.git', 'config'), 'old');
    expect(await ask('fs.write', path, 'x')).toEqual(expect.stringMatching(/^refused: .* only changed by its own program/));
    if (path !== 'gitlink/config') expect(await ask('fs.remove', path, { recursive: true })).toEqual(expect.stringMatching(/^refused: /));
    expect(await ask('fs.read', '.git/config')).toBe('old');
    expect(await ask('fs.remove', 'sub', { recursive: true })).toEqual(expect.stringMatching(/^refused: .* holds \.git/));
  },
);

test('text and bytes come and go as they are, whole or in parts', async () => {
  const { share, ask } = place();
  expect(await ask('fs.write', 'deep/er/ä.txt', 'Zwölf')).toEqual({ bytes: 6 });
  expect(await ask('fs.read', 'deep/er/ä.txt')).toBe('Zwölf');
  expect(await ask('fs.read', 'deep/er/ä.txt', { from: 0, to: 2 })).toBe('Zw');
  expect(await ask('fs.read', 'deep/er/ä.txt', { from: 3 })).toEqual(expect.stringMatching(/^refused: .*no UTF-8/));
  expect(await ask('fs.write', 'raw', { $blob: '/wAB' })).toEqual({ bytes: 3 });
  expect(await ask('fs.read', 'raw')).toEqual(expect.stringMatching(/^refused: .*no UTF-8/));
  expect(await ask('fs.read', 'raw', { as: 'bytes' })).toEqual({ $blob: '/wAB' });
  expect(await ask('fs.read', 'raw', { as: 'bytes', from: 9, to: 20 })).toEqual({ $blob: '' });
  expect(readdirSync(share).filter((name) => name.includes('pawl-new'))).toEqual([]);
});

test('a file that is too large, a pipe, a folder: a failure, and nobody waits', async () => {
  const { share, ask } = place();
  spawnSync('mkfifo', [join(share, 'pipe')]);
  writeFileSync(join(share, 'large'), '');
  truncateSync(join(share, 'large'), 40 * 1024 * 1024);
  expect(await ask('fs.read', 'large')).toEqual(expect.stringMatching(/^too_large: .* 41943040 bytes/));
  expect(await ask('fs.read', 'large', { as: 'bytes', to: 3 })).toEqual({ $blob: 'AAAA' });
  expect(await ask('fs.read', 'pipe')).toEqual(expect.stringMatching(/^refused: .* no file/));
  expect(await ask('fs.write', 'pipe', 'x')).toEqual(expect.stringMatching(/^refused: .* no file/));
  expect(await ask('fs.read', '.')).toEqual(expect.stringMatching(/^refused: .* no file/));
  expect(await ask('fs.write', 'a.txt/b', 'x')).toEqual(expect.stringMatching(/^not_found: /));
  expect(await ask('fs.write', '.', 'x')).toEqual(expect.stringMatching(/^refused: /));
});

test('a listing tells what is there, deep where that is asked for, and follows no link', async () => {
  const { share, ask } = place();
  mkdirSync(join(share, 'b', '.git'), { recursive: true });
  writeFileSync(join(share, 'b', '.git', 'config'), '');
  writeFileSync(join(share, 'b', 'c.txt'), 'c');
  symlinkSync('..', join(share, 'up'));
  expect(await ask('fs.list', '.', { recursive: true })).toEqual([
    { path: 'a.txt', kind: 'file', bytes: 5 },
    { path: 'b', kind: 'folder', bytes: null },
    { path: 'up', kind: 'link', bytes: null },
    { path: 'b/.git', kind: 'folder', bytes: null },
    { path: 'b/c.txt', kind: 'file', bytes: 1 },
  ]);
});

test('removing is done once and for all; a folder with something in it only when that is said', async () => {
  const { share, ask } = place();
  mkdirSync(join(share, 'b'));
  writeFileSync(join(share, 'b', 'c'), '');
  expect(await ask('fs.remove', 'a.txt')).toEqual({ removed: true });
  expect(await ask('fs.remove', 'a.txt')).toEqual({ removed: false });
  expect(await ask('fs.remove', 'b')).toEqual(expect.stringMatching(/^refused: .*something in it/));
  expect(await ask('fs.remove', 'b', { recursive: true })).toEqual({ removed: true });
  expect(await ask('fs.remove', share)).toEqual(expect.stringMatching(/^refused: .*folder of everything/));
});

test('roots may themselves be links, and there may be several', async () => {
  const { top, share } = place();
  symlinkSync(share, join(top, 'alias'));
  mkdirSync(join(top, 'second'));
  const ask = asked(fsPrimitives([join(top, 'alias'), join(top, 'second')]));
  expect(await ask('fs.read', 'a.txt')).toBe('hello');
  expect(await ask('fs.read', join(realpathSync(share), 'a.txt'))).toBe('hello');
  expect(await ask('fs.write', join(top, 'second', 'x'), 'y')).toEqual({ bytes: 1 });
  expect(basename(top)).not.toBe('');
});

test('a file that is replaced is a new one: what shares the old one keeps it', async () => {
  const { share, ask } = place();
  linkSync(join(share, 'a.txt'), join(share, 'twin'));
  await ask('fs.write', 'a.txt', 'new');
  expect(readFileSync(join(share, 'twin'), 'utf8')).toBe('hello');
});
