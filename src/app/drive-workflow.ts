import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { procedureOf } from '../core/engine/procedure.ts';
import type { RunEvent } from '../core/events/event.ts';
import type { Settings } from '../core/events/event-parts.ts';
import { digestOf } from '../core/model/digest.ts';
import { branchSlugOf } from '../core/model/names.ts';
import { type Refusal, refusalOf } from '../core/model/refusal.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { driveRun } from '../drive/drive-run.ts';
import { valueOf } from '../drive/value-store.ts';
import type { Programs } from '../ports/programs.ts';
import type { Runner } from '../ports/runner.ts';
import type { Store } from '../ports/store.ts';
import type { RunPlace, Workspace, WorkspaceReport } from '../ports/workspace.ts';
import type { CheckedWorkflow } from './checked-workflow.ts';
import { childEnvironment } from './child-environment.ts';
import { isRecorded } from './fitness.ts';
import { interruptedText, openRun } from './interrupted-run.ts';
import { stateFolder } from './root.ts';
import { newRunToken } from './run-id.ts';
import type { RunRequest, RunResult } from './run-options.ts';
import { stoppedRefusal } from './stopped-refusal.ts';
import { systemClock } from './system-clock.ts';

/** What a run is made of, all of it looked at already. */
interface RunParts extends CheckedWorkflow {
  readonly programs: Programs;
  readonly workspace: Workspace;
  readonly report: WorkspaceReport;
  /** null where no step asks. */
  readonly runner: Runner | null;
  readonly store: Store;
  readonly budgetNanoUsd: number | null;
}

/** Runs a checked workflow in a workspace that this process owns: makes ready, drives it to its end, clears up. */
export async function driveWorkflow(request: RunRequest, parts: RunParts, run: string): Promise<Result<RunResult, Refusal>> {
  const { workflow, source, programs, workspace, store, report } = parts;
  const { observer } = request;
  const ownBranch = request.ownBranch && workflow.ownBranch;
  const place = { run, slug: branchSlugOf(workflow.name), ownBranch };
  const prepared = await prepare(workspace, place, report);
  if (!prepared.ok) return prepared;
  const runner = parts.runner ?? nobody;
  const started = await startOf(request, parts, { runner: runner.name, ownBranch });
  if (!started.ok) return started;
  const folder = join(stateFolder(report.facts.root), 'runs', run);
  const made = await makeFolder(folder);
  if (!made.ok) return made;
  // This process owns the workspace: no other run is at work.
  const interrupted = await openRun(store);
  const agent = parts.runner && { name: parts.runner.name, label: parts.runner.label };
  observer.opened?.({ run, workflow, warnings: parts.warnings, source, report, agent, budgetUsd: request.budgetUsd });
  if (interrupted !== null) {
    const { found, hint } = interruptedText(interrupted);
    observer.warned?.(`${found}: ${hint}`);
  }
  if (prepared.value !== null) observer.warned?.(prepared.value);
  const state = await driveRun(
    { ...store, workspace, programs, runner, clock: systemClock },
    {
      procedure: procedureOf(workflow),
      place,
      started: started.value,
      folder,
      env: childEnvironment(request.env),
      signal: request.signal,
      onEvent: (stored) => observer.event?.(stored),
      onActivity: (step, line) => observer.activity?.(step, line),
    },
  );
  await programs.endAllWith(started.value.settings.runToken);
  const left = await clearUp(folder);
  if (left !== null) observer.warned?.(left);
  if (!state.ok) return fail(stoppedRefusal(run, state.failure));
  const { ending, totals } = state.value;
  if (ending === null) throw new Error(`the run ${run} finished without an ending`);
  return ok({ run, ...ending, totals });
}

/** Answers nobody: for workflows in which no step asks. */
const nobody: Runner = {
  name: 'none',
  label: 'no agent',
  edits: false,
  start() {
    throw new Error('a step asked an agent in a workflow that was said to have none');
  },
};

/** A sentence about what is not as it should be, where the run can do without. */
async function prepare(workspace: Workspace, place: RunPlace, report: WorkspaceReport): Promise<Result<string | null, Refusal>> {
  if (report.facts.kind !== 'git') return ok(null);
  const prepared = await workspace.prepare(place);
  if (prepared.ok) return ok(null);
  if (isRecorded(report)) return fail(refusalOf('run/workspace-obstacle', prepared.failure));
  return ok(`git may show the folder .pawl as untracked, as it could not be told to leave it out: ${prepared.failure.message}`);
}

async function startOf(
  request: RunRequest,
  { workflow, source, store, report, budgetNanoUsd }: RunParts,
  chosen: Pick<Settings, 'runner' | 'ownBranch'>,
): Promise<Result<Extract<RunEvent, { type: 'run.started' }>, Refusal>> {
  const input = await valueOf(store.blobs, Buffer.from(request.input));
  if (!input.ok) return fail(refusalOf('store/unavailable', input.failure));
  const text = await valueOf(store.blobs, Buffer.from(source.text));
  if (!text.ok) return fail(refusalOf('store/unavailable', text.failure));
  const { jobs, commandTimeoutMs, promptTimeoutMs } = request;
  return ok({
    type: 'run.started',
    workflow: { name: workflow.name, digest: digestOf(source.text), source: text.value, file: source.file },
    input: input.value,
    settings: { ...chosen, jobs, commandTimeoutMs, promptTimeoutMs, budgetNanoUsd, runToken: newRunToken() },
    workspace: report.facts,
    // A merge under way stops nothing that only runs commands; but then nothing is recorded, as nothing could be put back.
    recorded: isRecorded(report),
  });
}

async function makeFolder(folder: string): Promise<Result<void, Refusal>> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return ok(undefined);
  } catch (error) {
    return fail({
      code: 'store/unavailable',
      message: `the run's folder could not be made: ${(error as Error).message}`,
      hint: 'make room, or give yourself the right to write there; pawl doctor  shows what is found',
    });
  }
}

/** What could not be removed of the run's value files, in a sentence: a step may have made them anyone else's. */
async function clearUp(folder: string): Promise<string | null> {
  try {
    await rm(join(folder, 'values'), { recursive: true, force: true });
    return null;
  } catch (error) {
    return `${join(folder, 'values')} could not be removed and can go: ${(error as Error).message}`;
  }
}
