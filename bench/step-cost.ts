import { commitFloorMs, spawnFloorMs } from './floors.ts';
import { noOpWorkflow, type Timeline, timedRun } from './no-op-workflow.ts';
import { type Sample, sampleOf } from './sample.ts';
import { cpuMsSoFar } from './whole-process.ts';

/** What runs of one length cost. The overhead is over the spawn floor that was measured just before and just after each. */
interface RunCost {
  readonly steps: number;
  readonly totalMs: Sample;
  readonly stepMs: Sample;
  /** null for a single step, which is nearly all beginning and end of a run. */
  readonly overheadMs: Sample | null;
  /** The same in processor time of this process and all that it starts, which other programs do not disturb. */
  readonly overheadCpuMs: Sample | null;
  /** The overhead, counted in commits of the same disk at the same time. */
  readonly overheadInCommits: Sample | null;
}

export interface StepCosts {
  readonly spawnFloorMs: Sample;
  readonly commitFloorMs: Sample;
  readonly runs: readonly RunCost[];
  /** A step at 10 000 (their median) over a step at 100. */
  readonly slope: number;
  /** Within the longest run: a step of its last thousand over one of its first thousand. */
  readonly driftWithin: number;
}

interface Round {
  readonly timeline: Timeline;
  /** Of the run less that of as many bare spawns, for one step. */
  readonly overCpuMs: number | null;
  readonly spawnMs: number;
  readonly commitMs: number;
}

const lengths = [1, 100, 1000, 10_000];

/** So that the whole bench ends within about four minutes on a slow machine too. */
const secondLongRunBeforeMs = 60_000;

/** Runs of each length, each between measurements of both floors, in turns. */
export async function measureSteps(scratch: string, cwd: string): Promise<StepCosts> {
  const rounds = new Map<number, Round[]>(lengths.map((steps) => [steps, []]));
  const measured = async (steps: number): Promise<void> => {
    const workflow = noOpWorkflow(scratch, steps, 'command');
    const before = await floors(cwd);
    const cpuBefore = cpuMsSoFar();
    const timeline = await timedRun(workflow, cwd, steps);
    const cpuMs = cpuBefore === null ? null : ((cpuMsSoFar() as number) - cpuBefore) / steps;
    const after = await floors(cwd);
    const spawnCpuMs = before.spawnCpuMs === null ? null : (before.spawnCpuMs + (after.spawnCpuMs as number)) / 2;
    rounds.get(steps)?.push({
      timeline,
      overCpuMs: cpuMs === null || spawnCpuMs === null ? null : cpuMs - spawnCpuMs,
      spawnMs: (before.spawnMs + after.spawnMs) / 2,
      commitMs: (before.commitMs + after.commitMs) / 2,
    });
  };
  // Not counted: code that has not been compiled yet.
  await timedRun(noOpWorkflow(scratch, 100, 'command'), cwd, 100);
  for (let round = 0; round < 3; round++) {
    await measured(1);
    await measured(100);
    if (round > 0) await measured(1000);
  }
  await measured(10_000);
  if ((longest(rounds)[0]?.timeline.totalMs ?? 0) < secondLongRunBeforeMs) await measured(10_000);
  return costsOf(rounds);
}

async function floors(
  folder: string,
): Promise<{ readonly spawnMs: number; readonly spawnCpuMs: number | null; readonly commitMs: number }> {
  const cpuBefore = cpuMsSoFar();
  const spawnMs = await spawnFloorMs(150);
  const spawnCpuMs = cpuBefore === null ? null : ((cpuMsSoFar() as number) - cpuBefore) / 150;
  return { spawnMs, spawnCpuMs, commitMs: commitFloorMs(folder, 150) };
}

const longest = (rounds: ReadonlyMap<number, readonly Round[]>): readonly Round[] => rounds.get(10_000) ?? [];

function costsOf(rounds: ReadonlyMap<number, readonly Round[]>): StepCosts {
  const all = [...rounds.values()].flat();
  const runs = [...rounds].map(([steps, list]): RunCost => {
    const per = list.map(({ timeline }) => timeline.totalMs / steps);
    const over = list.map(({ timeline, spawnMs }) => timeline.totalMs / steps - spawnMs);
    const cpu = list.map(({ overCpuMs }) => overCpuMs).filter((ms) => ms !== null);
    const inCommits = list.map(({ commitMs }, at) => (over[at] as number) / commitMs);
    return {
      steps,
      totalMs: sampleOf(list.map(({ timeline }) => timeline.totalMs)),
      stepMs: sampleOf(per),
      overheadMs: steps === 1 ? null : sampleOf(over),
      overheadInCommits: steps === 1 ? null : sampleOf(inCommits),
      overheadCpuMs: steps === 1 || cpu.length === 0 ? null : sampleOf(cpu),
    };
  });
  const stepOf = (steps: number): number => runs.find((run) => run.steps === steps)?.stepMs.median ?? Number.NaN;
  return {
    spawnFloorMs: sampleOf(all.map(({ spawnMs }) => spawnMs)),
    commitFloorMs: sampleOf(all.map(({ commitMs }) => commitMs)),
    runs,
    slope: stepOf(10_000) / stepOf(100),
    driftWithin: sampleOf(longest(rounds).map(({ timeline }) => driftOf(timeline))).median,
  };
}

function driftOf({ endedMs }: Timeline): number {
  const at = (ended: number): number => endedMs[ended] as number;
  const last = endedMs.length - 1;
  return (at(last) - at(last - 1000)) / (at(1000) - at(0));
}
