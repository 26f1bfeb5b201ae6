import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { Database } from './database.ts';
import { sqliteJournal } from './journal.ts';
import { openDatabase } from './open-database.ts';
import { asideFolders } from './repair-files.ts';
import { journalForm } from './schema.ts';

/** A program that has a file of the journal open. */
interface Holder {
  readonly pid: number;
  readonly program: string;
}

/** What a state folder looks like from outside, and whether its journal is whole. */
export interface StoreReport {
  readonly journalBytes: number;
  readonly walBytes: number;
  /** Those that can be told: on Linux, of the same user. */
  readonly holders: readonly Holder[];
  /** Whether the journal stands without the log that a run which was at work must have left beside it. */
  readonly withoutWal: boolean;
  /** Folders into which a repair moved damaged files. */
  readonly aside: readonly string[];
}

/** Looks at the files only; opens none of them. */
export function examineStore(folder: string): StoreReport {
  const root = resolve(folder);
  const file = join(root, 'journal.db');
  const usesWal = existsSync(file) && !existsSync(`${file}-journal`);
  return {
    journalBytes: bytesIn(file),
    walBytes: bytesIn(`${file}-wal`),
    holders: holdersOf(file),
    // A run notes its name for as long as it is at work; a clean end takes both away, a kill leaves both.
    withoutWal: usesWal && existsSync(join(root, 'owner.json')) && !existsSync(`${file}-wal`) && bytesIn(file) > 0,
    aside: asideFolders(root),
  };
}

/**
 * Reads the whole journal: what SQLite says of its pages, and every event against its checksum. Fails as opening it would, and with
 * the first thing that is wrong.
 */
export async function checkJournal(folder: string): Promise<Result<{ readonly runs: number; readonly events: number }, Failure>> {
  const opened = await openDatabase(resolve(folder), journalForm, { readOnly: true });
  if (!opened.ok) return opened;
  const database = opened.value;
  try {
    const journal = sqliteJournal(database);
    const pages = await database.read(() => pagesOf(database));
    if (!pages.ok) return pages;
    const runs = await journal.runs();
    if (!runs.ok) return runs;
    let count = 0;
    for (const { run } of runs.value) {
      const events = await journal.read(run);
      if (!events.ok) return events;
      count += events.value.length;
    }
    return ok({ runs: runs.value.length, events: count });
  } finally {
    await database.close();
  }
}

function pagesOf(database: Database): Result<void, Failure> {
  const [first] = database.connection.prepare('PRAGMA integrity_check(1)').all() as { integrity_check: string }[];
  const said = first?.integrity_check ?? 'ok';
  return said === 'ok' ? ok(undefined) : fail(database.latch(`SQLite says of it: ${said.replaceAll('\n', ' ')}`));
}

function holdersOf(file: string): Holder[] {
  const holders: Holder[] = [];
  for (const pid of namesIn('/proc').filter((name) => /^\d+$/.test(name))) {
    const opens = namesIn(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`).startsWith(file));
    if (opens) holders.push({ pid: Number(pid), program: programOf(pid) });
  }
  return holders;
}

function programOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim().slice(0, 100);
  } catch {
    return '';
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

const bytesIn = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
