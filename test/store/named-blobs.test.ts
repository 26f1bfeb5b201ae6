import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openMemoryStore } from '../../src/adapters/store/memory/open-store.ts';
import { namedBlobs } from '../../src/app/upkeep/named-blobs.ts';
import type { RunEvent } from '../../src/core/events/run-event.ts';
import { okValue } from '../../src/testing/ok-value.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Events that each hold a snapshot with this record, every one under another name. */
const holding: Readonly<Record<string, (id: string) => RunEvent>> = {
  'was taken': (id) => ({ type: 'snapshot.taken', op: 1, snapshot: snapshot(id), warnings: [] }),
  'is gone back to': (id) => ({
    type: 'restore.requested',
    item: 0,
    op: 1,
    step: 'a',
    iteration: 1,
    to: snapshot(id),
    left: snapshot(digestOf('left')),
    because: { verdict: 'undone', reason: 'x', fatal: false },
  }),
  'was left by an undo': (id) => ({ type: 'run.undone', left: snapshot(id) }),
};
const snapshot = (id: string) => ({ id, tree: 'a'.repeat(40), head: null, ref: 'start' });

test.each(Object.keys(holding))(
  'what the record of a snapshot names is needed when the snapshot %s, however large the record',
  async (how) => {
    const store = openMemoryStore();
    await store.blobs.put(bytes('left'));
    for (const text of ['needed', 'needed too', 'garbage']) await store.blobs.put(bytes(text));
    const record = JSON.stringify({ first: digestOf('needed'), modes: 'x'.repeat(6 * 1024 * 1024), last: digestOf('needed too') });
    const id = okValue(await store.blobs.put(bytes(record)));
    okValue(await store.journal.create('kept', [(holding[how] as (id: string) => RunEvent)(id)], 1));
    const all = new Set(okValue(await store.blobs.list()).map(({ digest }) => digest));
    const named = await namedBlobs(store, ['kept'], all);
    if (!named.ok) throw new Error(named.failure.message);
    expect([id, digestOf('needed'), digestOf('needed too'), digestOf('garbage')].map((digest) => named.value.has(digest))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  },
);

test('a record that is gone is a refusal that names the run', async () => {
  const store = openMemoryStore();
  okValue(await store.journal.create('kept', [{ type: 'run.undone', left: snapshot(digestOf('gone')) }], 1));
  expect(await namedBlobs(store, ['kept'], new Set())).toMatchObject({
    ok: false,
    failure: { code: 'store/unavailable', message: expect.stringContaining('what run kept still needs') },
  });
});
