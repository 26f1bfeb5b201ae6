import { closeSync, copyFileSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { eventVersion, type StoredEvent } from '../../../core/events/envelope.ts';
import type { RunEvent } from '../../../core/events/run-event.ts';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { initialise } from './database-form.ts';
import { eventSum, type KeptRow } from './event-sum.ts';
import { fileFailure } from './file-failure.ts';
import { Remains, type RunRemains } from './remains.ts';
import { asideName, repairedFile } from './repair-files.ts';
import { journalForm } from './schema.ts';
import { sqliteCode, sqliteFailure } from './sqlite-failure.ts';

/** What a repair saved, and what it knows to be lost; of what left no trace nothing can be known. */
export interface Repaired {
  /** The folder that holds the damaged files as they were; null where an earlier repair, cut off, was only finished. */
  readonly aside: string | null;
  readonly runs: readonly RunRemains[];
  /** Those of them that were given an end. */
  readonly ended: readonly string[];
  /** Runs of which not even the first event was found. */
  readonly lost: readonly string[];
}

const endings = ['', '-wal', '-shm', '-journal'];

/**
 * Puts a new journal in place of a damaged one, with every whole event of it, and the damaged files into a folder beside it. Only for
 * the owner of the workspace. Dies the process on the way, either nothing has changed or the next call goes on: from when
 * `journal.db-repaired` has its name. `moment` becomes part of the folder's name. `endOf` gives the event that a run is ended with of
 * which it cannot be told whether there was more; null for one that is over.
 */
export function repairStore(
  folder: string,
  moment: { readonly name: string; readonly atMs: number },
  endOf: (events: readonly StoredEvent[]) => RunEvent | null,
): Result<Repaired, Failure> {
  const root = resolve(folder);
  const file = join(root, 'journal.db');
  try {
    if (existsSync(repairedFile(root))) {
      putInPlace(root, file);
      return ok({ aside: null, runs: [], ended: [], lost: [] });
    }
    const remains = new Remains(file);
    try {
      const runs = remains.runs();
      const fresh = join(root, 'journal.db-new');
      const ended = writeFresh(fresh, remains, runs, endOf, moment.atMs);
      const aside = setAside(root, file, moment.name);
      renameSync(fresh, repairedFile(root));
      sync(root);
      putInPlace(root, file);
      return ok({ aside, runs, ended, lost: remains.lostRuns() });
    } finally {
      remains.close();
    }
  } catch (error) {
    return fail(sqliteCode(error) === null ? fileFailure(error, 'repair', file) : sqliteFailure(error, file));
  }
}

/** Oldest first, as they were made, with a rollback journal: no file but this one. */
function writeFresh(
  fresh: string,
  remains: Remains,
  runs: readonly RunRemains[],
  endOf: (events: readonly StoredEvent[]) => RunEvent | null,
  atMs: number,
): string[] {
  const ended: string[] = [];
  // What a repair that was cut off has left.
  for (const ending of endings) rmSync(fresh + ending, { force: true });
  const connection = new DatabaseSync(fresh);
  try {
    connection.exec('PRAGMA synchronous = EXTRA');
    initialise(connection, journalForm);
    const insertRun = connection.prepare('INSERT INTO runs (run) VALUES (?)');
    const insertEvent = connection.prepare(
      'INSERT INTO events (run, seq, epoch, at_ms, type, v, body, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    connection.exec('BEGIN IMMEDIATE');
    for (const { run, kept } of runs.toReversed()) {
      insertRun.run(run);
      for (let seq = 0; seq < kept; seq++) {
        const row = remains.row(run, seq);
        if (row === null) throw new Error(`event ${seq} of run ${run} was there and is not any more`);
        insertEvent.run(run, seq, row.epoch, row.at_ms, row.type, row.v, row.body, row.sum);
      }
      const end = endOf(remains.events(run));
      if (end === null) continue;
      const { epoch } = remains.row(run, kept - 1) as KeptRow;
      const last = { run, seq: kept, epoch: epoch + 1, at_ms: atMs, type: end.type, v: eventVersion, body: JSON.stringify(end) };
      insertEvent.run(run, last.seq, last.epoch, last.at_ms, last.type, last.v, last.body, eventSum(last));
      ended.push(run);
    }
    connection.exec('COMMIT');
  } finally {
    connection.close();
  }
  sync(fresh);
  return ended;
}

/** A second name for each file, or a copy where the file system has only one for each: the first name is needed for the new one. */
function setAside(root: string, file: string, moment: string): string {
  let aside = join(root, `${asideName}${moment}`);
  for (let more = 2; existsSync(aside); more++) aside = join(root, `${asideName}${moment}-${more}`);
  mkdirSync(aside);
  for (const ending of endings) {
    if (!existsSync(file + ending)) continue;
    const to = join(aside, `journal.db${ending}`);
    try {
      linkSync(file + ending, to);
    } catch {
      copyFileSync(file + ending, to);
      sync(to);
    }
  }
  sync(aside);
  sync(root);
  return aside;
}

/** The old log goes first: beside the new journal it would be folded into it. */
function putInPlace(root: string, file: string): void {
  for (const ending of endings.slice(1)) rmSync(file + ending, { force: true });
  sync(root);
  renameSync(repairedFile(root), file);
  sync(root);
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
