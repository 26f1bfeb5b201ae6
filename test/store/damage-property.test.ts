import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openRemains } from '../../src/adapters/store/sqlite/open-remains.ts';
import { openStore } from '../../src/adapters/store/sqlite/open-store.ts';
import { repairStore } from '../../src/adapters/store/sqlite/repair.ts';
import type { StoredEvent } from '../../src/core/events/envelope.ts';
import type { Store } from '../../src/ports/store.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { textEvent } from '../../src/testing/sample-events.ts';
import { scratchFolder } from '../scratch.ts';
import { opened } from './opened.ts';

/** How often each property is tried; many more: `PAWL_DAMAGES=20000 npx vitest run test/store/damage-property.test.ts`. */
const numRuns = Number(process.env.PAWL_DAMAGES ?? 60);

type Runs = Map<string, StoredEvent[]>;

/** Some runs with small, middling and overflowing events, one of them removed; as they were written, with their files' bytes. */
async function written(folder: string, withWal: boolean): Promise<{ runs: Runs; files: Map<string, Buffer> }> {
  const store = await opened(folder);
  const sizes = [20, 300, 900, 5000, 40, 12_000];
  for (const run of ['gone', 'a1b2', 'm7n8', 'zz99']) {
    await store.journal.create(run, [textEvent(`${run} begins`)], 1000);
    for (let seq = 1; seq < 14; seq++) {
      const events = [textEvent(`${run} ${seq} ${'x'.repeat(sizes[seq % sizes.length] as number)}`)];
      okValue(await store.journal.append({ run, expectedSeq: seq, epoch: 1, events, atMs: 1000 + seq }));
    }
  }
  await store.journal.remove('gone');
  if (withWal) {
    elsewhere(join(folder, 'journal.db'), 'PRAGMA wal_checkpoint(TRUNCATE)');
    for (let seq = 14; seq < 24; seq++) {
      const events = [textEvent(`late ${seq} ${'y'.repeat(sizes[seq % sizes.length] as number)}`)];
      okValue(await store.journal.append({ run: 'm7n8', expectedSeq: seq, epoch: 1, events, atMs: 1 }));
    }
  } else await store.close();
  const runs = await allOf(store.journal ? await opened(folder, { readOnly: true }) : store);
  const names = ['journal.db', ...(withWal ? ['journal.db-wal'] : [])];
  return { runs, files: new Map(names.map((name) => [name, readFileSync(join(folder, name))])) };
}

async function allOf({ journal }: Store): Promise<Runs> {
  const runs: Runs = new Map();
  for (const { run } of okValue(await journal.runs())) runs.set(run, okValue(await journal.read(run)));
  return runs;
}

function elsewhere(file: string, statement: string): void {
  const database = new DatabaseSync(file);
  database.exec(statement);
  database.close();
}

interface Damage {
  readonly file: string;
  readonly at: number;
  readonly kind: 'bit' | 'byte' | 'zeros' | 'cut';
  readonly bit: number;
}

const damages = (names: readonly string[]): fc.Arbitrary<Damage> =>
  fc.record({
    file: fc.constantFrom(...names),
    // Anywhere alike: a number that shrinks is most often near 0, and that is the header.
    at: fc.noBias(fc.integer({ min: 0, max: 999_999 })).map((millionths) => millionths / 1e6),
    kind: fc.constantFrom('bit', 'bit', 'byte', 'zeros', 'cut'),
    bit: fc.integer({ min: 0, max: 7 }),
  });

function damagedBytes(whole: Buffer, { at, kind, bit }: Damage): Buffer {
  const bytes = Buffer.from(whole);
  const offset = Math.floor(at * bytes.length);
  if (kind === 'cut') return bytes.subarray(0, offset);
  if (kind === 'zeros') bytes.fill(0, offset, Math.min(bytes.length, offset + 512));
  else bytes[offset] = kind === 'bit' ? (bytes[offset] as number) ^ (1 << bit) : (offset * 31 + bit) & 0xff;
  return bytes;
}

/** Whether events are those that were written, from the first on: all of them, or so many. */
const isPrefix = (events: readonly StoredEvent[], whole: readonly StoredEvent[]): boolean =>
  events.length <= whole.length && JSON.stringify(events) === JSON.stringify(whole.slice(0, events.length));

test.for([
  ['the journal', false],
  ['the journal or its log', true],
] as const)(
  'whatever byte of %s is lost: what is read is what was written, or it is said that it is damaged',
  { timeout: 60_000 + 200 * numRuns },
  async ([, withWal]) => {
    const made = join(scratchFolder(), '.pawl');
    const { runs, files } = await written(made, withWal);
    expect(runs.size).toBe(3);
    const folder = join(scratchFolder(), 'copies');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const outcomes = { same: 0, said: 0, shorter: 0 };
    let nth = 0;
    await fc.assert(
      fc.asyncProperty(damages([...files.keys()]), fc.boolean(), async (damage, readOnly) => {
        const place = join(folder, String(nth++));
        // As beside every journal that was ever used: without it an empty file is that of a crash while it was being made.
        mkdirSync(join(place, 'blobs', 'ab'), { recursive: true });
        for (const [name, bytes] of files) writeFileSync(join(place, name), name === damage.file ? damagedBytes(bytes, damage) : bytes);
        const before = readFileSync(join(place, damage.file));
        const read = await readAll(place, readOnly, runs, isCleanCut(damage, before));
        outcomes[read.outcome]++;
        if (read.outcome !== 'same' || readOnly) expect(readOnly ? readFileSync(join(place, damage.file)).equals(before) : true).toBe(true);
        // What is left is only ever what was written, and a repair keeps that much.
        const remains = okValue(openRemains(place));
        const left = await allOf(remains);
        await remains.close();
        for (const [run, events] of left) expect(run === 'gone' || isPrefix(events, runs.get(run) ?? [])).toBe(true);
        if (read.outcome === 'said') {
          const repaired = okValue(repairStore(place, { name: 'then', atMs: 5 }, () => null));
          const fresh = await openStore(place, { readOnly: true });
          expect(await allOf(okValue(fresh))).toEqual(left);
          await okValue(fresh).close();
          expect(existsSync(join(repaired.aside as string, 'journal.db')) || damage.file !== 'journal.db').toBe(true);
        }
        rmSync(place, { recursive: true });
      }),
      // The first hits the definition of sqlite_sequence, which SQLite looks at only when a statement on it is prepared.
      {
        numRuns,
        examples: [[{ file: 'journal.db', at: 0.019862, kind: 'bit', bit: 5 }, false]],
        endOnFailure: process.env.PAWL_DAMAGES !== undefined,
      },
    );
    console.info(`of ${numRuns} damages: ${JSON.stringify(outcomes)}`);
  },
);

/**
 * A log that ends exactly where it once ended, or is not there any more, is a log of an earlier moment: nothing in the files tells
 * it from one. (A mark elsewhere would cost a second fsync a commit.)
 */
const isCleanCut = ({ file, kind }: Damage, { length }: Buffer): boolean =>
  file === 'journal.db-wal' && kind === 'cut' && (length === 0 || (length - 32) % (24 + 4096) === 0);

/** Opens and reads everything: the same as was written, or damage that is said, or a shorter log, its torn end said in a remark. */
async function readAll(
  place: string,
  readOnly: boolean,
  whole: Runs,
  cleanCut: boolean,
): Promise<{ outcome: 'same' | 'said' | 'shorter' }> {
  const store = await openStore(place, { readOnly });
  if (!store.ok) {
    expect(store.failure.message).toContain(place);
    return { outcome: 'said' };
  }
  try {
    const listed = await store.value.journal.runs();
    if (!listed.ok) return { outcome: 'said' };
    let shorter = false;
    expect(listed.value.map(({ run }) => run)).toEqual([...whole.keys()]);
    for (const { run } of listed.value) {
      const events = await store.value.journal.read(run);
      if (!events.ok) return { outcome: 'said' };
      expect(isPrefix(events.value, whole.get(run) as StoredEvent[])).toBe(true);
      if (events.value.length < (whole.get(run) as StoredEvent[]).length) shorter = true;
    }
    if (shorter && !cleanCut) expect(store.value.remarks?.length).toBe(1);
    return { outcome: shorter ? 'shorter' : 'same' };
  } finally {
    await store.value.close();
  }
}

test('what is left of a journal is read without making or changing a file', async () => {
  const made = join(scratchFolder(), '.pawl');
  const { runs, files } = await written(made, false);
  const place = join(scratchFolder(), '.pawl');
  mkdirSync(place);
  const bytes = files.get('journal.db') as Buffer;
  writeFileSync(join(place, 'journal.db'), Buffer.concat([Buffer.alloc(4096), bytes.subarray(4096)]));
  copyFileSync(join(place, 'journal.db'), join(place, '..', 'before'));
  const remains = okValue(openRemains(place));
  expect(await allOf(remains)).toMatchObject(runs);
  await remains.close();
  expect(readdirSync(place)).toEqual(['journal.db']);
  expect(readFileSync(join(place, 'journal.db')).equals(readFileSync(join(place, '..', 'before')))).toBe(true);
});
