import { appendRefusal, newerEventRefusal, takenRefusal } from '../../../core/events/append-rule.ts';
import { decodeEvent } from '../../../core/events/decode-event.ts';
import { eventVersion, type StoredEvent } from '../../../core/events/envelope.ts';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { Append, Journal, RunEnds } from '../../../ports/journal.ts';
import type { Database } from './database.ts';

interface Row {
  readonly run: string;
  readonly seq: number;
  readonly epoch: number;
  readonly at_ms: number;
  readonly v: number;
  readonly body: string;
}

/** Two lookups in the key for each run, so that a list of runs does not read the runs. Order is that of creation. */
const endsOfRuns = `
  SELECT run, seq, epoch, at_ms, v, body FROM runs CROSS JOIN events USING (run)
  WHERE seq IN (0, (SELECT max(seq) FROM events AS e WHERE e.run = runs.run))
  ORDER BY ordinal DESC, seq
`;

/** The journal in SQLite: one row an event, one transaction a write. Statements are prepared once. */
export function sqliteJournal(database: Database): Journal {
  const { connection } = database;
  const insertRun = connection.prepare('INSERT INTO runs (run) VALUES (?) ON CONFLICT DO NOTHING');
  const insertEvent = connection.prepare('INSERT INTO events (run, seq, epoch, at_ms, type, v, body) VALUES (?, ?, ?, ?, ?, ?, ?)');
  const selectLast = connection.prepare('SELECT seq, epoch FROM events WHERE run = ? ORDER BY seq DESC LIMIT 1');
  const selectEvents = connection.prepare('SELECT run, seq, epoch, at_ms, v, body FROM events WHERE run = ? AND seq >= ? ORDER BY seq');
  const selectEnds = connection.prepare(endsOfRuns);
  const deleteMessages = connection.prepare('DELETE FROM messages WHERE run = ?');
  const deleteEvents = connection.prepare('DELETE FROM events WHERE run = ?');
  const deleteRun = connection.prepare('DELETE FROM runs WHERE run = ?');

  function insert({ run, expectedSeq, epoch, atMs, events }: Append): void {
    let seq = expectedSeq;
    for (const event of events) insertEvent.run(run, seq++, epoch, atMs, event.type, eventVersion, JSON.stringify(event));
  }

  function stored(rows: readonly Row[]): Result<StoredEvent[], Failure> {
    const events: StoredEvent[] = [];
    for (const { run, seq, epoch, at_ms: atMs, v, body } of rows) {
      if (v > eventVersion) return fail(newerEventRefusal(run, v));
      const event = decodeEvent(v, body);
      if (!event) return fail(database.latch(`event ${seq} of run ${run} cannot be read`));
      events.push({ v, run, seq, epoch, atMs, event });
    }
    return ok(events);
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

    read: (run, fromSeq = 0) =>
      database.read(() => {
        const rows = selectEvents.all(run, fromSeq) as unknown as Row[];
        const gap = rows.findIndex((row, index) => row.seq !== fromSeq + index);
        if (gap >= 0) return fail(database.latch(`event ${fromSeq + gap} of run ${run} is missing`));
        return stored(rows);
      }),

    runs: () =>
      database.read(() => {
        const events = stored(selectEnds.all() as unknown as Row[]);
        return events.ok ? ok(pairs(events.value)) : events;
      }),

    remove: (run) =>
      database.write(() => {
        for (const statement of [deleteMessages, deleteEvents, deleteRun]) statement.run(run);
        return ok(undefined);
      }),

    close: () => database.close(),
  };
}

/** First and last event of each run, from their sequence; a run of one event is its own first and last. */
function pairs(events: readonly StoredEvent[]): RunEnds[] {
  const ends: RunEnds[] = [];
  for (const event of events) {
    const open = ends.at(-1);
    if (open?.run === event.run) ends[ends.length - 1] = { ...open, last: event };
    else ends.push({ run: event.run, first: event, last: event });
  }
  return ends;
}
