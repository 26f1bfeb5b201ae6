import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { okValue } from '../../src/testing/ok-value.ts';
import { scratchFolder } from '../scratch.ts';
import { opened } from './opened.ts';

const content = Buffer.from('what a step printed');

async function withBlob() {
  const folder = join(scratchFolder(), '.pawl');
  const { blobs } = await opened(folder);
  const digest = okValue(await blobs.put(content));
  return { blobs, digest, folder, file: join(folder, 'blobs', digest.slice(0, 2), digest) };
}

test('a blob is a file under its digest that nobody may write to, and nothing else is left beside it', async () => {
  const { file } = await withBlob();
  expect(statSync(file).mode & 0o777).toBe(0o444);
  expect(readdirSync(join(file, '..'))).toEqual([file.split('/').at(-1)]);
});

test('a copy of a blob may be written to', async () => {
  const { blobs, digest, folder } = await withBlob();
  await blobs.copyTo(digest, join(folder, 'copy'));
  expect(statSync(join(folder, 'copy')).mode & 0o200).toBe(0o200);
});

test.for([
  ['were changed', Buffer.from('what a step printeD')],
  ['were cut', content.subarray(0, 4)],
  ['are gone', Buffer.alloc(0)],
] as const)('a blob whose bytes %s is never given out as whole, and the file is named', async ([, bytes]) => {
  const { blobs, digest, file, folder } = await withBlob();
  chmodSync(file, 0o644);
  writeFileSync(file, bytes);
  const failure = { kind: 'io', message: expect.stringContaining(`${file} is damaged`) };
  expect(await blobs.get(digest)).toMatchObject({ ok: false, failure });
  expect(await blobs.copyTo(digest, join(folder, 'copy'))).toMatchObject({ ok: false, failure });
  expect(existsSync(join(folder, 'copy'))).toBe(false);
});

test('a blob that was cut is whole again when the same bytes are put', async () => {
  const { blobs, digest, file } = await withBlob();
  chmodSync(file, 0o644);
  writeFileSync(file, content.subarray(0, 4));
  await blobs.put(content);
  expect(Buffer.from(okValue(await blobs.get(digest)))).toEqual(content);
});

test('what a crash left half-written is no blob', async () => {
  const { blobs, digest, file } = await withBlob();
  writeFileSync(`${file}.0123456789ab.tmp`, 'half');
  writeFileSync(join(file, '..', '..', 'a stray file'), 'stray');
  expect(await blobs.list()).toEqual({ ok: true, value: [{ digest, bytes: content.length }] });
});

test('sweeping up removes what a kill left half-written and nothing else', async () => {
  const { blobs, digest, file } = await withBlob();
  writeFileSync(`${file}.0123456789ab.tmp`, 'half');
  writeFileSync(join(file, '..', 'notes.tmp'), "a person's");
  expect(await blobs.sweep()).toEqual({ ok: true, value: undefined });
  expect(readdirSync(join(file, '..')).sort()).toEqual([digest, 'notes.tmp'].sort());
});

test('what cannot be listed, removed or swept up is a failure with its path', async () => {
  const { blobs, digest, file, folder } = await withBlob();
  rmSync(file);
  mkdirSync(join(file, 'in the way'), { recursive: true });
  expect(await blobs.remove(digest)).toMatchObject({ ok: false, failure: { kind: 'io', message: expect.stringContaining(file) } });
  const reader = (await opened(folder, { readOnly: true })).blobs;
  expect(await reader.remove(digest)).toMatchObject({ ok: false, failure: { kind: 'refused' } });
  expect(await reader.sweep()).toMatchObject({ ok: false, failure: { kind: 'refused' } });
  mkdirSync(`${file}.0123456789ab.tmp`);
  expect(await blobs.sweep()).toMatchObject({ ok: false, failure: { kind: 'io', message: expect.stringContaining('blobs') } });
});

const otherDisk = existsSync('/dev/shm') && statSync('/dev/shm').dev !== statSync(process.env.TMPDIR ?? '/tmp').dev;
if (!otherDisk) console.warn('NOT TESTED: taking over a file from another disk; /dev/shm is none');

test.runIf(otherDisk)('a file on another disk is copied in, and gone from where it was', async () => {
  const { blobs, digest, file } = await withBlob();
  const elsewhere = mkdtempSync('/dev/shm/pawl-test-');
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
  for (const name of ['as it is there', 'anew']) {
    if (name === 'anew') await blobs.remove(digest);
    writeFileSync(join(elsewhere, name), content);
    expect(await blobs.adopt(join(elsewhere, name))).toEqual({ ok: true, value: digest });
  }
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(statSync(file).mode & 0o777).toBe(0o444);
  expect(Buffer.from(okValue(await blobs.get(digest)))).toEqual(content);
});

test('a file that cannot be taken over stays where it is', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const { blobs } = await opened(folder);
  writeFileSync(join(folder, 'blobs'), 'a file in the way');
  writeFileSync(join(folder, 'output'), content);
  expect(await blobs.adopt(join(folder, 'output'))).toMatchObject({
    ok: false,
    failure: { kind: 'io', message: expect.stringContaining('blobs') },
  });
  expect(statSync(join(folder, 'output')).size).toBe(content.length);
  mkdirSync(join(folder, 'a folder'));
  expect(await blobs.adopt(join(folder, 'a folder'))).toMatchObject({ ok: false, failure: { kind: 'io' } });
});
