import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Blobs } from '../ports/blobs.ts';
import type { ContractKit } from './contract-kit.ts';
import { okValue } from './ok-value.ts';

/** A fresh subject for one test: no blobs, and an existing empty folder for files. */
export interface BlobsSubject {
  readonly blobs: Blobs;
  readonly folder: string;
}

/** What every `Blobs` must do. */
export function blobsContract({ test, expect }: ContractKit, subject: () => Promise<BlobsSubject>): void {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const digestOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
  const equal = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
  const notFound = { ok: false, failure: { kind: 'not_found' } };

  const contents: readonly (readonly [string, Uint8Array])[] = [
    ['nothing', new Uint8Array()],
    ['text', bytes('Grüße\n')],
    ['every byte', Uint8Array.from({ length: 256 }, (_, index) => index)],
    ['three megabytes', new Uint8Array(3 * 1024 * 1024).fill(7)],
  ];
  for (const [name, content] of contents) {
    test(`a blob of ${name} is named by its sha256 and comes back byte for byte`, async () => {
      const { blobs } = await subject();
      expect(await blobs.put(content)).toEqual({ ok: true, value: digestOf(content) });
      expect(equal(okValue(await blobs.get(digestOf(content))), content)).toBe(true);
    });

    test(`a file of ${name} that is taken over is a blob, and no longer where it was`, async () => {
      const { blobs, folder } = await subject();
      const file = join(folder, 'finished output');
      writeFileSync(file, content);
      expect(await blobs.adopt(file)).toEqual({ ok: true, value: digestOf(content) });
      expect(existsSync(file)).toBe(false);
      expect(equal(okValue(await blobs.get(digestOf(content))), content)).toBe(true);
    });
  }

  test('the same bytes, put or taken over, at once or later, are one blob', async () => {
    const { blobs, folder } = await subject();
    const file = join(folder, 'same');
    writeFileSync(file, 'same');
    await Promise.all([blobs.put(bytes('same')), blobs.put(bytes('same')), blobs.put(bytes('same'))]);
    expect((await blobs.adopt(file)).ok).toBe(true);
    expect(existsSync(file)).toBe(false);
    expect(await blobs.list()).toEqual({ ok: true, value: [{ digest: digestOf(bytes('same')), bytes: 4 }] });
  });

  test('a file that is not there cannot be taken over', async () => {
    const { blobs, folder } = await subject();
    expect(await blobs.adopt(join(folder, 'none'))).toMatchObject(notFound);
    expect(await blobs.list()).toEqual({ ok: true, value: [] });
  });

  test('a copy is an ordinary file: changing it leaves the blob as it was', async () => {
    const { blobs, folder } = await subject();
    const digest = okValue(await blobs.put(bytes('as it was')));
    const copy = join(folder, 'copy');
    expect(await blobs.copyTo(digest, copy)).toEqual({ ok: true, value: undefined });
    expect(readFileSync(copy, 'utf8')).toBe('as it was');
    writeFileSync(copy, 'changed');
    expect(equal(okValue(await blobs.get(digest)), bytes('as it was'))).toBe(true);
    expect(await blobs.copyTo(digest, join(folder, 'no such folder', 'copy'))).toMatchObject({ ok: false, failure: { kind: 'io' } });
  });

  test('bytes that the caller changes later do not change the blob', async () => {
    const { blobs } = await subject();
    const content = bytes('before');
    const digest = okValue(await blobs.put(content));
    content.fill(0);
    okValue(await blobs.get(digest)).fill(0);
    expect(equal(okValue(await blobs.get(digest)), bytes('before'))).toBe(true);
  });

  for (const digest of [digestOf(bytes('never put')), '', 'abc', '../../../etc/passwd', digestOf(bytes('')).toUpperCase()]) {
    test(`there is no blob "${digest}", and that is said`, async () => {
      const { blobs, folder } = await subject();
      await blobs.put(bytes(''));
      expect(await blobs.get(digest)).toMatchObject(notFound);
      expect(await blobs.copyTo(digest, join(folder, 'copy'))).toMatchObject(notFound);
      expect(existsSync(join(folder, 'copy'))).toBe(false);
    });
  }

  test('blobs are listed with their sizes until they are removed; removing one twice is no failure', async () => {
    const { blobs } = await subject();
    const digests: string[] = [];
    for (const text of ['', 'a', 'bb']) digests.push(okValue(await blobs.put(bytes(text))));
    const sizes = async () =>
      okValue(await blobs.list())
        .map(({ bytes: size }) => size)
        .sort();
    expect(await sizes()).toEqual([0, 1, 2]);
    for (const _ of [1, 2]) expect(await blobs.remove(digests[1] as string)).toEqual({ ok: true, value: undefined });
    expect(await sizes()).toEqual([0, 2]);
    expect(await blobs.get(digests[1] as string)).toMatchObject(notFound);
  });

  test('sweeping up takes no blob away', async () => {
    const { blobs } = await subject();
    const digest = okValue(await blobs.put(bytes('kept')));
    expect(await blobs.sweep()).toEqual({ ok: true, value: undefined });
    expect(equal(okValue(await blobs.get(digest)), bytes('kept'))).toBe(true);
  });

  test('a blob holds the bytes that were put and no others, as long as it is there', async () => {
    const { blobs } = await subject();
    const digest = okValue(await blobs.put(bytes('same')));
    const holds = async (): Promise<boolean[]> => {
      const answers = [blobs.holds(digest, bytes('same')), blobs.holds(digest, bytes('else')), blobs.holds(digest, bytes('same and more'))];
      return Promise.all(answers);
    };
    expect(await holds()).toEqual([true, false, false]);
    expect(await blobs.holds(digestOf(bytes('never put')), bytes('never put'))).toBe(false);
    expect(await blobs.holds('../../../etc/passwd', readFileSync('/etc/passwd'))).toBe(false);
    await blobs.remove(digest);
    expect(await holds()).toEqual([false, false, false]);
  });
}
