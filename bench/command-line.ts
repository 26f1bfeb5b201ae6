import { fileURLToPath } from 'node:url';
import { noOpWorkflow } from './no-op-workflow.ts';
import { type Sample, sampleOf } from './sample.ts';
import { type ProcessTimes, timedProcess } from './whole-process.ts';

export interface ProgramCost {
  readonly wallMs: Sample;
  /** Processor time of it and of all it starts; null where the system does not tell. */
  readonly cpuMs: Sample | null;
}

/** One workflow as a whole process: ours beside Lobster's, in alternating pairs. */
interface PairCost {
  readonly steps: number;
  readonly pawl: ProgramCost;
  readonly lobster: ProgramCost | null;
  /** Of each pair: ours over theirs. */
  readonly ratio: Sample | null;
}

export interface CommandLineCost {
  /** `node -e 0`: what any program on Node costs. */
  readonly node: ProgramCost;
  readonly pairs: readonly PairCost[];
}

const bin = fileURLToPath(new URL('../bin/pawl.js', import.meta.url));

/** Whole processes, from start to exit. `lobster` is its entry, or null where there is none. */
export async function commandLine(scratch: string, cwd: string, lobster: string | null): Promise<CommandLineCost> {
  const node: ProcessTimes[] = [];
  const pairs: PairCost[] = [];
  for (const [steps, rounds] of [
    [1, 15],
    [100, 3],
    [1000, 1],
  ] as const) {
    const ours: ProcessTimes[] = [];
    const theirs: ProcessTimes[] = [];
    const runs = {
      pawl: [process.execPath, bin, 'run', noOpWorkflow(scratch, steps, 'command')] as const,
      lobster: lobster === null ? null : ([process.execPath, lobster, 'run', noOpWorkflow(scratch, steps, 'run')] as const),
    };
    // The first of each fills caches: compiled code, the pages of the files.
    if (steps === 1) for (const argv of Object.values(runs)) if (argv !== null) await timedProcess([...argv], cwd);
    for (let round = 0; round < rounds; round++) {
      if (steps === 1) node.push(await timedProcess([process.execPath, '-e', '0'], cwd));
      ours.push(await timedProcess([...runs.pawl], cwd));
      if (runs.lobster !== null) theirs.push(await timedProcess([...runs.lobster], cwd));
    }
    pairs.push({
      steps,
      pawl: costOf(ours),
      lobster: theirs.length === 0 ? null : costOf(theirs),
      ratio: theirs.length === 0 ? null : sampleOf(ours.map(({ wallMs }, at) => wallMs / (theirs[at] as ProcessTimes).wallMs)),
    });
  }
  return { node: costOf(node), pairs };
}

function costOf(times: readonly ProcessTimes[]): ProgramCost {
  const cpu = times.map(({ cpuMs }) => cpuMs).filter((ms) => ms !== null);
  return { wallMs: sampleOf(times.map(({ wallMs }) => wallMs)), cpuMs: cpu.length === 0 ? null : sampleOf(cpu) };
}
