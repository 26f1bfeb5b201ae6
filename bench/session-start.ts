import { setTimeout as delay } from 'node:timers/promises';
import type { Sandbox } from '../src/ports/sandbox.ts';
import { builtSandbox, valueOf } from './act-parts.ts';
import { type Sample, sampleOf } from './sample.ts';
import { timedProcess } from './whole-process.ts';

export interface SessionStart {
  /** `node -e 0`, from start to end. */
  readonly nodeMs: Sample;
  /** `node --permission -e 0`, from start to end. */
  readonly permissionMs: Sample;
  /** The same inside bubblewrap with the sandbox's namespaces; null = there is no bubblewrap. */
  readonly fencedMs: Sample | null;
  /** Of each round: that over `node --permission -e 0`. */
  readonly fencedRatio: Sample | null;
  /** From asking for a session to having it, with no process kept ready. */
  readonly coldMs: Sample;
  /** Of each round: cold over `node --permission -e 0`. */
  readonly coldRatio: Sample;
  readonly warmMs: Sample;
}

const request = { primitives: ['random'], memoryBytes: 512 * 1024 * 1024, packages: null };

/** So long a spare process is waited for, which nothing tells of; far more than it takes. */
const spareMs = 600;

/** Starts of sessions, each beside what no session of this kind can go below, in turns. */
export async function sessionStart(weak: boolean, rounds: number): Promise<SessionStart> {
  const processSandbox = await builtSandbox();
  const cold = processSandbox({ weak, keepWarm: false });
  const warm = processSandbox({ weak });
  const times = { node: [] as number[], permission: [] as number[], fenced: [] as number[], cold: [] as number[], warm: [] as number[] };
  // Not counted: the pages of the files.
  await opened(cold);
  await opened(warm);
  for (let round = 0; round < rounds; round++) {
    times.node.push((await timedProcess([process.execPath, '-e', '0'], '/')).wallMs);
    times.permission.push((await timedProcess([process.execPath, '--permission', '-e', '0'], '/')).wallMs);
    if (!weak) times.fenced.push((await timedProcess(['bwrap', ...fence, process.execPath, '--permission', '-e', '0'], '/')).wallMs);
    times.cold.push(await opened(cold));
    await delay(spareMs);
    times.warm.push(await opened(warm));
  }
  await Promise.all([cold.close(), warm.close()]);
  const ratio = (list: readonly number[]): Sample => sampleOf(list.map((ms, at) => ms / (times.permission[at] as number)));
  return {
    nodeMs: sampleOf(times.node),
    permissionMs: sampleOf(times.permission),
    fencedMs: weak ? null : sampleOf(times.fenced),
    fencedRatio: weak ? null : ratio(times.fenced),
    coldMs: sampleOf(times.cold),
    coldRatio: ratio(times.cold),
    warmMs: sampleOf(times.warm),
  };
}

const fence = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-net',
  '--unshare-ipc',
  '--unshare-uts',
  '--die-with-parent',
  '--ro-bind',
  '/',
  '/',
];

/** How long it took until the session was there. It is closed when that is known. */
async function opened(sandbox: Sandbox): Promise<number> {
  const startedMs = performance.now();
  const session = valueOf(await sandbox.open(request));
  const tookMs = performance.now() - startedMs;
  await session.close();
  return tookMs;
}
