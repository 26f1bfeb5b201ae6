import { appendRefusal, takenRefusal } from '../../../core/events/append-rule.ts';
import { eventVersion, type StoredEvent } from '../../../core/events/envelope.ts';
import { fail, ok } from '../../../core/model/result.ts';
import type { Append, Journal } from '../../../ports/journal.ts';

/** A journal in memory. `forgetMessages` is called for a run that begins or goes: its messages go with it. */
export function memoryJournal(forgetMessages: (run: string) => void): Journal {
  // In order of creation: a Map keeps it. Events are kept as JSON, so that a caller's later changes do not reach them.
  const runs = new Map<string, string[]>();
  const parsed = (json: string): StoredEvent => JSON.parse(json) as StoredEvent;
  const lastOf = (run: string): StoredEvent | undefined => {
    const json = runs.get(run)?.at(-1);
    return json === undefined ? undefined : parsed(json);
  };

  function insert({ run, expectedSeq, epoch, atMs, events }: Append): void {
    const rows = events.map((event, index) => JSON.stringify({ v: eventVersion, run, seq: expectedSeq + index, epoch, atMs, event }));
    runs.set(run, [...(runs.get(run) ?? []), ...rows]);
  }

  return {
    async create(run, events, atMs) {
      if (events.length === 0) throw new Error('a run begins with at least one event');
      if (runs.has(run)) return fail(takenRefusal(run));
      forgetMessages(run);
      insert({ run, expectedSeq: 0, epoch: 1, atMs, events });
      return ok(undefined);
    },
    async append(write) {
      const refusal = appendRefusal(write, lastOf(write.run));
      if (refusal) return fail(refusal);
      insert(write);
      return ok(undefined);
    },
    async read(run, fromSeq = 0) {
      return ok((runs.get(run) ?? []).slice(fromSeq).map(parsed));
    },
    async runs() {
      const ends = [...runs].map(([run, rows]) => ({ run, first: parsed(rows[0] as string), last: parsed(rows.at(-1) as string) }));
      return ok(ends.reverse());
    },
    async remove(run) {
      runs.delete(run);
      forgetMessages(run);
      return ok(undefined);
    },
    close: async () => undefined,
  };
}
