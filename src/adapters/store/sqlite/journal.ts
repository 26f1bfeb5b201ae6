import type { StatementSync } from 'node:sqlite';
import { appendRefusal, takenRefusal } from '../../../core/events/append-rule.ts';
import { eventVersion } from '../../../core/events/envelope.ts';
import { fail, ok } from '../../../core/model/result.ts';
import type { Append, Journal } from '../../../ports/journal.ts';
import type { Database } from './database.ts';
import { eventSum } from './event-sum.ts';
import { journalReader } from './journal-reader.ts';

/** The journal in SQLite: one row an event, one transaction a write. Statements are prepared once. */
export function sqliteJournal(database: Database): Journal {
  const { connection } = database;
  const insertRun = connection.prepare('INSERT INTO runs (run) VALUES (?) ON CONFLICT DO NOTHING');
  const selectLast = connection.prepare('SELECT seq, epoch FROM events WHERE run = ? ORDER BY seq DESC LIMIT 1');
  const deleteMessages = connection.prepare('DELETE FROM messages WHERE run = ?');
  const deleteEvents = connection.prepare('DELETE FROM events WHERE run = ?');
  const deleteRun = connection.prepare('DELETE FROM runs WHERE run = ?');
  // Not before the first write: a reader of an older journal has no such column.
  let insertEvent: StatementSync | null = null;

  function insert({ run, expectedSeq, epoch, atMs, events }: Append): void {
    insertEvent ??= connection.prepare('INSERT INTO events (run, seq, epoch, at_ms, type, v, body, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    let seq = expectedSeq;
    for (const event of events) {
      const { type } = event;
      const body = JSON.stringify(event);
      const sum = eventSum({ run, seq, epoch, at_ms: atMs, type, v: eventVersion, body });
      insertEvent.run(run, seq++, epoch, atMs, type, eventVersion, body, sum);
    }
  }

  return {
    async create(run, events, atMs) {
      if (events.length === 0) throw new Error('a run begins with at least one event');
      return await database.write(() => {
        if (insertRun.run(run).changes === 0) return fail(takenRefusal(run));
        // Nobody can have meant this run before it was there.
        deleteMessages.run(run);
        insert({ run, expectedSeq: 0, epoch: 1, atMs, events });
        return ok(undefined);
      });
    },

    append: (write) =>
      database.write(() => {
        const refusal = appendRefusal(write, selectLast.get(write.run) as { seq: number; epoch: number } | undefined);
        if (refusal) return fail(refusal);
        insert(write);
        return ok(undefined);
      }),

    ...journalReader(database),

    remove: (run) =>
      database.write(() => {
        for (const statement of [deleteMessages, deleteEvents, deleteRun]) statement.run(run);
        return ok(undefined);
      }),

    close: () => database.close(),
  };
}
