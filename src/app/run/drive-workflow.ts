import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { procedureOf } from '../../core/engine/procedure.ts';
import { type NanoUsd, usdOf } from '../../core/model/money.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Step } from '../../core/workflow/workflow.ts';
import type { Drive } from '../../drive/drive.ts';
import { driveRun } from '../../drive/drive-run.ts';
import type { DrivePorts } from '../../drive/performance.ts';
import type { RunSecrets } from '../../drive/run-secrets.ts';
import type { Model } from '../../ports/model.ts';
import type { Programs } from '../../ports/programs.ts';
import type { Runner } from '../../ports/runner.ts';
import type { Store } from '../../ports/store.ts';
import type { Trees } from '../../ports/trees.ts';
import type { RunPlace, Workspace, WorkspaceReport } from '../../ports/workspace.ts';
import { stateFolder } from '../project/root.ts';
import { childEnvironment } from '../surroundings/child-environment.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import type { CheckedWorkflow } from '../workflows/checked-workflow.ts';
import { answererOf } from './answer-from-journal.ts';
import type { RunObserver, RunResult } from './run-options.ts';
import { stoppedRefusal } from './stopped-refusal.ts';
import { isRecorded } from './workspace-fitness.ts';

/** What a run is made of, all of it looked at already. */
export interface RunParts extends CheckedWorkflow {
  readonly programs: Programs;
  readonly workspace: Workspace;
  readonly trees: Trees;
  readonly report: WorkspaceReport;
  /** null where no step asks. */
  readonly runner: Runner | null;
  readonly store: Store;
  /** The model that answers questions about the run; null where none may be asked. */
  readonly askable: () => Promise<Model | null>;
  readonly runWithin: DrivePorts['runWithin'];
  readonly runFunction: DrivePorts['runFunction'];
}

/** A run that is to be driven, from where it stands. */
export interface Drivable extends Pick<Drive, 'place' | 'history' | 'first' | 'approval' | 'around' | 'onOpen'> {
  /** Without secrets. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secrets: RunSecrets;
  readonly signal: AbortSignal;
  readonly observer: RunObserver;
  /** Sentences that are said before the first step. */
  readonly notes: readonly string[];
  readonly budgetNanoUsd: NanoUsd | null;
}

/**
 * Drives a checked workflow in a workspace that this process owns, to its end or to where it waits for a person: makes ready, drives,
 * clears up.
 */
export async function driveWorkflow(parts: RunParts, drivable: Drivable, runToken: string): Promise<Result<RunResult, Refusal>> {
  const { workflow, source, programs, workspace, store, report } = parts;
  const { observer, place, notes, budgetNanoUsd } = drivable;
  const { run } = place;
  const prepared = await prepare(workspace, place, report);
  if (!prepared.ok) return prepared;
  const folder = join(stateFolder(report.facts.root), 'runs', run);
  const made = await makeFolder(folder);
  if (!made.ok) return made;
  if (workflow.steps.some(asksShell)) programs.expectShell?.(folder);
  const agent = parts.runner && { name: parts.runner.name, label: parts.runner.label };
  const budgetUsd = budgetNanoUsd === null ? null : usdOf(budgetNanoUsd);
  observer.opened?.({ run, workflow, warnings: parts.warnings, source, report, agent, budgetUsd, history: drivable.history });
  for (const note of notes) observer.warned?.(note);
  if (prepared.value !== null) observer.warned?.(prepared.value);
  const state = await driveRun(
    { ...store, ...parts, runner: parts.runner ?? nobody, clock: systemClock },
    {
      ...drivable,
      procedure: procedureOf(workflow),
      folder,
      env: childEnvironment(drivable.env),
      onEvent: (stored) => observer.event?.(stored),
      onActivity: (step, line) => observer.activity?.(step, line),
      answerer: answererOf({ store, run, askable: parts.askable }),
    },
  );
  // Whoever has taken the run over has programs with the same token at work, and files in the same folder.
  if (!state.ok && state.failure.putBack === 'taken over') return fail(stoppedRefusal(run, state.failure));
  await programs.endAllWith(runToken);
  const left = await clearUp(folder);
  if (left !== null) observer.warned?.(left);
  if (!state.ok) return fail(stoppedRefusal(run, state.failure));
  const { ending, totals, phase } = state.value;
  if (phase !== 'finished') {
    const asked = [...state.value.pending.values()].find((intent) => intent.type === 'approval.requested');
    const question = asked?.type === 'approval.requested' ? asked.question : null;
    return ok({ run, status: 'waiting', outcome: 'waiting', error: null, question, totals });
  }
  const removed = await parts.trees.removeAll(place);
  if (!removed.ok) observer.warned?.(removed.failure.message);
  if (ending === null) throw new Error(`the run ${run} finished without an ending`);
  return ok({ run, ...ending, question: null, totals });
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

const asksShell = (step: Step): boolean => step.kind === 'command' || (step.kind === 'prompt' && step.loop?.gate != null);

/** A sentence about what is not as it should be, where the run can do without. */
async function prepare(workspace: Workspace, place: RunPlace, report: WorkspaceReport): Promise<Result<string | null, Refusal>> {
  if (report.facts.kind !== 'git') return ok(null);
  const prepared = await workspace.prepare(place);
  if (prepared.ok) return ok(null);
  if (isRecorded(report)) return fail(refusalOf('run/workspace-obstacle', prepared.failure));
  return ok(`git may show the folder .pawl as untracked, as it could not be told to leave it out: ${prepared.failure.message}`);
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
