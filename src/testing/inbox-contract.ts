import type { Inbox, Received } from '../ports/inbox.ts';
import type { Journal } from '../ports/journal.ts';
import type { ContractKit } from './contract-kit.ts';
import { okValue } from './ok-value.ts';
import { textEvents } from './sample-events.ts';

/** A fresh subject for one test: an empty inbox and the journal whose runs it serves. */
export interface InboxSubject {
  readonly inbox: Inbox;
  readonly journal: Journal;
}

/** What every `Inbox` must do. */
export function inboxContract({ test, expect }: ContractKit, subject: () => Promise<InboxSubject>): void {
  const cancel = (by: string) => ({ kind: 'cancel', by }) as const;
  const senders = (received: readonly Received[]) => received.map(({ message }) => message.by);

  test('a run receives its messages in order of arrival, and no others', async () => {
    const { inbox } = await subject();
    okValue(await inbox.send('7f3k', cancel('first')));
    okValue(await inbox.send('other', cancel('elsewhere')));
    okValue(await inbox.send('7f3k', cancel("second: 'quoted' \u0000 🦀")));
    expect(senders(okValue(await inbox.receive('7f3k', 0)))).toEqual(['first', "second: 'quoted' \u0000 🦀"]);
    expect(senders(okValue(await inbox.receive('none', 0)))).toEqual([]);
  });

  test('who sends is given the id that is received', async () => {
    const { inbox } = await subject();
    const first = okValue(await inbox.send('7f3k', cancel('a')));
    const second = okValue(await inbox.send('7f3k', cancel('b')));
    expect(okValue(await inbox.receive('7f3k', 0)).map(({ id }) => id)).toEqual([first, second]);
    expect(second > first).toBe(true);
  });

  test('receiving takes nothing away: an owner that dies after it finds the messages again', async () => {
    const { inbox } = await subject();
    okValue(await inbox.send('7f3k', cancel('once')));
    const first = okValue(await inbox.receive('7f3k', 0));
    expect(okValue(await inbox.receive('7f3k', 0))).toEqual(first);
  });

  test('after the last id that was seen only newer messages come', async () => {
    const { inbox } = await subject();
    okValue(await inbox.send('7f3k', cancel('old')));
    const seen = okValue(await inbox.receive('7f3k', 0))[0]?.id as number;
    expect(okValue(await inbox.receive('7f3k', seen))).toEqual([]);
    okValue(await inbox.send('7f3k', cancel('new')));
    expect(senders(okValue(await inbox.receive('7f3k', seen)))).toEqual(['new']);
  });

  test('messages go with their run, and no id is given a second time', async () => {
    const { inbox, journal } = await subject();
    await journal.create('7f3k', textEvents('a', 1), 1);
    okValue(await inbox.send('kept', cancel('other run')));
    okValue(await inbox.send('7f3k', cancel('old')));
    const seen = okValue(await inbox.receive('7f3k', 0))[0]?.id as number;
    await journal.remove('7f3k');
    expect(okValue(await inbox.receive('7f3k', 0))).toEqual([]);
    expect(senders(okValue(await inbox.receive('kept', 0)))).toEqual(['other run']);
    okValue(await inbox.send('7f3k', cancel('new')));
    expect(senders(okValue(await inbox.receive('7f3k', seen)))).toEqual(['new']);
  });

  test('a run that begins does not receive what was sent before it was there', async () => {
    const { inbox, journal } = await subject();
    okValue(await inbox.send('7f3k', cancel('meant for an earlier run of this id')));
    await journal.create('7f3k', textEvents('a', 1), 1);
    expect(okValue(await inbox.receive('7f3k', 0))).toEqual([]);
  });
}
