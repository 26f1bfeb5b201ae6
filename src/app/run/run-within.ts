import { stateOf } from '../../core/engine/state-of.ts';
import type { Totals } from '../../core/events/event.ts';
import type { Settings } from '../../core/events/event-parts.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Value } from '../../core/model/value.ts';
import { summaryOf } from '../../core/views/summarize.ts';
import type { DrivePorts, Within, WithinEnd } from '../../drive/performance.ts';
import type { Store } from '../../ports/store.ts';
import type { Trees } from '../../ports/trees.ts';
import type { RunPlace, Workspace } from '../../ports/workspace.ts';
import { eventsOf } from '../history/find-run.ts';
import { resumedEvent } from '../history/resumed-event.ts';
import { firstEventOf } from './begin-run.ts';
import { type Drivable, driveWorkflow, type RunParts } from './drive-workflow.ts';
import { whySecretless } from './run-secrets.ts';
import { stoppedWithin } from './stopped-refusal.ts';
import { workflowWithin } from './workflow-within.ts';
import { whyUnfit } from './workspace-fitness.ts';

/** A workflow that runs itself would never end. */
const deepest = 8;

const noTotals: Totals = { kept: 0, undone: 0, failed: 0, calls: 0, nanoUsd: 0, unpricedCalls: 0, tokens: 0, commits: 0 };

/**
 * Runs workflows within a run: each has a journal of its own, but the workspace, the branch and the recorded states are those of the
 * run that it is a part of. What it has in its journal already it goes on from.
 */
export function runWithinOf(outer: Omit<RunParts, 'runWithin'>, around: Drivable, settings: Settings): DrivePorts['runWithin'] {
  return async (within) => {
    const run = await innerRun(outer, around, settings, within);
    if (run.ok) return run.value;
    const stopped = stoppedWithin(run.failure);
    return {
      ending: null,
      error: run.failure.message,
      output: null,
      tip: null,
      totals: noTotals,
      heard: 0,
      ...(stopped === null ? {} : { stopped }),
    };
  };
}

async function innerRun(
  outer: Omit<RunParts, 'runWithin'>,
  around: Drivable,
  settings: Settings,
  within: Within,
): Promise<Result<WithinEnd | null, Refusal>> {
  const { store, report } = outer;
  if (within.run.split('.').length > deepest) return fail(tooDeep(within.file));
  const history = await eventsOf(store, within.run);
  if (!history.ok) return history;
  const began = history.value.length > 0;
  const checked = await workflowWithin(outer, within.file, history.value, (message) => around.observer.warned?.(message));
  if (!checked.ok) return checked;
  const unfit = whyUnfit(checked.value.workflow, report) ?? whySecretless(checked.value.workflow, around.secrets);
  if (unfit !== null) return fail(unfit);
  const inner = { ...settings, budgetNanoUsd: within.budgetNanoUsd, budgetTokens: within.budgetTokens };
  const last = history.value.at(-1)?.event;
  if (last?.type === 'run.finished') return ended(store, within.run, { ...last, error: last.error }, last.totals);
  const first = began
    ? ok(resumedEvent(history.value, 'the run around it', checked.value.accepted))
    : await firstEventOf(store, { ...checked.value, inner: null }, report, {
        input: within.input,
        parent: around.place.run,
        settings: inner,
      });
  if (!first.ok) return first;
  const parts = {
    ...outer,
    ...checked.value,
    workspace: innerWorkspace(outer.workspace, around.place, within.run),
    trees: innerTrees(outer.trees, around.place, within.run),
  };
  const drivable: Drivable = {
    ...around,
    place: { ...around.place, run: within.run },
    history: history.value,
    first: first.value,
    approval: within.approval,
    signal: within.signal,
    around: within.around,
    // Its own events are in its own journal; whoever watches sees what it does as the activity of its step.
    observer: { activity: around.observer.activity ?? (() => {}), warned: around.observer.warned ?? (() => {}) },
    notes: [],
    budgetNanoUsd: within.budgetNanoUsd,
  };
  const result = await driveWorkflow({ ...parts, runWithin: runWithinOf(parts, drivable, inner) }, drivable, settings.runToken);
  if (!result.ok) return result;
  const { status, outcome, error, totals, question } = result.value;
  if (question !== null) around.observer.warned?.(`${within.file} asks: ${question}`);
  return status === 'waiting' || outcome === 'waiting' ? ok(null) : ended(store, within.run, { status, outcome, error }, totals);
}

async function ended(
  store: Store,
  run: string,
  ending: NonNullable<WithinEnd['ending']>,
  totals: Totals,
): Promise<Result<WithinEnd, Refusal>> {
  const events = await eventsOf(store, run);
  if (!events.ok) return events;
  let output: Value | null = null;
  for (const { event } of events.value) {
    if (event.type === 'step.finished' && event.group === null && event.result.ok && event.result.output !== null)
      output = event.result.output;
  }
  const { status, outcome, error } = ending;
  const { heard } = stateOf(events.value).steering.outer;
  return ok({ ending: { status, outcome, error }, error, output, tip: summaryOf(events.value).tip, totals, heard });
}

const tooDeep = (file: string): Refusal => ({
  code: 'run/nested-too-deep',
  message: `${file} was not run: workflows within workflows go ${deepest - 1} deep at most; does one run itself?`,
});

/** What an inner run records is kept with the outermost one's: under names that tell which inner run it was. */
const namesWithin =
  (run: string) =>
  (own: string): string =>
    `${run.slice(run.indexOf('.') + 1)}.${own}`;

/** The same work tree; what is recorded of it gets names of the inner run's own. */
function innerWorkspace(workspace: Workspace, outer: RunPlace, run: string): Workspace {
  const name = namesWithin(run);
  return {
    inspect: () => workspace.inspect(),
    // The run around it has made ready.
    prepare: async () => ok(undefined),
    hide: async () => ok(undefined),
    snapshot: (_, own, purpose) => workspace.snapshot(outer, name(own), purpose),
    restore: (_, to, left) => workspace.restore(outer, to, left),
    planCommit: (_, before, after, subject) => workspace.planCommit(outer, before, after, subject),
    searchPlan: (_, plan, isSought) => workspace.searchPlan(outer, plan, isSought),
    commit: (_, before, plan) => workspace.commit(outer, before, plan),
    apply: (_, from, tip) => workspace.apply(outer, from, tip),
    differsFrom: (_, snapshot) => workspace.differsFrom(outer, snapshot),
    changesSince: (_, states) => workspace.changesSince(outer, states),
    kept: () => workspace.kept(),
    forget: (of) => workspace.forget(of),
  };
}

function innerTrees(trees: Trees, outer: RunPlace, run: string): Trees {
  const name = namesWithin(run);
  return {
    make: (_, own, from) => trees.make(outer, name(own), from),
    at: async (_, own) => {
      const tree = await trees.at(outer, name(own));
      return { ...tree, workspace: innerWorkspace(tree.workspace, outer, run) };
    },
    merge: (_, tree, states, own) => trees.merge(outer, name(tree), states, name(own)),
    // The run around it removes all in the end.
    removeAll: async () => ok(undefined),
  };
}
