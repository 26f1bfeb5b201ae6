import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { programs } from '../src/adapters/process/programs.ts';
import { openStore } from '../src/adapters/store/sqlite/open-store.ts';
import { gitWorkspace } from '../src/adapters/workspace/git/git-workspace.ts';
import type { Result } from '../src/core/model/result.ts';
import { type Sample, sampleOf } from './sample.ts';
import { repositoryOf } from './scratch-place.ts';
import { timedProcess } from './whole-process.ts';

export interface SnapshotCost {
  readonly files: number;
  /** The first one of a run, in a repository that has never seen one. */
  readonly firstMs: number;
  readonly unchangedMs: Sample;
  readonly gitStatusMs: Sample;
  /** Of each pair, one after the other. */
  readonly ratio: Sample;
}

/** Snapshots of a work tree in which nothing has changed, each beside a `git status` of the same files. */
export async function snapshotCost(folder: string, files: number, pairs: number): Promise<SnapshotCost> {
  mkdirSync(folder);
  const cwd = repositoryOf(folder, files);
  const store = valueOf(await openStore(join(cwd, '.pawl')));
  const workspace = gitWorkspace({ cwd, programs: programs(), blobs: store.blobs });
  const place = { run: 'benc', slug: 'bench', ownBranch: true };
  valueOf(await workspace.prepare(place));
  const snapshot = async (name: string): Promise<number> => {
    const startedMs = performance.now();
    valueOf(await workspace.snapshot(place, name, 'before'));
    return performance.now() - startedMs;
  };
  const firstMs = await snapshot('first');
  await snapshot('second');
  const status: number[] = [];
  const unchanged: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    status.push((await timedProcess(['git', 'status', '--porcelain'], cwd)).wallMs);
    unchanged.push(await snapshot(`pair-${pair}`));
  }
  await store.close();
  const ratios = unchanged.map((ms, at) => ms / (status[at] as number));
  return { files, firstMs, unchangedMs: sampleOf(unchanged), gitStatusMs: sampleOf(status), ratio: sampleOf(ratios) };
}

function valueOf<T>(result: Result<T, { readonly message: string }>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}
