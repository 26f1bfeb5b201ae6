import { eventVersion, type StoredEvent } from '../core/events/envelope.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';
import type { Journal } from '../ports/journal.ts';
import type { ContractKit } from './contract-kit.ts';
import { okValue } from './ok-value.ts';
import { awkwardTexts, textEvent, textEvents } from './sample-events.ts';

/** A fresh subject for one test: an empty journal. */
export interface JournalSubject {
  readonly journal: Journal;
  /** Closes the journal and opens the same one anew. Absent where nothing outlives the process. */
  reopen?(): Promise<Journal>;
}

/** What every `Journal` must do. */
export function journalContract({ test, expect }: ContractKit, subject: () => Promise<JournalSubject>): void {
  const done = { ok: true, value: undefined };
  const refused = { ok: false, failure: { kind: 'refused' } };

  test('a run begins with its first events, numbered from 0, in epoch 1', async () => {
    const { journal } = await subject();
    expect(await journal.create('7f3k', textEvents('first', 2), 1000)).toEqual(done);
    expect(okValue(await journal.read('7f3k'))).toEqual(
      [0, 1].map((seq) => ({ v: eventVersion, run: '7f3k', seq, epoch: 1, atMs: 1000, event: textEvent(`first ${seq}`) })),
    );
  });

  test('an id that is taken is refused, and the run that has it is not changed', async () => {
    const { journal } = await subject();
    await journal.create('7f3k', textEvents('first', 1), 1000);
    expect(await journal.create('7f3k', textEvents('second', 3), 2000)).toMatchObject(refused);
    expect(texts(await journal.read('7f3k'))).toEqual(['first 0']);
  });

  test('ids are told apart exactly', async () => {
    const { journal } = await subject();
    const ids = ['ab', 'abc', 'AB', 'ab ', 'äb', 'a\u0308b', "a'b", '%'];
    for (const id of ids) expect(await journal.create(id, [textEvent(id)], 1)).toEqual(done);
    for (const id of ids) expect(texts(await journal.read(id))).toEqual([id]);
  });

  test('events come back in the order in which they were appended, whatever the clock did', async () => {
    const { journal } = await subject();
    await journal.create('7f3k', textEvents('a', 1), 1_796_032_800_500);
    const write = { run: '7f3k', epoch: 1 };
    expect(await journal.append({ ...write, expectedSeq: 1, events: textEvents('b', 2), atMs: 1_796_032_800_500 })).toEqual(done);
    expect(await journal.append({ ...write, expectedSeq: 3, events: textEvents('c', 1), atMs: 1_796_032_797_000 })).toEqual(done);
    const events = okValue(await journal.read('7f3k'));
    expect(events.map(({ seq, atMs }) => [seq, atMs - 1_796_032_797_000])).toEqual([
      [0, 3500],
      [1, 3500],
      [2, 3500],
      [3, 0],
    ]);
    expect(texts(await journal.read('7f3k'))).toEqual(['a 0', 'b 0', 'b 1', 'c 0']);
  });

  const refusals: readonly (readonly [string, { run?: string; expectedSeq?: number; epoch?: number }])[] = [
    ['where an event stands already', { expectedSeq: 2 }],
    ['that would leave a gap', { expectedSeq: 4 }],
    ['at the beginning of a run that has begun', { expectedSeq: 0 }],
    ['in a stale epoch', { epoch: 1 }],
    ['to a run that does not exist', { run: 'none' }],
    ['at the beginning of a run that does not exist', { run: 'none', expectedSeq: 0 }],
  ];
  for (const [what, change] of refusals) {
    test(`an append ${what} is refused and writes nothing`, async () => {
      const { journal } = await subject();
      await journal.create('7f3k', textEvents('a', 2), 1);
      await journal.append({ run: '7f3k', expectedSeq: 2, epoch: 2, events: textEvents('b', 1), atMs: 2 });
      const write = { run: '7f3k', expectedSeq: 3, epoch: 2, events: textEvents('no', 3), atMs: 3, ...change };
      expect(await journal.append(write)).toMatchObject(refused);
      expect(texts(await journal.read('7f3k'))).toEqual(['a 0', 'a 1', 'b 0']);
      expect(okValue(await journal.read('none'))).toEqual([]);
    });
  }

  test('a new owner takes the run over with a higher epoch, and the old one can no longer append', async () => {
    const { journal } = await subject();
    await journal.create('7f3k', textEvents('a', 1), 1);
    expect(await journal.append({ run: '7f3k', expectedSeq: 1, epoch: 3, events: textEvents('new', 1), atMs: 2 })).toEqual(done);
    for (const epoch of [1, 2]) {
      expect(await journal.append({ run: '7f3k', expectedSeq: 2, epoch, events: textEvents('old', 1), atMs: 3 })).toMatchObject(refused);
    }
    expect(await journal.append({ run: '7f3k', expectedSeq: 2, epoch: 3, events: textEvents('new', 1), atMs: 4 })).toEqual(done);
    expect(okValue(await journal.read('7f3k')).map(({ epoch }) => epoch)).toEqual([1, 3, 3]);
  });

  test('of several appends at the same place at the same time one is written, whole', async () => {
    const { journal } = await subject();
    await journal.create('7f3k', textEvents('a', 1), 1);
    const names = ['p', 'q', 'r'];
    const writes = names.map((name) => ({ run: '7f3k', expectedSeq: 1, epoch: 1, events: textEvents(name, 2), atMs: 2 }));
    const results = await Promise.all(writes.map((write) => journal.append(write)));
    const winner = names[results.findIndex(({ ok }) => ok)];
    expect(results.filter(({ ok }) => ok).length).toBe(1);
    expect(texts(await journal.read('7f3k'))).toEqual(['a 0', `${winner} 0`, `${winner} 1`]);
  });

  test('an append of nothing is looked at like any other and writes nothing', async () => {
    const { journal } = await subject();
    await journal.create('7f3k', textEvents('a', 1), 1);
    expect(await journal.append({ run: '7f3k', expectedSeq: 1, epoch: 5, events: [], atMs: 2 })).toEqual(done);
    expect(await journal.append({ run: '7f3k', expectedSeq: 9, epoch: 1, events: [], atMs: 2 })).toMatchObject(refused);
    expect(texts(await journal.read('7f3k'))).toEqual(['a 0']);
  });

  test('reading begins where it is asked to, and past the end there is nothing', async () => {
    const { journal } = await subject();
    await journal.create('7f3k', textEvents('a', 4), 1);
    expect(texts(await journal.read('7f3k', 2))).toEqual(['a 2', 'a 3']);
    expect(texts(await journal.read('7f3k', 4))).toEqual([]);
    expect(texts(await journal.read('7f3k', 400))).toEqual([]);
    expect(texts(await journal.read('none'))).toEqual([]);
  });

  test('every text comes back as it was', async () => {
    const { journal } = await subject();
    await journal.create('7f3k', awkwardTexts.map(textEvent), 1);
    expect(texts(await journal.read('7f3k'))).toEqual(awkwardTexts);
  });

  test('what was appended cannot be changed through the objects that went in or came out', async () => {
    const { journal } = await subject();
    const event = { type: 'warning', step: 'sample', message: 'as written' } as const;
    const events = [event];
    await journal.create('7f3k', events, 1);
    Object.assign(event, { message: 'changed' });
    Object.assign(okValue(await journal.read('7f3k'))[0]?.event as object, { message: 'changed' });
    expect(texts(await journal.read('7f3k'))).toEqual(['as written']);
  });

  test('removing a run frees its id and leaves the others; removing it again is no failure', async () => {
    const { journal } = await subject();
    for (const run of ['gone', 'kept']) await journal.create(run, textEvents(run, 3), 1);
    expect(await journal.remove('gone')).toEqual(done);
    expect(await journal.remove('gone')).toEqual(done);
    expect(texts(await journal.read('gone'))).toEqual([]);
    expect(okValue(await journal.runs()).map(({ run }) => run)).toEqual(['kept']);
    expect(texts(await journal.read('kept'))).toEqual(['kept 0', 'kept 1', 'kept 2']);
    expect(await journal.create('gone', textEvents('again', 1), 2)).toEqual(done);
    expect(texts(await journal.read('gone'))).toEqual(['again 0']);
  });

  test('a write that was ok is there after closing and opening anew, and nothing else is', async () => {
    const { journal, reopen } = await subject();
    await journal.create('7f3k', textEvents('a', 2), 1);
    await journal.append({ run: '7f3k', expectedSeq: 2, epoch: 2, events: textEvents('b', 2), atMs: 2 });
    await journal.append({ run: '7f3k', expectedSeq: 3, epoch: 2, events: textEvents('no', 2), atMs: 2 });
    const again = reopen ? await reopen() : journal;
    expect(texts(await again.read('7f3k'))).toEqual(['a 0', 'a 1', 'b 0', 'b 1']);
    expect(await again.append({ run: '7f3k', expectedSeq: 4, epoch: 1, events: [], atMs: 2 })).toMatchObject(refused);
  });
}

const texts = (events: Result<StoredEvent[], Failure>): string[] =>
  okValue(events).map(({ event }) => (event.type === 'warning' ? event.message : event.type));
