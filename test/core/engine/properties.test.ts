import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide } from '../../../src/core/engine/decide.ts';
import { evolve } from '../../../src/core/engine/evolve.ts';
import { initialState } from '../../../src/core/engine/state.ts';
import type { Totals } from '../../../src/core/events/event.ts';
import type { WorkflowRunEvent } from '../../../src/core/events/run-event.ts';
import { type PlayedRun, play } from './played-run.ts';
import { anyScene, anyWorkflow } from './random-runs.ts';
import { finishedOf } from './told.ts';

/** Plays random workflows on random outcomes, cancelled at times. Every state in them is frozen. */
function always(check: (run: PlayedRun) => void, breakages = true): void {
  fc.assert(
    fc.property(
      anyWorkflow,
      anyScene({ breakages }),
      fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined, freq: 2 }),
      (workflow, scene, cancelAfter) => {
        check(play(workflow, { ...scene(), ...(cancelAfter === undefined ? {} : { cancelAfter }) }));
      },
    ),
    { numRuns: 400 },
  );
}

const stateAfter = (events: readonly WorkflowRunEvent[]) => events.reduce(evolve, initialState);

test('every run ends, with nothing under way and no step open', () => {
  always(({ events, state, procedure }) => {
    expect(events.filter((event) => event.type === 'run.finished')).toHaveLength(1);
    expect(events.at(-1)?.type).toBe('run.finished');
    expect(state).toMatchObject({ phase: 'finished', frames: [], group: null });
    expect(state.pending.size).toBe(0);
    expect(decide(procedure, state)).toEqual([]);
  });
});

test('the events alone give the state: folded anew they make the same one', () => {
  always(({ events, state }) => expect(stateAfter(events)).toEqual(state));
});

test('at every append the events so far decide nothing new, and short of one exactly what was appended', () => {
  always(({ events, appends, procedure }) => {
    let state = initialState;
    let folded = 0;
    for (const end of appends) {
      state = events.slice(folded, end).reduce(evolve, state);
      folded = end;
      expect(decide(procedure, state)).toEqual([]);
    }
    state = initialState;
    for (const [index, event] of events.entries()) {
      const wanted = decide(procedure, state);
      if (wanted.length > 0 && event.type !== 'cancel.asked') expect(wanted).toEqual(events.slice(index, index + wanted.length));
      if (wanted.length > 1) break;
      state = evolve(state, event);
    }
  });
});

test('every intent has exactly one outcome, after it, before the run is finished', () => {
  always(({ events }) => {
    const open = new Set<number>();
    for (const event of events) {
      if (!('op' in event)) continue;
      if ('step' in event) open.add(event.op);
      else expect(open.delete(event.op)).toBe(true);
    }
    expect(open.size).toBe(0);
  });
});

test('operation numbers count up from 1 without gaps', () => {
  always(({ events }) => {
    const ops = events.flatMap((event) => ('op' in event && 'step' in event ? [event.op] : []));
    expect(ops).toEqual(ops.map((_, index) => index + 1));
  });
});

test('the totals are what a recount of the events gives', () => {
  always(({ events }) => expect(finishedOf(events).totals).toEqual(recounted(events)));
});

function recounted(events: readonly WorkflowRunEvent[]): Totals {
  const loops = new Set(events.flatMap((event) => (event.type === 'step.started' && event.kind === 'loop' ? [event.step] : [])));
  const verdicts = events.flatMap((event) => {
    if (event.type === 'iteration.finished') return [event.verdict];
    if (event.type !== 'step.finished' || loops.has(event.step) || event.step === 'group') return [];
    return [event.result.ok ? 'kept' : 'failed'];
  });
  const calls = events.flatMap((event) => (event.type === 'prompt.ended' ? [event.usage] : []));
  const count = (verdict: string): number => verdicts.filter((one) => one === verdict).length;
  return {
    kept: count('kept'),
    undone: count('undone'),
    failed: count('failed'),
    calls: calls.length,
    nanoUsd: calls.reduce((sum, { nanoUsd }) => sum + (nanoUsd ?? 0), 0),
    unpricedCalls: calls.filter(({ nanoUsd }) => nanoUsd === null).length,
    tokens: calls.reduce((sum, { inputTokens, outputTokens }) => sum + (inputTokens ?? 0) + (outputTokens ?? 0), 0),
    commits: events.filter((event) => event.type === 'commit.made').length,
  };
}

test('what an attempt goes back to is exactly what was there when its agent was asked', () => {
  always(({ events, folder, atPrompt }) => {
    const before = new Map<string, { text: string; head: string } | undefined>();
    for (const event of events) {
      if (event.type === 'prompt.requested') before.set(event.step, atPrompt.get(event.op));
      if (event.type === 'restore.requested') expect(folder.snapshots.get(event.to.id)).toEqual(before.get(event.step));
    }
  });
});

test('an attempt outside a group whose agent was asked and that was not kept leaves nothing behind', () => {
  always(({ events, folder, state, atPrompt }) => {
    if (state.workspace.kind === 'plain') return;
    const grouped = new Set(events.flatMap((event) => (event.type === 'step.started' && 'children' in event ? event.children : [])));
    const last = events.findLast((event) => event.type === 'command.requested' || event.type === 'prompt.requested');
    if (last?.type !== 'prompt.requested' || grouped.has(last.step)) return;
    const attempt = events
      .slice(events.indexOf(last))
      .find((event) => (event.type === 'iteration.finished' || event.type === 'step.finished') && event.step === last.step);
    const kept =
      attempt?.type === 'iteration.finished' ? attempt.verdict === 'kept' : attempt?.type === 'step.finished' && attempt.result.ok;
    if (!kept) expect({ text: folder.text, head: folder.head }).toEqual(atPrompt.get(last.op));
  }, false);
});

test('names of snapshots are unique in a run and legal in a git ref', () => {
  always(({ events }) => {
    const names = events.flatMap((event) => (event.type === 'snapshot.requested' ? [event.name] : []));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u);
  });
});

test('while a group is open, nothing in the shared tree is recorded, put back or committed', () => {
  always(({ events }) => {
    let open = false;
    for (const event of events) {
      if (event.type === 'step.started' && event.kind === 'parallel') open = true;
      if (event.type === 'step.finished' && event.step === 'group') open = false;
      if (open) expect(event.type).not.toMatch(/^(snapshot|plan|commit|restore)\./);
    }
  });
});

test('iterations are numbered from 1 without gaps, each begun once and finished once', () => {
  always(({ events }) => {
    const open = new Map<string, number>();
    for (const event of events) {
      if (event.type === 'step.started') open.set(event.step, 0);
      if (event.type === 'iteration.started') {
        expect(event.iteration).toBe((open.get(event.step) as number) + 1);
        open.set(event.step, event.iteration);
      }
      if (event.type === 'iteration.finished') expect(event.iteration).toBe(open.get(event.step));
      if (event.type === 'prompt.requested' || event.type === 'gate.requested') expect(event.iteration).toBe(open.get(event.step));
    }
  });
});
