import { programs as realPrograms } from '../../adapters/process/programs.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import type { RunState } from '../../core/engine/state.ts';
import { stateOf } from '../../core/engine/state-of.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { Found, PinnedFunction, Settings } from '../../core/events/event-parts.ts';
import type { WorkflowText } from '../../core/events/workflow-text.ts';
import { durationText } from '../../core/model/duration.ts';
import { isInnerRun, outermostRun } from '../../core/model/names.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { foundText } from '../../core/views/found-text.ts';
import { waitsForPerson } from '../../drive/drive-run.ts';
import type { Approval } from '../../drive/performance.ts';
import { redactingStore } from '../../drive/redacting-store.ts';
import type { Store } from '../../ports/store.ts';
import { RunPins } from '../act/run-pins.ts';
import type { AgentChoice } from '../agents/agent-choice.ts';
import { isAgentName } from '../agents/agent-names.ts';
import { askableModel } from '../agents/askable-model.ts';
import { answererOf } from '../agents/equip-run.ts';
import { LateActs } from '../agents/late-acts.ts';
import { callsMade } from '../history/calls-made.ts';
import { eventsOf, findRun } from '../history/find-run.ts';
import { recordedText } from '../history/recorded-workflow.ts';
import { resumedEvent } from '../history/resumed-event.ts';
import { openForChange, treesOf, unopenedWorkspace } from '../project/open-project.ts';
import { withOwned } from '../project/own-workspace.ts';
import { rootOf } from '../project/root.ts';
import { programsOfRun } from '../surroundings/run-programs.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import type { CheckedWorkflow } from '../workflows/checked-workflow.ts';
import { readConfiguration } from '../workflows/configuration-file.ts';
import { actsIn } from './acts-in.ts';
import { workflowTextOf } from './begin-run.ts';
import { driveRoot, placeOf } from './drive-root.ts';
import { foundWorkspace } from './found-workspace.ts';
import { functionsIn, functionsNamed } from './functions-in.ts';
import { hidingPrograms } from './hiding-programs.ts';
import type { RunObserver, RunResult } from './run-options.ts';
import { fetchSecrets } from './run-secrets.ts';
import { workflowNow, workflowRecorded } from './workflow-now.ts';

export interface ResumeOptions extends Partial<AgentChoice> {
  /** Its id, or 'last'. */
  readonly run: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Whether it goes on with its workflow file as that is now. */
  readonly acceptChanges?: boolean;
  /** Whether it is taken up also where more than files has changed since it was left. */
  readonly anyway?: boolean;
  /** What a person says to the approval that it waits for; needed exactly where it waits for one. */
  readonly approval?: Approval | null;
  /** Who takes it up, for the journal; default "pawl resume". */
  readonly by?: string;
  readonly signal?: AbortSignal;
  readonly observer?: RunObserver;
}

/**
 * Takes up a run whose process is gone, or that waits for a person, and drives it on: finished work is not repeated, what was under
 * way is recovered by its kind. Refused where it is at work, over, undone, or its workflow file has changed since.
 */
export async function resumeRun(options: ResumeOptions): Promise<Result<RunResult, Refusal>> {
  const cwd = options.cwd ?? process.cwd();
  const opened = await openForChange(cwd);
  if (!opened.ok) return opened;
  const store = opened.value;
  try {
    const found = await findRun(store, options.run);
    if (!found.ok) return found;
    const { run } = found.value[0] as StoredEvent;
    if (isInnerRun(run)) return fail(innerRefusal(run));
    return await withOwned(store, run, rootOf(cwd), () => resumeOwned(options, store, run));
  } finally {
    await store.close();
  }
}

async function resumeOwned(options: ResumeOptions, store: Store, run: string): Promise<Result<RunResult, Refusal>> {
  const { by = 'pawl resume', approval = null, acceptChanges = false, anyway = false, observer = {} } = options;
  const env = options.env ?? process.env;
  const standing = await standingOf(store, run, approval);
  if (!standing.ok) return standing;
  const { history, state } = standing.value;
  const { settings } = state;
  const { cwd } = state.workspace;
  // Only to be ended: it asks for nothing further, so it needs neither its file as it is now, nor an agent, nor a secret.
  const isEnding = options.signal?.aborted === true;
  const checked = isEnding ? await workflowRecorded(store, history) : await workflowNow(store, history, state, cwd, acceptChanges);
  if (!checked.ok) return checked;
  const { programs, agentPrograms, hide } = hidingPrograms(programsOfRun(realPrograms(), state.settings.runToken));
  await programs.endAllWith(state.settings.runToken);
  const unopened = unopenedWorkspace(cwd, programs);
  const report = await unopened.inspect();
  if (!report.ok) return report;
  const configured = await readConfiguration(rootOf(cwd));
  if (!configured.ok) return configured;
  const made = await callsMade(store, run, history);
  if (!made.ok) return made;
  const acts = new LateActs();
  const choice = { ...choiceOf(options, settings, cwd, made.value), acts };
  const limits = { nanoUsd: settings.budgetNanoUsd, from: 'option' as const, tokens: settings.budgetTokens ?? null };
  const answerer = isEnding ? nobodyAsked : await answererOf(choice, configured.value.configuration, checked.value, limits, agentPrograms);
  if (!answerer.ok) return answerer;
  // They are in no journal, and a command that gives one may give another today.
  const place = { ...configured.value, env, cwd, root: rootOf(cwd), programs };
  const secrets = await fetchSecrets(isEnding ? withoutSteps(checked.value) : checked.value, place);
  if (!secrets.ok) return secrets;
  hide(secrets.value.hidden);
  const goesBy = await textAndFunctions(store, history, checked.value, configured.value.configuration, rootOf(cwd));
  if (!goesBy.ok) return goesBy;
  const { accepted, pinned } = goesBy.value;
  const workspace = unopened.keptIn(store);
  const found = await foundWorkspace({ store, workspace, place: placeOf(run, checked.value.workflow, settings), history, by, anyway });
  if (!found.ok) return found;
  const redacting = redactingStore(store, secrets.value.redactor);
  const running = { run, env: secrets.value.env, settings, pins: new RunPins(redacting, run, pinned) };
  const parts = {
    ...checked.value,
    programs,
    workspace,
    trees: treesOf(cwd, programs, store),
    // The run's own facts stand. What stands against a run that begins, such as a merge, is this one's own doing and will be put back.
    report: { ...report.value, facts: state.workspace, obstacle: state.recorded ? null : report.value.obstacle },
    runner: answerer.value.runner,
    store: redacting,
    askable: () =>
      askableModel({ runner: settings.runner, isLimited: limits.nanoUsd !== null, env, configuration: configured.value.configuration }),
    runFunction: functionsIn(redacting, running, observer),
  };
  acts.use(() => actsIn(redacting, running, typeof choice.script === 'string' ? choice.script : null));
  const notes = [...(store.remarks ?? []), ...answerer.value.remarks, ...secrets.value.remarks, ...where(run, standing.value, found.value)];
  const signal = options.signal ?? new AbortController().signal;
  const first = resumedEvent(history, by, accepted, found.value);
  return driveRoot(parts, { ...running, secrets: secrets.value, signal, observer, history, first, approval, notes });
}

/** The file as a person accepted it, where it has changed; and the stored functions that the run goes by: those that it has, and what that file names besides. */
async function textAndFunctions(
  store: Store,
  history: readonly StoredEvent[],
  checked: CheckedWorkflow & { readonly changed: boolean },
  configuration: Configuration,
  root: string,
): Promise<Result<{ readonly accepted: WorkflowText | null; readonly pinned: readonly PinnedFunction[] }, Refusal>> {
  const { functions: known = [] } = recordedText(history);
  if (!checked.changed) return ok({ accepted: null, pinned: known });
  const further = await functionsNamed(checked, configuration, root, known);
  if (!further.ok) return further;
  const accepted = await workflowTextOf(store, checked, { known, further: further.value });
  return accepted.ok ? ok({ accepted: accepted.value, pinned: accepted.value.functions ?? [] }) : accepted;
}

interface Standing {
  readonly history: readonly StoredEvent[];
  readonly state: RunState;
}

/** Where the run stands; refused where it can not be taken up. Read by its owner: nobody appends any more. */
async function standingOf(store: Store, run: string, approval: Approval | null): Promise<Result<Standing, Refusal>> {
  const history = await eventsOf(store, run);
  if (!history.ok) return history;
  const state = stateOf(history.value);
  const over = whyOver(run, history.value, state, approval);
  return over === null ? ok({ history: history.value, state }) : fail(over);
}

/** Where it stood, and what a person did since. */
const where = (run: string, { history, state }: Standing, found: Found | null): string[] => [
  resumedText(history, state),
  ...(found === null ? [] : [foundText(run, found)]),
];

const nobodyAsked = ok({ runner: null, remarks: [] });

const withoutSteps = <C extends CheckedWorkflow>(checked: C): C => ({ ...checked, workflow: { ...checked.workflow, steps: [] } });

/** Who answers now: the agent that it had, unless another is asked for. `made`: the calls that it has made already. */
function choiceOf(options: ResumeOptions, settings: Settings, cwd: string, made: ReadonlyMap<string, number>) {
  const isReplay = settings.runner === 'replay' && options.agent === undefined && options.script === undefined;
  return {
    env: options.env ?? process.env,
    cwd,
    // Several agents are put together anew, by what pawl.yml says now.
    agent: options.agent ?? (isAgentName(settings.runner) ? settings.runner : null),
    script: options.script ?? (isReplay ? null : settings.script),
    unsafeAgent: options.unsafeAgent ?? settings.unsafeAgent,
    callsMade: made,
    replay: isReplay ? settings.script : null,
    anyPrompt: false,
    // A person allowed it when the run was begun.
    allowUnpriced: true,
  };
}

const innerRefusal = (run: string): Refusal => ({
  code: 'run/inner-run',
  message: `run ${run} is a part of run ${outermostRun(run)} and is taken up with it`,
  hint: `pawl resume ${outermostRun(run)}`,
});

/** Why a run can not be taken up; null = it can. */
function whyOver(run: string, history: readonly StoredEvent[], state: RunState, approval: Approval | null): Refusal | null {
  const undone = history.some(({ event }) => event.type === 'run.undone' || event.type === 'run.applied');
  if (state.phase === 'finished' || undone) {
    return {
      code: 'run/finished',
      message: `run ${run} is over: there is nothing to take up`,
      hint: `pawl show ${run}  says how it ended; pawl run  begins another`,
    };
  }
  const waits = waitsForPerson(state);
  if (approval !== null && !waits) {
    return {
      code: 'run/not-waiting',
      message: `run ${run} does not wait for anybody's word`,
      hint: `pawl resume ${run}  goes on with it; pawl show ${run}  says where it stands`,
    };
  }
  return null;
}

/** What was under way when it was left, in a sentence. */
function resumedText(history: readonly StoredEvent[], { pending }: RunState): string {
  const agoMs = systemClock.nowMs() - (history.at(-1)?.atMs ?? 0);
  const what = [
    ...new Set([...pending.values()].map(({ step, type }) => `${step === '' ? 'the run' : step} (${type.replace('.requested', '')})`)),
  ];
  const words = what.length === 0 ? 'between two steps' : `at ${what.join(', ')}`;
  return `taken up again after ${history.length} events, ${durationText(Math.max(0, agoMs))} after the last; it was ${words}`;
}
