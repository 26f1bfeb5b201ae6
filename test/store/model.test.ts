import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openMemoryStore } from '../../src/adapters/store/memory/open-store.ts';
import type { Store } from '../../src/ports/store.ts';
import { textEvent } from '../../src/testing/sample-events.ts';
import { scratchFolder } from '../scratch.ts';
import { opened } from './opened.ts';

const run = fc.constantFrom('aaaa', 'bbbb', 'cccc');
const small = fc.integer({ min: 0, max: 6 });
const epoch = fc.integer({ min: 1, max: 3 });
const atMs = fc.integer({ min: 0, max: 2 ** 41 });
const events = fc.array(fc.string({ unit: 'binary' }).map(textEvent), { maxLength: 4 });

const step: fc.Arbitrary<(store: Store) => Promise<unknown>> = fc.oneof(
  fc.tuple(run, fc.array(fc.string().map(textEvent), { minLength: 1, maxLength: 3 }), atMs).map(
    ([id, first, at]) =>
      ({ journal }: Store) =>
        journal.create(id, first, at),
  ),
  fc.record({ run, expectedSeq: small, epoch, events, atMs }).map(
    (write) =>
      ({ journal }: Store) =>
        journal.append(write),
  ),
  // Where the run really is: random numbers alone seldom hit it.
  fc.record({ run, epoch, events, atMs }).map((write) => async ({ journal }: Store) => {
    const stored = await journal.read(write.run);
    return await journal.append({ ...write, expectedSeq: stored.ok ? stored.value.length : 0 });
  }),
  fc.tuple(run, small).map(
    ([id, from]) =>
      ({ journal }: Store) =>
        journal.read(id, from),
  ),
  run.map(
    (id) =>
      ({ journal }: Store) =>
        journal.remove(id),
  ),
  fc.constant(({ journal }: Store) => journal.runs()),
  fc.tuple(run, fc.string()).map(
    ([id, by]) =>
      ({ inbox }: Store) =>
        inbox.send(id, { kind: 'cancel', by }),
  ),
  fc.tuple(run, small).map(
    ([id, after]) =>
      ({ inbox }: Store) =>
        inbox.receive(id, after),
  ),
);

test('whatever is asked of them in whatever order, the store in SQLite and the store in memory give the same answers', async () => {
  const folder = scratchFolder();
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const sqlite = await opened(`${folder}/${count++}`);
      const memory = openMemoryStore();
      for (const act of [...steps, ({ journal }: Store) => journal.runs()]) expect(await act(sqlite)).toEqual(await act(memory));
      await sqlite.close();
    }),
    { numRuns: 150 },
  );
});
