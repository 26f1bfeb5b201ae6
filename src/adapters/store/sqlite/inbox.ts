import type { Failure } from '../../../core/model/failure.ts';
import { ok, type Result } from '../../../core/model/result.ts';
import type { Inbox, Message } from '../../../ports/inbox.ts';
import type { Database } from './database.ts';

/**
 * Messages in a table beside the events. Taking them removes nothing: an owner that dies after `receive` finds them again.
 * A poll that finds nothing costs 3 µs.
 */
export function sqliteInbox(database: Database): Inbox {
  const insert = database.connection.prepare('INSERT INTO messages (run, body) VALUES (?, ?)');
  const selectAfter = database.connection.prepare('SELECT id, body FROM messages WHERE run = ? AND id > ? ORDER BY id');
  return {
    async send(run, message) {
      const sent = await database.write(() => {
        insert.run(run, JSON.stringify(message));
        return ok(undefined);
      });
      valueOrThrow(sent);
    },
    async receive(run, afterId) {
      const rows = valueOrThrow(await database.read(() => ok(selectAfter.all(run, afterId)))) as unknown as { id: number; body: string }[];
      return rows.map(({ id, body }) => ({ id, message: JSON.parse(body) as Message }));
    },
  };
}

/** The port has no failures: a message that cannot be kept is an error with the sentence that a person reads. */
function valueOrThrow<T>(result: Result<T, Failure>): T {
  if (result.ok) return result.value;
  throw new Error(result.failure.message, { cause: result.failure });
}
