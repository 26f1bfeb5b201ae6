import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { programs as realPrograms } from '../adapters/process/programs.ts';
import type { Store } from '../adapters/store/sqlite/open-store.ts';
import type { Refusal } from '../core/model/refusal.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { openForWriting, workspaceOf } from './project.ts';
import { rootOf, stateFolder } from './root.ts';
import { systemClock } from './system-clock.ts';

export interface Collected {
  readonly runs: readonly string[];
  readonly blobs: number;
  readonly bytes: number;
}

const digest = /[0-9a-f]{64}/g;
/** Records of snapshots name further blobs; larger blobs are index files and outputs, which name none. */
const largestRecordBytes = 4 * 1024 * 1024;

/**
 * Removes what runs that ended before `olderThanMs` ago keep: journal, refs under refs/pawl, folder, and every blob that no
 * remaining run names. Branches and commits stay. With `dryRun` nothing is removed.
 */
export async function collectGarbage(cwd: string, olderThanMs: number, dryRun: boolean): Promise<Result<Collected, Refusal>> {
  const store = await openForWriting(cwd);
  if (!store.ok) return store;
  try {
    const claim = await store.value.ownership.acquire({ run: 'gc', pid: process.pid, host: hostname() });
    if (!claim.ok) {
      return fail({
        code: 'run/workspace-busy',
        message: 'a run is at work in this workspace',
        hint: 'run pawl gc again when it has ended',
      });
    }
    try {
      return await collect(cwd, store.value, olderThanMs, dryRun);
    } finally {
      await claim.release();
    }
  } finally {
    await store.value.close();
  }
}

async function collect(cwd: string, store: Store, olderThanMs: number, dryRun: boolean): Promise<Result<Collected, Refusal>> {
  const runs = await store.journal.runs();
  if (!runs.ok) return fail({ code: 'store/unavailable', message: runs.failure.message });
  const before = systemClock.nowMs() - olderThanMs;
  const old = runs.value.filter(({ last }) => last.atMs <= before).map(({ run }) => run);
  const kept = runs.value.map(({ run }) => run).filter((run) => !old.includes(run));
  const used = await usedBlobs(store, kept);
  const unused = (await store.blobs.list()).filter((blob) => !used.has(blob.digest));
  const bytes = unused.reduce((sum, blob) => sum + blob.bytes, 0);
  if (!dryRun) {
    const workspace = workspaceOf(cwd, realPrograms(), store);
    const refsOf = new Set((await workspace.kept()).map(({ run }) => run));
    // The journal goes last: a run whose removal was cut short is still listed and is removed the next time.
    for (const run of old) {
      if (refsOf.has(run)) {
        const forgotten = await workspace.forget(run);
        if (!forgotten.ok) return fail({ code: 'run/workspace-obstacle', message: forgotten.failure.message });
      }
      await rm(join(stateFolder(rootOf(cwd)), 'runs', run), { recursive: true, force: true });
      await store.journal.remove(run);
    }
    for (const blob of unused) await store.blobs.remove(blob.digest);
  }
  return ok({ runs: old, blobs: unused.length, bytes });
}

/** Every blob that the runs name, directly or through a record: anything that looks like a digest counts. */
async function usedBlobs(store: Store, runs: readonly string[]): Promise<Set<string>> {
  const sizes = new Map((await store.blobs.list()).map((blob) => [blob.digest, blob.bytes]));
  const used = new Set<string>();
  const open: string[] = [];
  const mark = (text: string) => {
    for (const [found] of text.matchAll(digest)) {
      if (used.has(found) || !sizes.has(found)) continue;
      used.add(found);
      open.push(found);
    }
  };
  for (const run of runs) {
    const events = await store.journal.read(run);
    if (events.ok) mark(JSON.stringify(events.value));
  }
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ((sizes.get(next) ?? 0) > largestRecordBytes) continue;
    const bytes = await store.blobs.get(next);
    if (bytes.ok && bytes.value[0] === '{'.charCodeAt(0)) mark(new TextDecoder().decode(bytes.value));
  }
  return used;
}
