import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { okValue } from '../../src/testing/ok-value.ts';
import { scratchFolder } from '../scratch.ts';
import { opened } from './opened.ts';

const appending = fileURLToPath(new URL('./appending-process.ts', import.meta.url));
const asking = fileURLToPath(new URL('./asking-process.ts', import.meta.url));

/** Shell text in a mount namespace of its own: what it mounts is seen by nobody else and goes with it. */
const privately = (text: string, ...args: string[]) =>
  spawnSync('/usr/bin/env', ['unshare', '-rm', 'sh', '-ec', text, 'sh', ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });

const mounts = privately('mount -t tmpfs -o size=1m none /mnt').status === 0;
if (!mounts) console.warn('NOT TESTED: a really full disk and a read-only file system; this system lets nobody mount (unshare -rm)');

/** The last number that the process said, and the failure that it ended with. */
function told(stdout: string): { kept: number; failure: unknown } {
  const lines = stdout.trim().split('\n');
  const failure = lines.at(-1)?.startsWith('{') ? JSON.parse(lines.pop() as string) : null;
  return { kept: Number(lines.at(-1) ?? 0), failure };
}

test.runIf(mounts)(
  'on a full disk an append fails with a sentence and writes nothing; what was kept is there when there is room again',
  () => {
    const folder = scratchFolder();
    const script = `
    mount -t tmpfs -o size=1500k none "$1"
    "$2" "$3" "$1/.pawl" full 100000 4 300 >"$1.first" || true
    mount -o remount,size=8m "$1"
    "$2" "$3" "$1/.pawl" full 10 4 300 >"$1.second"
  `;
    const { status, stderr } = privately(script, folder, process.execPath, appending);
    expect([status, stderr]).toEqual([0, '']);
    const first = told(readFileSync(`${folder}.first`, 'utf8'));
    const second = told(readFileSync(`${folder}.second`, 'utf8'));
    execFileSync('rm', [`${folder}.first`, `${folder}.second`]);
    expect(first.failure).toMatchObject({
      failure: {
        kind: 'io',
        message: expect.stringContaining('The disk is full: nothing was written to'),
        hint: expect.stringContaining('Free some space'),
      },
    });
    expect(first.kept).toBeGreaterThan(100);
    // The second process counted what it found, and went on right behind it.
    expect(second).toEqual({ kept: first.kept + 40, failure: null });
  },
);

test.runIf(mounts)('on a full disk a blob fails with a sentence and leaves no file', () => {
  const folder = scratchFolder();
  const script = 'mount -t tmpfs -o size=1m none "$1"; "$2" "$3" "$1/.pawl" put 4000000; ls -A "$1/.pawl/blobs"/*';
  const { stdout, status } = privately(script, folder, process.execPath, asking);
  const [result, folderName, ...names] = stdout.trim().split('\n');
  expect(status).toBe(0);
  expect(JSON.parse(result as string)).toMatchObject({
    failure: { kind: 'io', message: expect.stringContaining('the disk is full'), hint: expect.stringContaining('Free some space') },
  });
  expect([folderName, ...names].filter((line) => /[0-9a-f]{64}/.test(line ?? ''))).toEqual([]);
});

test('when a file may not grow further an append fails with a sentence, and what was kept is there', async () => {
  const folder = join(scratchFolder(), '.pawl');
  // In blocks of 512 bytes, or of 1024 where sh is bash.
  const { stdout } = spawnSync(
    'sh',
    ['-c', 'ulimit -f 600; exec "$0" "$@"', process.execPath, appending, folder, 'limit', '100000', '4', '300'],
    {
      encoding: 'utf8',
    },
  );
  const { kept, failure } = told(stdout);
  expect(failure).toMatchObject({
    failure: { kind: 'io', message: expect.stringContaining('nothing was written'), hint: expect.any(String) },
  });
  const { journal } = await opened(folder);
  expect(kept).toBeGreaterThan(50);
  expect(okValue(await journal.read('limit')).length).toBe(kept);
});

test.runIf(mounts)('in a read-only file system a run cannot begin, and is told so; readers read', () => {
  const folder = scratchFolder();
  const script = `
    mount -t tmpfs none "$1"
    "$2" "$3" "$1/.pawl" before 3 1 10 >/dev/null
    mount -o remount,ro "$1"
    "$2" "$3" "$1/.pawl" after 1 1 10 || true
    "$2" "$3" "$1/new/.pawl" after 1 1 10 || true
    "$2" "$4" "$1/.pawl" runs
    "$2" "$4" "$1/.pawl" put 10 || true
  `;
  const { stdout, stderr } = privately(script, folder, process.execPath, appending, asking);
  expect(stderr).toBe('');
  const [append, fresh, runs, put] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const readOnly = { ok: false, failure: { kind: 'io', message: expect.stringContaining('read-only'), hint: expect.any(String) } };
  expect(append).toMatchObject(readOnly);
  expect(fresh).toMatchObject(readOnly);
  expect(runs).toMatchObject({ ok: true, value: [{ run: 'before' }] });
  expect(put).toMatchObject(readOnly);
});
