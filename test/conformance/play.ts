import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runWorkflow } from '../../dist/index.js';
import type { Case } from './case-file.ts';
import type { Stage } from './stage.ts';

/** What a run told of itself through the public door. */
export interface Played {
  readonly events: RunLine[];
  readonly errors: { message?: string; diagnostics?: { message: string; line: number; column: number; hint?: string }[] }[];
  readonly seconds: number;
}

interface RunLine {
  readonly type: string;
  readonly run: string;
  // biome-ignore lint/suspicious/noExplicitAny: the lines are read as a user's script would, field by field.
  readonly [field: string]: any;
}

const pawl = fileURLToPath(new URL('../../bin/pawl.js', import.meta.url));

/** Runs a case's workflow with `pawl run --json`, cancelling it where the case says so. */
export async function play(testCase: Case, stage: Stage): Promise<Played> {
  const started = performance.now();
  const { budget_usd, cancel_after, command_timeout_seconds } = testCase.options ?? {};
  if (cancel_after === '0') return playCancelled(testCase, stage, started);
  const argv = [pawl, 'run', stage.workflow, '--input-file', stage.input, '--agent', 'scripted', '--script', stage.script, '--json'];
  if (budget_usd !== undefined) argv.push(`--budget=${budget_usd}`);
  if (command_timeout_seconds !== undefined) argv.push('--timeout', `${command_timeout_seconds}s`);
  const child = spawn(process.execPath, argv, { cwd: stage.repo, env: stage.env, stdio: ['ignore', 'pipe', 'pipe'] });
  const events: RunLine[] = [];
  const errors: Played['errors'] = [];
  const timer = /^[0-9.]+$/.test(cancel_after ?? '') ? setTimeout(() => child.kill('SIGINT'), Number(cancel_after) * 1000) : null;
  const out = createInterface({ input: child.stdout }).on('line', (line) => {
    const event = JSON.parse(line) as RunLine;
    events.push(event);
    if (event.type === 'step.finished' && event.step === cancel_after) child.kill('SIGINT');
  });
  const err = createInterface({ input: child.stderr }).on('line', (line) => errors.push(parsedError(line)));
  await Promise.all([closed(out), closed(err), new Promise((resolve) => child.on('close', resolve))]);
  if (timer !== null) clearTimeout(timer);
  return { events, errors, seconds: (performance.now() - started) / 1000 };
}

/** Cancelled before it starts: only a program can ask for that, so the program's door is used. */
async function playCancelled(testCase: Case, stage: Stage, started: number): Promise<Played> {
  const events: RunLine[] = [];
  const result = await runWorkflow({
    workflow: stage.workflow,
    input: testCase.input ?? '',
    cwd: stage.repo,
    env: stage.env,
    agent: 'scripted',
    script: stage.script,
    signal: AbortSignal.abort('the case'),
    observer: { event: ({ run, event }) => void events.push({ run, ...event }) },
  });
  const errors = result.ok ? [] : [{ message: result.failure.message }];
  return { events, errors, seconds: (performance.now() - started) / 1000 };
}

function parsedError(line: string): Played['errors'][number] {
  try {
    return JSON.parse(line) as Played['errors'][number];
  } catch {
    return { message: line };
  }
}

const closed = (lines: ReturnType<typeof createInterface>): Promise<void> => new Promise((resolve) => lines.on('close', resolve));
