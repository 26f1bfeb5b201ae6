import { newerEventRefusal } from '../../../core/events/append-rule.ts';
import { decodeEvent } from '../../../core/events/decode-event.ts';
import { eventVersion, type StoredEvent } from '../../../core/events/envelope.ts';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { Journal, RunEnds } from '../../../ports/journal.ts';
import type { Database } from './database.ts';
import { versionOf } from './database-form.ts';
import { eventSum, type KeptRow } from './event-sum.ts';

/** The end of a run, or the end of one that is listed and is not there. */
type EndRow = { readonly listed: string } & (KeptRow | { readonly seq: null });

/** Two lookups in the key for each run, so that a list of runs does not read the runs. Order is that of creation. */
const endsOfRuns = (columns: string): string => `
  SELECT runs.run AS listed, ${columns} FROM runs LEFT JOIN events
  ON events.run = runs.run AND seq IN (0, (SELECT max(seq) FROM events AS e WHERE e.run = runs.run))
  ORDER BY ordinal DESC, seq
`;

/** The half of the journal that reads, and sees to it that what it read is what was written. */
export function journalReader(database: Database): Pick<Journal, 'read' | 'runs'> {
  const { connection } = database;
  const columns = `events.run, seq, epoch, at_ms, type, v, body, ${versionOf(connection) === 1 ? 'NULL AS sum' : 'sum'}`;
  const selectEvents = connection.prepare(`SELECT ${columns} FROM events WHERE run = ? AND seq >= ? ORDER BY seq`);
  const selectAfter = connection.prepare('SELECT run, seq FROM events WHERE (run, seq) > (?, ?) ORDER BY run, seq LIMIT 1');
  const selectEnds = connection.prepare(endsOfRuns(columns));

  function stored(rows: readonly KeptRow[]): Result<StoredEvent[], Failure> {
    const events: StoredEvent[] = [];
    for (const row of rows) {
      const { run, seq, epoch, at_ms: atMs, v, body, sum } = row;
      if (sum !== null && sum !== eventSum(row)) return fail(database.latch(`event ${seq} of run ${run} is not what was written`));
      if (v > eventVersion) return fail(newerEventRefusal(run, v));
      const event = decodeEvent(v, body);
      if (!event) return fail(database.latch(`event ${seq} of run ${run} cannot be read`));
      events.push({ v, run, seq, epoch, atMs, event });
    }
    return ok(events);
  }

  /**
   * What is wrong with the place behind an event that should be its run's last; null when nothing is. Where a key is not what it was,
   * its row stands at the end of a run as the middle of another one, and a run that ends before it would look whole.
   */
  function strayBehind(run: string, seq: number): Failure | null {
    const next = selectAfter.get(run, seq) as { run: string; seq: number } | undefined;
    if (next === undefined || (next.run > run && next.seq === 0)) return null;
    return database.latch(`behind event ${seq} of run ${run} stands event ${next.seq} of run ${next.run}`);
  }

  return {
    read: (run, fromSeq = 0) =>
      database.read(() => {
        const rows = selectEvents.all(run, fromSeq) as unknown as KeptRow[];
        const gap = rows.findIndex((row, index) => row.seq !== fromSeq + index);
        if (gap >= 0) return fail(database.latch(`event ${fromSeq + gap} of run ${run} is missing`));
        const end = rows.at(-1);
        const stray = end === undefined ? null : strayBehind(run, end.seq);
        return stray === null ? stored(rows) : fail(stray);
      }),

    runs: () =>
      database.read(() => {
        const rows = selectEnds.all() as unknown as EndRow[];
        for (const { listed, seq } of rows) if (seq === null) return fail(database.latch(`run ${listed} has no events`));
        const events = stored(rows as KeptRow[]);
        if (!events.ok) return events;
        const ends = pairs(events.value);
        for (const { run, first, last } of ends) {
          const stray = strayBehind(run, last.seq);
          if (stray !== null) return fail(stray);
          if (first.seq !== 0) return fail(database.latch(`event 0 of run ${run} is missing`));
        }
        return ok(ends);
      }),
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
