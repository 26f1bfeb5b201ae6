import type { CommandLineCost, ProgramCost } from './command-line.ts';
import { lobsterVersion } from './lobster.ts';
import { inWords, type Sample } from './sample.ts';
import type { SnapshotCost } from './snapshot-cost.ts';
import type { StepCosts } from './step-cost.ts';
import { printSurroundings, printTable } from './tables.ts';

export interface EngineReport {
  readonly tookSeconds: number;
  readonly steps: StepCosts;
  readonly processes: CommandLineCost;
  readonly snapshot: SnapshotCost;
  readonly lobster: { readonly entry: string } | { readonly missing: string };
}

/** Prints the figures as tables: medians, with min–max in brackets. */
export function printReport({ tookSeconds, steps, processes, snapshot, lobster }: EngineReport): void {
  printSurroundings(tookSeconds);

  const commits = (sample: Sample | null): string => (sample === null ? '–' : inWords(sample, 1));
  printTable(
    ['steps', 'total ms', 'a step, ms', 'over the spawn floor, ms', 'in commit floors', 'processor over floor, ms'],
    steps.runs.map(({ steps: count, totalMs, stepMs, overheadMs, overheadInCommits, overheadCpuMs }) => [
      String(count),
      inWords(totalMs, 0),
      inWords(stepMs, 2),
      overheadMs === null ? '–' : inWords(overheadMs, 2),
      commits(overheadInCommits),
      overheadCpuMs === null ? '–' : inWords(overheadCpuMs, 2),
    ]),
  );
  console.log(`spawn floor (sh -c :)                      ${inWords(steps.spawnFloorMs, 2)} ms`);
  console.log(`commit floor (WAL, synchronous = FULL)     ${inWords(steps.commitFloorMs, 3)} ms`);
  console.log(`slope, a step at 10 000 over one at 100    ${steps.slope.toFixed(2)}`);
  console.log(`last thousand over first, of 10 000        ${steps.driftWithin.toFixed(2)}\n`);

  const cost = (program: ProgramCost | null): string[] =>
    program === null ? ['–', '–'] : [inWords(program.wallMs, 0), program.cpuMs === null ? '–' : inWords(program.cpuMs, 0)];
  printTable(
    ['whole process', 'pawl, ms', 'processor, ms', 'lobster, ms', 'processor, ms', 'pawl / lobster'],
    [
      ['node -e 0', ...cost(processes.node), '', '', ''],
      ...processes.pairs.map(({ steps: count, pawl, lobster: theirs, ratio }) => [
        `${count} ${count === 1 ? 'step' : 'steps'}`,
        ...cost(pawl),
        ...cost(theirs),
        ratio === null ? '–' : inWords(ratio, 2),
      ]),
    ],
  );
  console.log('entry' in lobster ? `lobster is ${lobsterVersion}\n` : `without lobster ${lobsterVersion}: ${lobster.missing}\n`);

  printTable(
    [`${snapshot.files} files, unchanged`, 'ms', 'over git status'],
    [
      ['git status', inWords(snapshot.gitStatusMs, 1), '1'],
      ['a snapshot', inWords(snapshot.unchangedMs, 1), inWords(snapshot.ratio, 2)],
      ['the first snapshot', snapshot.firstMs.toFixed(0), ''],
    ],
  );
}
