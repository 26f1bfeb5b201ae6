import { resolve } from 'node:path';
import { programs as realPrograms } from '../../adapters/process/programs.ts';
import type { Settings } from '../../core/events/event-parts.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Drive } from '../../drive/drive.ts';
import { redactingStore } from '../../drive/redacting-store.ts';
import type { Programs } from '../../ports/programs.ts';
import type { Store } from '../../ports/store.ts';
import { RunPins } from '../act/run-pins.ts';
import { askableModel } from '../agents/askable-model.ts';
import { LateActs } from '../agents/late-acts.ts';
import { recorded } from '../agents/record-run.ts';
import type { RunLimits } from '../agents/run-limits.ts';
import { freeRunId } from '../history/free-run-id.ts';
import { endLeftovers, openRun, unfinishedText } from '../history/interrupted-run.ts';
import { openForWriting, treesOf, type UnopenedWorkspace, unopenedWorkspace } from '../project/open-project.ts';
import { withOwned } from '../project/own-workspace.ts';
import { rootOf } from '../project/root.ts';
import { newRunToken } from '../surroundings/run-id.ts';
import { programsOfRun } from '../surroundings/run-programs.ts';
import type { CheckedWorkflow } from '../workflows/checked-workflow.ts';
import { readConfiguration } from '../workflows/configuration-file.ts';
import { actsIn } from './acts-in.ts';
import { firstEventOf } from './begin-run.ts';
import { functionsIn, functionsNamed } from './functions-in.ts';
import { hidingPrograms } from './hiding-programs.ts';
import { type RunOptions, type RunRequest, type RunResult, requestOf } from './run-options.ts';
import { whyUnfit } from './workspace-fitness.ts';

/** Runs a workflow from beginning to end. Refused, with nothing done, where it could not run safely. `onOpen`: who steers it from here. */
export async function runWorkflow(options: RunOptions, onOpen?: Drive['onOpen']): Promise<Result<RunResult, Refusal>> {
  const cwd = options.cwd ?? process.cwd();
  const runToken = newRunToken();
  const { programs, agentPrograms, hide } = hidingPrograms(programsOfRun(realPrograms(), runToken));
  const workspace = unopenedWorkspace(cwd, programs);
  const looked = await lookedAt(workspace, options.workflow, cwd);
  if (!looked.ok) return looked;
  const { report, checked, configuration } = looked.value;
  const request = requestOf(options, configuration);
  const { workflow, source } = checked;
  const functions = await functionsNamed(checked, configuration, rootOf(cwd));
  if (!functions.ok) return functions;
  const { equipRun } = await import('../agents/equip-run.ts');
  const { fetchSecrets } = await import('./run-secrets.ts');
  const { driveRoot } = await import('./drive-root.ts');
  const acts = new LateActs();
  const equipped = await equipRun({ ...request, acts }, configuration, { ...checked, file: source.file }, agentPrograms);
  if (!equipped.ok) return equipped;
  const { runner, limits } = equipped.value;
  const fetched = await fetchSecrets(checked, { ...request, configuration, root: rootOf(cwd), programs, functions: functions.value });
  if (!fetched.ok) return fetched;
  const secrets = fetched.value;
  hide(secrets.hidden);
  const remarks = [...equipped.value.remarks, ...secrets.remarks];
  const opened = await openForWriting(cwd);
  if (!opened.ok) return opened;
  const store = opened.value;
  try {
    const run = await freeRunId(store.journal);
    if (!run.ok) return run;
    const redacting = redactingStore(store, secrets.redactor);
    const settings = settingsOf(request, { runner: runner?.name ?? 'none', limits, runToken, ownBranch: workflow.ownBranch });
    const running = { run: run.value, env: secrets.env, settings, pins: new RunPins(redacting, run.value) };
    const parts = {
      ...checked,
      programs,
      workspace: workspace.keptIn(store),
      trees: treesOf(cwd, programs, store),
      report,
      runner,
      store: redacting,
      askable: () => askableModel({ runner: settings.runner, isLimited: limits.nanoUsd !== null, env: request.env, configuration }),
      runFunction: functionsIn(redacting, running, request.observer),
    };
    acts.use(() => actsIn(redacting, running, settings.script));
    return await withOwned(store, run.value, report.facts.root, async () => {
      const recording = await recorded({ ...request, redact: secrets.redactor.text }, parts);
      if (!recording.ok) return recording;
      const input = secrets.redactor.text(request.input);
      const first = await firstEventOf(redacting, checked, report, { input, parent: null, settings, functions: functions.value });
      if (!first.ok) return first;
      running.pins.begin(first.value.workflow.functions ?? []);
      const notes = [...remarks, ...(await before(store, programs, report.facts.branch))];
      const root = { ...request, ...running, secrets, history: [], approval: null, notes, onOpen };
      return driveRoot({ ...parts, runner: recording.value }, { ...root, first: first.value });
    });
  } finally {
    await store.close();
  }
}

/** The place and the files. At once: git looks, which changes nothing, while the files are read and checked. */
async function lookedAt(workspace: UnopenedWorkspace, file: string, cwd: string) {
  const [report, checked, configured] = await Promise.all([
    workspace.inspect(),
    checkedMeanwhile(file, cwd),
    readConfiguration(rootOf(cwd)),
  ]);
  if (!checked.ok) return checked;
  if (!configured.ok) return configured;
  if (!report.ok) return report;
  const unfit = whyUnfit(checked.value.workflow, report.value);
  if (unfit !== null) return fail(unfit);
  return ok({ report: report.value, checked: checked.value, configuration: configured.value.configuration });
}

/** What is to be known of the run before this one, whose leftovers end: this process owns the workspace, so no other run is at work. */
async function before(store: Store, programs: Programs, branch: string | null): Promise<string[]> {
  const interrupted = await openRun(store);
  await endLeftovers(store, programs);
  if (interrupted === null) return onRunBranch(branch);
  const { found, hint } = await unfinishedText(store, interrupted);
  return [`${found}: ${hint}`];
}

/** After a run that kept something one is on its branch; another run from there is taken to there. */
function onRunBranch(branch: string | null): string[] {
  const run = /^pawl\/[^/]+\/([a-z0-9]{4,8})$/.exec(branch ?? '')?.[1];
  if (run === undefined) return [];
  return [`you are on the branch of run ${run}, and what this one keeps goes on from there: pawl apply ${run}  takes that run first`];
}

/** What is written down of the request, for whoever takes the run up again. */
function settingsOf(
  request: RunRequest,
  { runner, limits, runToken, ownBranch }: { runner: string; limits: RunLimits; runToken: string; ownBranch: boolean },
): Settings {
  const { unsafeAgent, jobs, commandTimeoutMs, promptTimeoutMs, runTimeoutMs } = request;
  return {
    runner,
    script: scriptOf(request),
    unsafeAgent,
    jobs,
    commandTimeoutMs,
    promptTimeoutMs,
    runTimeoutMs,
    budgetNanoUsd: limits.nanoUsd,
    budgetTokens: limits.tokens,
    runToken,
    ownBranch: request.ownBranch && ownBranch,
  };
}

/** The file that replies come from, for whoever takes the run up again. */
function scriptOf({ replay, script, cwd }: Pick<RunRequest, 'replay' | 'script' | 'cwd'>): string | null {
  const file = replay ?? script;
  return typeof file === 'string' ? resolve(cwd, file) : null;
}

/**
 * Loads the parser, and all that needs it, only once git has been started, and parses once git has answered for the first time and
 * is at work again: each takes 7 to 14 ms in one go, in which no answer would be heard. A hint only: where git takes longer,
 * nothing waits for it.
 */
async function checkedMeanwhile(workflow: string, cwd: string): Promise<Result<CheckedWorkflow, Refusal>> {
  await turns(1);
  const { checkedWorkflow } = await import('../workflows/checked-workflow.ts');
  await import('./drive-root.ts');
  await turns(20);
  return checkedWorkflow(workflow, cwd, rootOf(cwd));
}

/** Lets everything that has come in be heard, so many times. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}
