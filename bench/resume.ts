import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedPackage } from './installed-package.ts';
import { type Death, type Engine, killedAndResumed } from './killed-and-resumed.ts';
import { inWords, type Sample, sampleOf } from './sample.ts';
import { repositoryOf, scratchPlace } from './scratch-place.ts';

const version = '0.10.1';
/** How long openworkflow leaves a run to a worker that it has not heard from. */
const leaseMs = 30_000;
const eventsOfStep = 4;

interface ResumeCost {
  readonly engine: string;
  readonly steps: number;
  /** Of ours only. */
  readonly events: number | null;
  /** From the start of the process that goes on to the first command that it runs. */
  readonly firstCommandMs: Sample;
  readonly repeatedSteps: number;
  readonly orphans: number;
}

/** Kills an engine in the midst of a command and measures how it goes on: ours and openworkflow's, in one run. */
export async function resume(json: boolean): Promise<void> {
  const say = (words: string): void => {
    if (!json) console.error(`… ${words}`);
  };
  const scratch = scratchPlace();
  const repository = repositoryOf(join(scratch, 'repository'), 1000);
  const pawl = pawlIn(repository);
  const costs: ResumeCost[] = [];
  const measure = async (name: string, engine: Engine, steps: number, rounds: number, waitMs: number): Promise<void> => {
    say(`${name}, ${steps} steps, ${rounds} times`);
    const deaths: Death[] = [];
    for (let round = 0; round < rounds; round++)
      deaths.push(await killedAndResumed(engine, join(scratch, `${costs.length}-${round}`), steps, waitMs));
    const sum = (of: (death: Death) => number): number => deaths.reduce((total, death) => total + of(death), 0);
    costs.push({
      engine: name,
      steps,
      events: engine === pawl ? steps * eventsOfStep : null,
      firstCommandMs: sampleOf(deaths.map(({ firstCommandMs }) => firstCommandMs)),
      repeatedSteps: sum(({ repeatedSteps }) => repeatedSteps),
      orphans: sum(({ orphans }) => orphans),
    });
  };
  const installed = installedPackage('openworkflow', version, 'package.json');
  if ('missing' in installed) say(`without openworkflow: ${installed.missing}`);
  for (const steps of [10, 900]) {
    await measure('pawl', pawl, steps, 5, 0);
    if ('missing' in installed) continue;
    const other = openworkflowAt(dirname(installed.entry));
    await measure('openworkflow, at once', other, steps, 1, 0);
    await measure('openworkflow, its lease over', other, steps, 1, leaseMs + 1000);
  }
  await measure('pawl', pawl, 2500, 3, 0);
  if (json) console.log(JSON.stringify({ openworkflow: 'missing' in installed ? null : version, costs }));
  else print(costs);
}

function pawlIn(cwd: string): Engine {
  const bin = fileURLToPath(new URL('../bin/pawl.js', import.meta.url));
  return {
    cwd,
    files: (commands) => ({
      'workflow.yml': `name: resume\nsteps:\n${commands.map((command, at) => `  - id: s${at + 1}\n    command: ${JSON.stringify(command)}\n`).join('')}`,
    }),
    start: (folder) => [bin, 'run', join(folder, 'workflow.yml')],
    resume: () => [bin, 'resume', 'last'],
  };
}

function openworkflowAt(packageFolder: string): Engine {
  const worker = fileURLToPath(new URL('./openworkflow-worker.mjs', import.meta.url));
  const argv = (folder: string, verb: string): string[] => [
    worker,
    packageFolder,
    join(folder, 'runs.db'),
    join(folder, 'commands.json'),
    verb,
  ];
  return {
    cwd: null,
    files: (commands) => ({ 'commands.json': JSON.stringify(commands) }),
    start: (folder) => argv(folder, 'start'),
    resume: (folder) => argv(folder, 'resume'),
  };
}

function print(costs: readonly ResumeCost[]): void {
  console.log('\n| killed in the last of its steps | steps | events | to the first command, ms | finished steps repeated | orphans |');
  console.log('|---|--:|--:|--:|--:|--:|');
  for (const { engine, steps, events, firstCommandMs, repeatedSteps, orphans } of costs) {
    console.log(`| ${engine} | ${steps} | ${events ?? ''} | ${inWords(firstCommandMs, 0)} | ${repeatedSteps} | ${orphans} |`);
  }
}
