import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandLineCost, commandLine } from './command-line.ts';
import { type EngineReport, printReport } from './engine-report.ts';
import { installedLobster } from './lobster.ts';
import { repositoryOf, scratchPlace } from './scratch-place.ts';
import { snapshotCost } from './snapshot-cost.ts';
import { measureSteps, type StepCosts } from './step-cost.ts';

/** Measures the engine beside what it cannot go below and beside another engine, in one run, interleaved. */
export async function engine(json: boolean): Promise<void> {
  const startedMs = performance.now();
  const say = (words: string): void => {
    if (!json) console.error(`… ${words}`);
  };
  const scratch = scratchPlace();
  const cwd = join(scratch, 'repository');
  mkdirSync(cwd);
  say('a repository of 1 000 files');
  repositoryOf(cwd, 1000);
  const lobster = installedLobster();
  if ('missing' in lobster) say(`without Lobster: ${lobster.missing}`);
  say('whole processes, in pairs');
  const processes: CommandLineCost = await commandLine(scratch, cwd, 'entry' in lobster ? lobster.entry : null);
  say('a repository of 10 000 files: snapshots and git status, in pairs');
  const snapshot = await snapshotCost(join(scratch, 'large'), 10_000, 15);
  say('1, 100, 1 000 and 10 000 steps, between measurements of both floors');
  const steps: StepCosts = await measureSteps(scratch, cwd);
  const report: EngineReport = { tookSeconds: (performance.now() - startedMs) / 1000, steps, processes, snapshot, lobster };
  if (json) console.log(JSON.stringify(report));
  else printReport(report);
}
