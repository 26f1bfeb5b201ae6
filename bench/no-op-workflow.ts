import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runWorkflow } from '../src/index.ts';

/** Writes a workflow of so many commands that do nothing; gives its path. `key` is what the engine calls a step's command. */
export function noOpWorkflow(folder: string, steps: number, key: 'command' | 'run'): string {
  const path = join(folder, key === 'run' ? `no-op-${steps}.lobster` : `no-op-${steps}.yml`);
  const lines = Array.from({ length: steps }, (_, at) => `  - id: s${at + 1}\n    ${key}: ":"\n`);
  writeFileSync(path, `name: no-op\nsteps:\n${lines.join('')}`);
  return path;
}

/** When a run was where, in milliseconds from its beginning. */
export interface Timeline {
  readonly totalMs: number;
  /** By the number of steps that had ended. */
  readonly endedMs: readonly number[];
}

/** Runs a workflow in `cwd` through the public door, on the store that the command line uses. Throws unless every step went well. */
export async function timedRun(workflow: string, cwd: string, steps: number): Promise<Timeline> {
  const endedMs: number[] = [];
  const startedMs = performance.now();
  const result = await runWorkflow({
    workflow,
    cwd,
    observer: {
      event({ event }) {
        if (event.type === 'step.finished') endedMs.push(performance.now() - startedMs);
      },
    },
  });
  const totalMs = performance.now() - startedMs;
  if (!result.ok) throw new Error(`${workflow} was refused: ${result.failure.message}`);
  if (result.value.totals.kept !== steps) throw new Error(`${workflow}: ${result.value.totals.kept} of ${steps} steps went well`);
  return { totalMs, endedMs };
}
