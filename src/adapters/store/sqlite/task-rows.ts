import type { StatementSync } from 'node:sqlite';
import { isOpen, type NewOccurrence, type Occurrence, runOf, storedAs } from '../../../core/tasks/occurrence.ts';
import { cancelled } from '../../../core/tasks/occurrence-change.ts';
import type { Task } from '../../../core/tasks/task.ts';
import type { TaskApplied, TaskChange, TasksNow } from '../../../ports/tasks.ts';
import { type BodyRow, bodyOf, columnsOf } from './library-rows.ts';

type Sql = (text: string) => StatementSync;

const taskIn = (row: BodyRow): Task => bodyOf<Task>(row, 'the row of a task');
const occurrenceIn = (row: BodyRow): Occurrence => bodyOf<Occurrence>(row, 'the row of an occurrence');

const rows = (sql: Sql, text: string, ...values: (string | number)[]): readonly BodyRow[] =>
  sql(text).all(...values) as unknown as readonly BodyRow[];

export const revisionIn = (sql: Sql): number => (sql('SELECT revision FROM counter').get() as { revision: number }).revision;

const raise = (sql: Sql): void => void sql('UPDATE counter SET revision = revision + 1').run();

export const allIn = (sql: Sql): TasksNow => ({
  tasks: rows(sql, 'SELECT body, sum FROM tasks ORDER BY name').map(taskIn),
  open: rows(sql, 'SELECT body, sum FROM occurrences WHERE open = 1 ORDER BY ordinal').map(occurrenceIn),
  over: rows(
    sql,
    `SELECT occurrences.body AS body, occurrences.sum AS sum FROM tasks JOIN occurrences ON ordinal =
      (SELECT max(ordinal) FROM occurrences AS each WHERE each.task = tasks.id AND each.open = 0)`,
  ).map(occurrenceIn),
  revision: revisionIn(sql),
});

export const historyOf = (sql: Sql, task: string, most: number): readonly Occurrence[] =>
  rows(sql, 'SELECT body, sum FROM occurrences WHERE task = ? ORDER BY ordinal DESC LIMIT ?', task, most).map(occurrenceIn);

export function occurrenceOf(sql: Sql, run: string): Occurrence | null {
  const [row] = rows(sql, 'SELECT body, sum FROM occurrences WHERE run = ?', run);
  return row === undefined ? null : occurrenceIn(row);
}

export function ofKey(sql: Sql, task: string, key: string): Occurrence | null {
  const [row] = rows(sql, 'SELECT body, sum FROM occurrences WHERE task = ? AND key = ?', task, key);
  return row === undefined ? null : occurrenceIn(row);
}

/** Writes what is there already, under its run's id. */
export function putOccurrence(sql: Sql, occurrence: Occurrence): Occurrence {
  sql('UPDATE occurrences SET open = ?, body = ?, sum = ? WHERE run = ?').run(
    isOpen(occurrence) ? 1 : 0,
    ...columnsOf(occurrence),
    occurrence.run,
  );
  raise(sql);
  return occurrence;
}

/** An id that no occurrence has, the first of those that follow from task and key. */
function freeRun(sql: Sql, task: string, key: string): string {
  for (let attempt = 0; ; attempt++) {
    const run = runOf(task, key, attempt);
    if (occurrenceOf(sql, run) === null) return run;
  }
}

export function renamed(sql: Sql, occurrence: Occurrence): Occurrence {
  const next = { ...occurrence, run: freeRun(sql, occurrence.task, occurrence.key) };
  sql('UPDATE occurrences SET run = ? WHERE run = ?').run(next.run, occurrence.run);
  return putOccurrence(sql, next);
}

/** Within a transaction. */
export function applyChange(sql: Sql, { task, create, cancel, atMs }: TaskChange): TaskApplied {
  const { id, name, description, revision } = task;
  const found = sql('SELECT revision FROM tasks WHERE id = ?').get(id) as { revision: number } | undefined;
  if (revision !== (found?.revision ?? 0) + 1) return { applied: false, why: 'moved' };
  if (sql('SELECT 1 FROM tasks WHERE name = ? AND id <> ?').get(name, id) !== undefined) return { applied: false, why: 'name' };
  if (sql('SELECT 1 FROM tasks WHERE description = ? AND id <> ?').get(description, id) !== undefined)
    return { applied: false, why: 'description' };
  sql(`INSERT INTO tasks (id, name, description, revision, body, sum) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description, revision = excluded.revision,
      body = excluded.body, sum = excluded.sum`).run(id, name, description, revision, ...columnsOf(task));
  raise(sql);
  for (const { run, note } of cancel) {
    const each = occurrenceOf(sql, run);
    if (each !== null) putOccurrence(sql, cancelled(each, note, atMs));
  }
  const created = create.filter(({ key }) => ofKey(sql, id, key) === null).map((each) => insert(sql, id, each, atMs));
  return { applied: true, created };
}

function insert(sql: Sql, task: string, created: NewOccurrence, atMs: number): Occurrence {
  const occurrence = storedAs(task, created, freeRun(sql, task, created.key), atMs);
  sql('INSERT INTO occurrences (run, task, key, open, body, sum) VALUES (?, ?, ?, ?, ?, ?)').run(
    occurrence.run,
    task,
    occurrence.key,
    isOpen(occurrence) ? 1 : 0,
    ...columnsOf(occurrence),
  );
  return occurrence;
}

export function removeTask(sql: Sql, task: string): boolean {
  sql('DELETE FROM occurrences WHERE task = ?').run(task);
  raise(sql);
  return sql('DELETE FROM tasks WHERE id = ?').run(task).changes > 0;
}
