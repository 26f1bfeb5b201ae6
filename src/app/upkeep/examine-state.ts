import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkJournal, examineStore, type StoreReport } from '../../adapters/store/sqlite/examine-store.ts';
import type { Store } from '../../ports/store.ts';
import { isAtWork } from '../history/find-run.ts';
import { openRun, unfinishedText } from '../history/interrupted-run.ts';
import { openForReading, openWhatIsLeft } from '../project/open-project.ts';
import { rootOf, stateFolder } from '../project/root.ts';
import { type Finding, troubleOf } from './finding.ts';

/** From here on the journal's log is worth a word: it is folded into the journal at 4 MB, unless somebody reads on and on. */
const largeWalBytes = 64 * 1024 * 1024;

/** What there is of the state in this folder: its size, what is wrong with it, a run that was interrupted. Changes nothing. */
export async function stateFindings(cwd: string): Promise<Finding[]> {
  const path = stateFolder(rootOf(cwd));
  if (!existsSync(path)) return [{ what: 'state', state: 'good', found: `none yet; it will lie in ${path}` }];
  const report = examineStore(path);
  const beside = besideFindings(path, report);
  const checked = await checkJournal(path);
  if (!checked.ok)
    return [troubleOf('state', 'bad', checked.failure), ...(checked.failure.damaged ? await remainsFindings(cwd) : []), ...beside];
  const store = await openForReading(cwd);
  if (!store.ok) return [troubleOf('state', 'bad', store.failure), ...beside];
  const interrupted = await interruptedIn(store.value);
  // While somebody is at work, what looks cut off may be what is just being written.
  const holder = await store.value.ownership.holder();
  const remarks = holder.ok && holder.value === null ? (store.value.remarks ?? []) : [];
  const blobs = await store.value.blobs.list();
  await store.value.close();
  const blobBytes = blobs.ok ? blobs.value.reduce((sum, { bytes }) => sum + bytes, 0) : 0;
  const parts = `journal ${megabytes(report.journalBytes)}, its log ${megabytes(report.walBytes)}, ${counted(blobs.ok ? blobs.value.length : 0, 'blob')} ${megabytes(blobBytes)}`;
  return [
    {
      what: 'state',
      state: 'good',
      found: `${counted(checked.value.runs, 'run')}, ${megabytes(await sizeOf(path))} in ${path} (${parts})`,
      hint: 'pawl gc  removes what old runs keep; pawl backup FOLDER  copies it',
    },
    ...remarks.map((found): Finding => ({ what: 'journal', state: 'poor', found, hint: 'pawl resume  goes on from there' })),
    ...(blobs.ok ? [] : [troubleOf('blobs', 'bad', blobs.failure)]),
    ...beside,
    ...(interrupted === null ? [] : [{ what: 'interrupted', state: 'poor' as const, ...interrupted }]),
  ];
}

async function remainsFindings(cwd: string): Promise<Finding[]> {
  const remains = await openWhatIsLeft(cwd);
  if (!remains.ok) return [];
  const runs = await remains.value.journal.runs();
  await remains.value.close();
  const events = runs.ok ? runs.value.reduce((sum, { last }) => sum + last.seq + 1, 0) : 0;
  const found = `${counted(runs.ok ? runs.value.length : 0, 'run')} with ${counted(events, 'event')} can still be read`;
  return [{ what: 'remains', state: 'poor', found, hint: 'pawl doctor --repair  saves that much' }];
}

function besideFindings(path: string, { walBytes, holders, withoutWal, aside }: StoreReport): Finding[] {
  const findings: Finding[] = [];
  if (walBytes > largeWalBytes) {
    const who = holders.map(({ pid, program }) => `process ${pid} (${program})`).join(', ');
    const by = who === '' ? 'no process of yours has it open' : `open in ${who}`;
    findings.push({
      what: 'log',
      state: 'poor',
      found: `${join(path, 'journal.db-wal')} has grown to ${megabytes(walBytes)}; ${by}`,
      hint: 'a program that reads on and on keeps it from being folded in: end it, and the next command that writes cuts the log back',
    });
  }
  if (withoutWal) {
    findings.push({
      what: 'copy',
      state: 'poor',
      found: `${join(path, 'journal.db')} stands without its -wal, though a run was at work: if it was copied, it lacks that run's last events`,
      hint: 'take the original with its journal.db-wal, or make the copy with  pawl backup FOLDER',
    });
  }
  for (const folder of aside) {
    findings.push({
      what: 'set aside',
      state: 'poor',
      found: `${folder} holds the files of a damaged journal`,
      hint: 'remove it when you no longer need it; until then  pawl gc  removes no blobs',
    });
  }
  return findings;
}

async function interruptedIn(store: Store): Promise<{ readonly found: string; readonly hint: string } | null> {
  const run = await openRun(store);
  if (run === null) return null;
  const atWork = await isAtWork(store, run);
  return atWork.ok && !atWork.value ? unfinishedText(store, run) : null;
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
