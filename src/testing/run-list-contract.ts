import type { StoredEvent } from '../core/events/envelope.ts';
import type { ContractKit } from './contract-kit.ts';
import type { JournalSubject } from './journal-contract.ts';
import { okValue } from './ok-value.ts';
import { textEvents } from './sample-events.ts';

/** What every `Journal` must do to list its runs. */
export function runListContract({ test, expect }: ContractKit, subject: () => Promise<JournalSubject>): void {
  test('an empty journal lists no runs', async () => {
    const { journal } = await subject();
    expect(okValue(await journal.runs())).toEqual([]);
  });

  test('runs are listed newest first as they were created, whatever the clock did and whichever was written to last', async () => {
    const { journal } = await subject();
    for (const [run, atMs] of [
      ['zz', 5000],
      ['aa', 1000],
      ['mm', 3000],
    ] as const)
      await journal.create(run, textEvents(run, 1), atMs);
    await journal.append({ run: 'zz', expectedSeq: 1, epoch: 1, events: textEvents('late', 1), atMs: 9000 });
    await journal.remove('aa');
    await journal.create('aa', textEvents('again', 1), 0);
    expect(okValue(await journal.runs()).map(({ run }) => run)).toEqual(['aa', 'mm', 'zz']);
  });

  test('a run is listed with its first and its last event by number, which may be one and the same', async () => {
    const { journal } = await subject();
    await journal.create('one', textEvents('one', 1), 10);
    await journal.create('many', textEvents('many', 3), 20);
    await journal.append({ run: 'many', expectedSeq: 3, epoch: 2, events: textEvents('more', 12), atMs: 5 });
    const [many, one] = okValue(await journal.runs());
    expect([brief(many?.first), brief(many?.last)]).toEqual(['many 1 20 many 0', 'many 2 5 more 11']);
    expect([brief(one?.first), brief(one?.last)]).toEqual(['one 1 10 one 0', 'one 1 10 one 0']);
    expect(many?.last.seq).toBe(14);
  });
}

function brief(stored: StoredEvent | undefined): string {
  const message = stored?.event.type === 'warning' ? stored.event.message : undefined;
  return `${stored?.run} ${stored?.epoch} ${stored?.atMs} ${message}`;
}
