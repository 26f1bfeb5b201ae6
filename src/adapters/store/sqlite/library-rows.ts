import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { Database } from './database.ts';
import { textSum } from './event-sum.ts';

/** A row that cannot be what was written. */
class DamagedRow extends Error {}

export interface BodyRow {
  readonly body: string;
  readonly sum: number;
}

/** What a row holds. Throws `DamagedRow` where its text is not the one that was written. */
export function bodyOf<T>({ body, sum }: BodyRow, what: string): T {
  if (textSum(body) !== sum) throw new DamagedRow(`${what} does not match its checksum`);
  return JSON.parse(body) as T;
}

/** As the two columns of a row. */
export function columnsOf(value: object): readonly [body: string, sum: number] {
  const body = JSON.stringify(value);
  return [body, textSum(body)];
}

/** Statements by their text, each prepared when it is first asked for: a process that looks up one name needs two of thirty. */
export function statementsOf(connection: DatabaseSync): (sql: string) => StatementSync {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = connection.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
}

/** What `work` gives; where a row is not what was written the database is latched, and nothing more is written to it. */
export function wholeOf<T>(database: Database, work: () => T): Result<T, Failure> {
  try {
    return ok(work());
  } catch (error) {
    if (error instanceof DamagedRow) return fail(database.latch(error.message));
    throw error;
  }
}
