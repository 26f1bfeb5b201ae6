import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evolve } from '../../../src/core/engine/evolve.ts';
import { initialState } from '../../../src/core/engine/state.ts';
import type { WorkflowRunEvent } from '../../../src/core/events/run-event.ts';
import type { Workflow } from '../../../src/core/workflow/workflow.ts';
import { type PlayedRun, play, type Scene } from './played-run.ts';
import { anyFullWorkflow, anySteadyScene, leftHalfDone } from './random-crashes.ts';
import { anyScene } from './random-runs.ts';
import { replayed } from './replayed.ts';
import { ending, finishedOf } from './told.ts';
import { inner, workflowOf } from './workflow-parts.ts';

const crashes = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 4 });

/** Plays random workflows twice on the same answers: undisturbed, and with deaths at random moments. */
function always(check: (whole: PlayedRun, crashed: PlayedRun) => void): void {
  fc.assert(
    fc.property(anyFullWorkflow, anySteadyScene, crashes, (workflow: Workflow, scene: () => Scene, crashAfter) => {
      // Which call of a group ends first decides what its budget still lets begin.
      const hasGroup = workflow.steps.some((step) => step.kind === 'parallel' || ('foreach' in step && step.foreach !== null));
      const played = hasGroup ? { ...workflow, budget: { limitTokens: null, downgrade: null } } : workflow;
      check(play(played, scene()), play(played, { ...scene(), crashAfter, halfDone: leftHalfDone }));
    }),
    { numRuns: 200 },
  );
}

test('a run that is interrupted anywhere ends as the undisturbed one does', () => {
  always((whole, crashed) => {
    expect(ending(crashed)).toBe(ending(whole));
    expect(story(crashed.events)).toEqual(story(whole.events));
  });
});

test('its totals are the same, but for the calls that were lost: those count, without a price', () => {
  always((whole, crashed) => {
    const lost = count(crashed.events, 'prompt.requested') - count(crashed.events, 'prompt.ended');
    const { totals } = finishedOf(whole.events);
    const { calls, unpricedCalls } = totals;
    expect(finishedOf(crashed.events).totals).toEqual({ ...totals, calls: calls + lost, unpricedCalls: unpricedCalls + lost });
  });
});

test('its folder holds the same work, and nothing half done but what commands did that are not put back', () => {
  always((whole, crashed) => {
    expect(work(crashed)).toEqual(work(whole));
    expect(crashed.folder.head === 'commit-0').toBe(whole.folder.head === 'commit-0');
    const halves = crashed.folder.text.split('+').filter((mark) => mark.startsWith('half'));
    for (const half of halves) expect(staysHalfDone(crashed, Number(half.slice(4)))).toBe(true);
  });
});

test('no attempt is begun twice, and none after the one that ended', () => {
  always((_, { events }) => {
    const attempts = new Map<string, number>();
    for (const event of events) {
      if (event.type === 'step.started')
        for (const key of attempts.keys()) if (key.startsWith(`${event.step} ${event.item} `)) attempts.delete(key);
      if (event.type !== 'command.requested' && event.type !== 'prompt.requested' && event.type !== 'gate.requested') continue;
      const key = `${event.step} ${event.item} ${event.iteration} ${event.type}`;
      expect(event.attempt).toBe((attempts.get(key) ?? 0) + 1);
      attempts.set(key, event.attempt);
    }
  });
});

test('what was recorded is what the engine decides when it is asked again', () => {
  always((_, { events, state, procedure }) => {
    const replay = replayed(events, () => procedure);
    expect(replay.differences).toEqual([]);
    expect(replay.state).toEqual(state);
  });
});

test('cancelled, refused by the disk and interrupted at random, every run still ends, with nothing under way and no step open', () => {
  fc.assert(
    fc.property(anyFullWorkflow, anyScene({ breakages: true }), crashes, fc.nat(60), (workflow, scene, crashAfter, cancelAfter) => {
      const { answer, ...rest } = scene();
      // Waiting and running another workflow touch no disk of their own.
      const broken: Scene['answer'] = (intent, state) =>
        intent.type === 'wait.requested' || intent.type === 'workflow.requested' ? undefined : answer?.(intent, state);
      const { events, state } = play(workflow, { ...rest, answer: broken, crashAfter, cancelAfter, halfDone: leftHalfDone });
      expect(state).toMatchObject({ phase: 'finished', frames: [], group: null, pending: new Map() });
      expect(events.reduce(evolve, initialState)).toEqual(state);
    }),
    { numRuns: 200 },
  );
});

test('cancelled and then interrupted within a run in the run, that one is asked for again: it has something open to put back', () => {
  const scene: Scene = { cancelAfter: 4, crashAfter: [1], inner: { status: 'cancelled', outcome: 'cancelled', error: null } };
  const run = play(workflowOf([inner('within')]), scene);
  const types = run.events.map(({ type }) => type);
  expect(types.slice(types.indexOf('resumed') + 1)).toEqual(expect.arrayContaining(['workflow.requested', 'workflow.ended']));
  expect(ending(run)).toBe('cancelled cancelled');
});

const count = (events: readonly WorkflowRunEvent[], type: WorkflowRunEvent['type']): number =>
  events.filter((event) => event.type === type).length;

/** What the engine concluded of each step; of those that run beside others in whatever order. */
function story(events: readonly WorkflowRunEvent[]): { readonly alone: string[]; readonly beside: string[] } {
  const beside = new Set(
    events.flatMap((event) => (event.type === 'step.started' && 'group' in event && event.group !== null ? [event.step] : [])),
  );
  const told = events.filter(
    ({ type }) => type === 'step.started' || type.endsWith('.finished') || type === 'branch.taken' || type === 'iteration.started',
  );
  const lines = (group: boolean): string[] =>
    told
      .filter((event) => event.type !== 'run.finished' && 'step' in event && beside.has(event.step) === group)
      .map((event) => JSON.stringify(event));
  return { alone: lines(false), beside: lines(true).sort() };
}

/** The marks of what was done, by who did it: operation numbers differ. */
function work({ events, folder }: PlayedRun): string[] {
  const marks = folder.text.split('+').filter((mark) => /^\d+$/.test(mark));
  return marks.map((mark) => JSON.stringify(doerOf(events, Number(mark)))).sort();
}

function doerOf(events: readonly WorkflowRunEvent[], op: number) {
  const intent = events.find((event) => 'op' in event && 'step' in event && event.op === op);
  if (intent === undefined || !('iteration' in intent) || !('item' in intent)) throw new Error(`no operation ${op}`);
  const { type, step, item, iteration } = intent;
  return { type, step, item, iteration };
}

/** A command without a snapshot, or anything where nothing is recorded: in a plain folder, or beside others. */
function staysHalfDone({ events, procedure, state }: PlayedRun, op: number): boolean {
  const { step: id, type } = doerOf(events, op);
  const step = procedure.stepOf(id);
  if (!state.recorded || (step.kind === 'command' && !step.snapshot)) return true;
  const shared = events.some((event) => event.type === 'step.started' && event.step === id && 'group' in event && event.group !== null);
  return shared || (type === 'gate.requested' && doerOf(events, op).iteration === 0);
}
