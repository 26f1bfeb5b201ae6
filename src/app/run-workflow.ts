import { mkdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { programs as realPrograms } from '../adapters/process/programs.ts';
import type { Store } from '../adapters/store/sqlite/open-store.ts';
import { procedureOf } from '../core/engine/procedure.ts';
import type { StoredEvent } from '../core/events/envelope.ts';
import type { RunEvent, RunOutcome, RunStatus, Totals } from '../core/events/event.ts';
import type { Settings } from '../core/events/facts.ts';
import type { Diagnostic } from '../core/model/diagnostic.ts';
import { digestOf } from '../core/model/digest.ts';
import type { Failure } from '../core/model/failure.ts';
import { nanoUsdOf } from '../core/model/money.ts';
import { branchSlugOf } from '../core/model/names.ts';
import type { Refusal } from '../core/model/refusal.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import type { Workflow } from '../core/workflow/workflow.ts';
import { driveRun } from '../drive/drive-run.ts';
import { valueOf } from '../drive/value-store.ts';
import type { Programs } from '../ports/programs.ts';
import type { Runner } from '../ports/runner.ts';
import type { WorkspaceReport } from '../ports/workspace.ts';
import { checkedWorkflow } from './checked-workflow.ts';
import { childEnvironment } from './child-environment.ts';
import { type AgentChoice, chooseRunner } from './choose-runner.ts';
import { inspectWorkspace, openForWriting, workspaceOf } from './project.ts';
import { rootOf, stateFolder } from './root.ts';
import { newRunId, newRunToken } from './run-id.ts';
import { stoppedRefusal } from './stopped-refusal.ts';
import { systemClock } from './system-clock.ts';

export interface RunOptions extends Partial<AgentChoice> {
  /** A path to a workflow file, or a name. */
  readonly workflow: string;
  /** Default ''. */
  readonly input?: string;
  /** Default: the process's folder. */
  readonly cwd?: string;
  /** What commands and agents inherit; default: the process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: no limit. */
  readonly budgetUsd?: number | null;
  /** Parallel children at once; default 4. */
  readonly jobs?: number;
  /** For each command and each gate; default 10 minutes. */
  readonly commandTimeoutMs?: number;
  /** For each call of the agent; default 60 minutes. */
  readonly promptTimeoutMs?: number;
  /** Whether kept iterations go to a branch of the run's own; default true. */
  readonly ownBranch?: boolean;
  /** Aborting it cancels the run cleanly. */
  readonly signal?: AbortSignal;
  readonly observer?: RunObserver;
}

type RunRequest = Required<RunOptions>;

/** What a door is told while a run goes on. */
export interface RunObserver {
  /** Once, before the first event: what a person wants to know first. */
  readonly opened?: (opening: Opening) => void;
  readonly event?: (stored: StoredEvent) => void;
  readonly activity?: (step: string, line: string) => void;
}

export interface Opening {
  readonly run: string;
  readonly workflow: Workflow;
  /** What its file may have wrong without being wrong. */
  readonly warnings: readonly Diagnostic[];
  readonly source: { readonly file: string; readonly text: string };
  readonly report: WorkspaceReport;
  /** null where no step asks an agent. */
  readonly agent: string | null;
  readonly budgetUsd: number | null;
}

export interface RunResult {
  readonly run: string;
  readonly status: RunStatus;
  readonly outcome: RunOutcome;
  readonly error: string | null;
  readonly totals: Totals;
}

function requestOf(options: RunOptions): RunRequest {
  return {
    input: '',
    cwd: process.cwd(),
    env: process.env,
    agent: null,
    script: null,
    unsafeAgent: false,
    budgetUsd: null,
    jobs: 4,
    commandTimeoutMs: 10 * 60_000,
    promptTimeoutMs: 60 * 60_000,
    ownBranch: true,
    signal: new AbortController().signal,
    observer: {},
    ...options,
  };
}

/** Runs a workflow from beginning to end. Refused, with nothing done, where it could not run safely. */
export async function runWorkflow(options: RunOptions): Promise<Result<RunResult, Refusal>> {
  const request = requestOf(options);
  const budgetNanoUsd = request.budgetUsd === null ? null : nanoUsdOf(request.budgetUsd);
  if (request.budgetUsd !== null && (budgetNanoUsd === null || budgetNanoUsd === 0)) {
    return fail({
      code: 'run/invalid-budget',
      message: `invalid budget: ${request.budgetUsd} is no amount above zero`,
      hint: 'leave --budget out for no limit',
    });
  }
  const checked = await checkedWorkflow(request.workflow, request.cwd, rootOf(request.cwd));
  if (!checked.ok) return checked;
  const { workflow, source, warnings } = checked.value;
  const programs = realPrograms();
  const report = await inspectWorkspace(request.cwd, programs);
  if (!report.ok) return report;
  const unfit = whyUnfit(workflow, report.value);
  if (unfit !== null) return fail(unfit);
  const asksAgent = workflow.steps.some((step) => step.kind === 'prompt');
  const runner = asksAgent ? await chooseRunner(request, request.env, programs) : ok(nobody);
  if (!runner.ok) return runner;
  const store = await openForWriting(request.cwd);
  if (!store.ok) return store;
  try {
    return await owned(request, {
      workflow,
      source,
      warnings,
      programs,
      report: report.value,
      runner: runner.value,
      store: store.value,
      budgetNanoUsd,
    });
  } finally {
    await store.value.close();
  }
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

function whyUnfit(workflow: Workflow, { facts, obstacle }: WorkspaceReport): Refusal | null {
  const gated = workflow.steps.find((step) => step.kind === 'prompt' && step.loop !== null && step.loop.gate !== null);
  if (facts.kind === 'plain' && gated !== undefined) {
    return {
      code: 'run/needs-repository',
      message: `the step "${gated.id}" has a gate, which can only undo in a git repository, and ${facts.root} is none`,
      hint: 'git init && git add -A && git commit -m "start"  makes it one',
    };
  }
  if (obstacle !== null && workflow.steps.some((step) => step.kind === 'prompt')) {
    return { code: 'run/workspace-obstacle', message: obstacle.message, ...(obstacle.hint ? { hint: obstacle.hint } : {}) };
  }
  return null;
}

interface Parts {
  readonly workflow: Workflow;
  readonly warnings: readonly Diagnostic[];
  readonly source: { readonly file: string; readonly text: string };
  readonly programs: Programs;
  readonly report: WorkspaceReport;
  readonly runner: Runner;
  readonly store: Store;
  readonly budgetNanoUsd: number | null;
}

async function owned(request: RunRequest, parts: Parts): Promise<Result<RunResult, Refusal>> {
  const { store } = parts;
  const run = await freeRunId(store);
  const claim = await store.ownership.acquire({ run, pid: process.pid, host: hostname() });
  if (!claim.ok) {
    const who = claim.owner === null ? 'another run' : `run ${claim.owner.run} (process ${claim.owner.pid} on ${claim.owner.host})`;
    return fail({
      code: 'run/workspace-busy',
      message: `${who} is at work in ${parts.report.facts.root}; two runs in one workspace would undo each other's work`,
      hint: claim.owner === null ? 'wait for it' : `wait for it, or: pawl cancel ${claim.owner.run}`,
    });
  }
  try {
    return await driven(request, parts, run);
  } finally {
    await claim.release();
  }
}

async function freeRunId(store: Store): Promise<string> {
  for (let length = 4; ; length = Math.min(length + 1, 8)) {
    const run = newRunId(length);
    const taken = await store.journal.read(run);
    if (!taken.ok || taken.value.length === 0) return run;
  }
}

async function driven(request: RunRequest, parts: Parts, run: string): Promise<Result<RunResult, Refusal>> {
  const { workflow, source, programs, runner, store } = parts;
  const workspace = workspaceOf(request.cwd, programs, store);
  const ownBranch = request.ownBranch && workflow.ownBranch;
  const place = { run, slug: branchSlugOf(workflow.name), ownBranch };
  // A merge under way stops nothing that only runs commands; but then nothing is recorded, as nothing could be put back.
  const covered = parts.report.facts.kind === 'git' && parts.report.obstacle === null;
  if (parts.report.facts.kind === 'git') {
    const prepared = await workspace.prepare(place);
    if (!prepared.ok && covered) return fail({ code: 'run/workspace-obstacle', ...said(prepared.failure) });
  }
  const settings: Settings = {
    runner: runner.name,
    jobs: request.jobs,
    commandTimeoutMs: request.commandTimeoutMs,
    promptTimeoutMs: request.promptTimeoutMs,
    budgetNanoUsd: parts.budgetNanoUsd,
    runToken: newRunToken(),
    ownBranch,
  };
  const [input, text] = [await valueOf(store.blobs, Buffer.from(request.input)), await valueOf(store.blobs, Buffer.from(source.text))];
  if (!input.ok) return fail({ code: 'store/unavailable', ...said(input.failure) });
  if (!text.ok) return fail({ code: 'store/unavailable', ...said(text.failure) });
  const started: Extract<RunEvent, { type: 'run.started' }> = {
    type: 'run.started',
    workflow: { name: workflow.name, digest: digestOf(source.text), source: text.value, file: source.file },
    input: input.value,
    settings,
    workspace: parts.report.facts,
    recorded: covered,
  };
  const agent = runner === nobody ? null : runner.label;
  request.observer.opened?.({ run, workflow, warnings: parts.warnings, source, report: parts.report, agent, budgetUsd: request.budgetUsd });
  const folder = join(stateFolder(parts.report.facts.root), 'runs', run);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const state = await driveRun(
    { ...store, workspace, programs, runner, clock: systemClock },
    {
      procedure: procedureOf(workflow),
      place,
      started,
      folder,
      env: childEnvironment(request.env),
      signal: request.signal,
      onEvent: (stored) => request.observer.event?.(stored),
      onActivity: (step, line) => request.observer.activity?.(step, line),
    },
  );
  await programs.endAllWith(settings.runToken);
  await rm(join(folder, 'values'), { recursive: true, force: true });
  if (!state.ok) return fail(stoppedRefusal(run, state.failure));
  const { ending, totals } = state.value;
  if (ending === null) throw new Error(`the run ${run} finished without an ending`);
  return ok({ run, ...ending, totals });
}

const said = (failure: Failure) => ({ message: failure.message, ...(failure.hint ? { hint: failure.hint } : {}) });
