import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Session } from '../src/ports/sandbox.ts';
import { type ActOf, builtSandbox, timedAct, valueOf } from './act-parts.ts';
import { commitFloorMs } from './floors.ts';
import { type Sample, sampleOf } from './sample.ts';

export interface CallCost {
  /** A line to another process and back over two pipes: what no call can go below. */
  readonly pipeFloorMs: Sample;
  /** From code in the sandbox to Pawl and back, answered at once. */
  readonly roundTripMs: Sample;
  readonly commitFloorMs: Sample;
  /** A call within an act, by class, of a primitive that does nothing: sandbox, checks, journal. */
  readonly inAct: readonly ClassCost[];
}

interface ClassCost {
  readonly effect: ActOf;
  readonly callMs: Sample;
  /** Less the round trip: what checks and journal take. */
  readonly journalMs: Sample;
  /** The same, counted in commits of the same disk at the same time. */
  readonly journalInCommits: Sample;
}

const calls = 300;

/** Calls of primitives, each class between measurements of the floors. */
export async function callCost(folder: string, weak: boolean, rounds: number): Promise<CallCost> {
  const sandbox = (await builtSandbox())({ weak });
  const session = valueOf(await sandbox.open({ primitives: ['nothing'], memoryBytes: 512 * 1024 * 1024, packages: null }));
  const [pipes, trips, commits]: [number[], number[], number[]] = [[], [], []];
  const inAct = new Map<ActOf, number[]>([
    ['pure', []],
    ['read', []],
    ['write', []],
  ]);
  // Not counted: code that has not been compiled yet.
  await answered(session);
  await inAnAct('pure', folder, weak);
  for (let round = 0; round < rounds; round++) {
    pipes.push(await pipeFloorMs(calls));
    trips.push(await answered(session));
    commits.push(commitFloorMs(folder, 150));
    for (const [effect, list] of inAct) list.push(await inAnAct(effect, folder, weak));
  }
  await sandbox.close();
  const per = (list: readonly number[], of: (ms: number, round: number) => number): Sample => sampleOf(list.map(of));
  return {
    pipeFloorMs: sampleOf(pipes),
    roundTripMs: sampleOf(trips),
    commitFloorMs: sampleOf(commits),
    inAct: [...inAct].map(([effect, list]) => ({
      effect,
      callMs: sampleOf(list),
      journalMs: per(list, (ms, round) => ms - (trips[round] as number)),
      journalInCommits: per(list, (ms, round) => (ms - (trips[round] as number)) / (commits[round] as number)),
    })),
  };
}

/** Milliseconds of one call of a cell that makes many, one after the other. */
async function answered(session: Session): Promise<number> {
  const running = session.run({
    code: `for (let n = 0; n < ${calls}; n++) await ctx.nothing(n)`,
    mode: 'keep',
    nowMs: 0,
    seed: '',
    timeoutMs: 60_000,
    signal: new AbortController().signal,
  });
  for await (const { n } of running.calls) void running.answer(n, { ok: true, value: null }, 0);
  const { outcome, durationMs } = await running.end;
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return durationMs / calls;
}

/** Milliseconds of one call of an act's cell that makes many, from the first call to the end of the cell. */
async function inAnAct(effect: ActOf, cwd: string, weak: boolean): Promise<number> {
  const code = `for (let n = 0; n < ${calls}; n++) await ctx.nothing(n)`;
  const script = [{ calls: [{ name: 'execute_code', arguments: { code } }] }, { text: 'done' }];
  const times = await timedAct(script, { cwd, weak, effect }, ['effect.requested', 'tool.ended']);
  return ((times.at(-1) as number) - (times[0] as number)) / calls;
}

const echo = "process.stdin.on('data', (chunk) => process.stdout.write(chunk))";

async function pipeFloorMs(count: number): Promise<number> {
  const child = spawn(process.execPath, ['-e', echo], { stdio: ['pipe', 'pipe', 'inherit'] });
  const sent = async (): Promise<void> => {
    child.stdin.write('{"t":"call","n":1,"args":[]}\n');
    await once(child.stdout, 'data');
  };
  await sent();
  const startedMs = performance.now();
  for (let line = 0; line < count; line++) await sent();
  const tookMs = performance.now() - startedMs;
  child.stdin.end();
  await once(child, 'close');
  return tookMs / count;
}
