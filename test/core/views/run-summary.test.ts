import { expect, test } from 'vitest';
import type { RunEvent } from '../../../src/core/events/run-event.ts';
import type { Cost } from '../../../src/core/views/cost.ts';
import { conflictsIn, emptySummary, lastAttempt, lookAt } from '../../../src/core/views/run-summary.ts';
import { type AttemptSummary, newAttempt } from '../../../src/core/views/step-summary.ts';
import { summarize, summaryOf } from '../../../src/core/views/summarize.ts';
import { frozen } from '../engine/frozen.ts';
import { began, completed, done, failed, over, place, plan, round, settings, snapshot, started, stored } from './written-run.ts';
import { merge } from './written-story.ts';

const attempt = (changes: Partial<AttemptSummary>): AttemptSummary => ({
  ...newAttempt(0, 0),
  startedAtMs: expect.any(Number),
  ...changes,
});

const call = (nanoUsd: number | null): Cost => ({ calls: 1, unpricedCalls: nanoUsd === null ? 1 : 0, nanoUsd: nanoUsd ?? 0, tokens: 0 });

/** Folds frozen summaries, so that a fold that changes what it was given is caught. */
const summed = (...events: (RunEvent | RunEvent[])[]) =>
  stored(events.flat()).reduce((summary, event) => frozen(summarize(summary, event)), emptySummary);

const totals = { kept: 1, undone: 0, failed: 0, calls: 1, nanoUsd: 5, unpricedCalls: 0, tokens: 9, commits: 0 };

test('a run that has just started is known by its workflow, input, settings and place', () => {
  expect(summaryOf(stored([started]))).toEqual({
    ...emptySummary,
    run: 'r234',
    workflow: 'Demo',
    file: 'demo.yml',
    input: { text: 'go' },
    settings,
    workspace: place,
    startedAtMs: 1000,
    lastAtMs: 1000,
  });
});

test('a command step has what it printed and how long it took', () => {
  const running = summed(started, began('build', 'command'));
  expect(running.steps).toMatchObject([
    { step: 'build', kind: 'command', item: 0, group: null, startedAtMs: 1100, endedAtMs: null, attempts: [attempt({})], result: null },
  ]);
  const { steps, lastAtMs } = summed(started, began('build', 'command'), done.command(1, 'build', 'built'), completed('build', 'built'));
  expect(steps).toMatchObject([
    {
      step: 'build',
      kind: 'command',
      item: 0,
      endedAtMs: 1400,
      group: null,
      attempts: [attempt({ verdict: 'kept', reply: { text: 'built' }, durationMs: 40 })],
      result: { ok: true, output: { text: 'built' }, outcome: 'completed' },
    },
  ]);
  expect(lastAtMs).toBe(1400);
});

test('a prompt step has what was sent, what came, and its price if it is known', () => {
  const { steps, warnings } = summed(started, began('a', 'prompt'), done.prompt(1, 'a', 'hi', 5, ['model was busy']), completed('a', 'hi'));
  expect(steps[0]?.attempts).toEqual([
    attempt({ verdict: 'kept', prompt: { text: 'Do it' }, reply: { text: 'hi' }, cost: call(5), durationMs: 5000 }),
  ]);
  expect(warnings).toEqual(['model was busy']);
});

test('a prompt step that failed has no reply, and an unknown price is not nothing', () => {
  const { steps } = summed(
    started,
    began('a', 'prompt'),
    done.prompt(1, 'a', null, null),
    done.restore(2, 'a', 2, ['HEAD was moved back']),
    failed('a', 'a failed: offline'),
  );
  expect(steps[0]?.attempts).toEqual([
    attempt({
      verdict: 'failed',
      reason: 'a failed: offline',
      prompt: { text: 'Do it' },
      cost: call(null),
      durationMs: 5000,
      undone: { ref: 'refs/pawl/r234/try-1', from: 'refs/pawl/r234/b', paths: 2, notes: ['HEAD was moved back'] },
    }),
  ]);
});

test('a loop has an attempt for each iteration, and the end of the loop is not the end of them', () => {
  const { steps, tip, warnings, end } = summed(
    started,
    began('fix', 'loop'),
    round('fix', 1),
    done.prompt(1, 'fix', 'one', 5),
    done.gate(2, 'fix', 0, 'fine'),
    done.plan(3, 'fix', plan),
    done.commit(4, 'fix', ['a hook was skipped']),
    over('fix', 1, 'kept'),
    round('fix', 2),
    done.prompt(5, 'fix', 'two', 6),
    done.gate(6, 'fix', 1, 'bad'),
    done.restore(7, 'fix', 1),
    over('fix', 2, 'undone', 'gate exit code 1'),
    round('fix', 3),
    done.prompt(8, 'fix', 'three', 7),
    done.plan(9, 'fix', null),
    over('fix', 3, 'kept'),
    failed('fix', 'fix failed: later'),
  );
  const prompt = { text: 'Do it' };
  expect(steps[0]?.attempts).toEqual([
    attempt({
      iteration: 1,
      verdict: 'kept',
      durationMs: 5700,
      cost: call(5),
      prompt,
      reply: { text: 'one' },
      gate: { end: { kind: 'exit', code: 0 }, output: { text: 'fine' }, measured: null },
      commit: plan,
    }),
    attempt({
      iteration: 2,
      verdict: 'undone',
      reason: 'gate exit code 1',
      durationMs: 5700,
      cost: call(6),
      prompt,
      reply: { text: 'two' },
      gate: { end: { kind: 'exit', code: 1 }, output: { text: 'bad' }, measured: null },
      undone: { ref: 'refs/pawl/r234/try-1', from: 'refs/pawl/r234/b', paths: 1, notes: [] },
    }),
    attempt({ iteration: 3, verdict: 'kept', durationMs: 5000, cost: call(7), prompt, reply: { text: 'three' }, unchanged: true }),
  ]);
  expect(tip).toEqual({ commit: '3f9ac1e0123', ref: 'refs/heads/pawl/demo/r234' });
  expect(warnings).toEqual(['notes.txt was committed with uncommitted edits in it, yours or of a step before', 'a hook was skipped']);
  expect(end).toEqual(snapshot('b'));
});

test('a group and its children stand in the order in which they were begun', () => {
  const { steps } = summed(
    started,
    { type: 'step.started', step: 'all', item: 0, kind: 'parallel', children: ['a', 'b'] },
    began('a', 'command', 'all'),
    began('b', 'loop', 'all'),
    failed('a', 'a failed', 'all'),
    { type: 'step.finished', step: 'all', item: 0, group: null, result: { ok: true, output: null, outcome: 'completed' } },
  );
  expect(steps.map(({ step, kind, group, attempts, result }) => [step, kind, group, attempts.length, result?.ok ?? null])).toEqual([
    ['all', 'parallel', null, 0, true],
    ['a', 'command', 'all', 1, false],
    ['b', 'loop', 'all', 0, null],
  ]);
});

test('a step that a branch came back to stands there again, and events are about the last of them', () => {
  const { steps } = summed(
    started,
    began('a', 'command'),
    done.command(1, 'a', 'first'),
    completed('a', 'first'),
    { type: 'branch.taken', step: 'a', when: 'AGAIN', goto: 'a', ends: false, jumps: 1 },
    began('a', 'command'),
    done.command(2, 'a', 'second'),
  );
  expect(steps.map(({ attempts, result }) => [attempts[0]?.reply, result?.ok ?? null])).toEqual([
    [{ text: 'first' }, true],
    [{ text: 'second' }, null],
  ]);
});

test('the state before the run stays the start; the end is the last recorded one', () => {
  const { start, end } = summed(started, done.snapshot(1, 'start'), done.snapshot(2, 'before', 'a'), done.snapshot(3, 'end'));
  expect([start, end]).toEqual([snapshot('s1'), snapshot('s3')]);
  const first = summed(started, done.snapshot(1, 'start'));
  expect([first.start, first.end]).toEqual([snapshot('s1'), snapshot('s1')]);
});

test('what every snapshot says again is told once; what failed in the workspace is told', () => {
  const { warnings } = summed(
    started,
    done.snapshot(1, 'start', '', ['sub is a submodule']),
    done.snapshot(2, 'before', 'a', ['sub is a submodule', 'b.sock is no file']),
    { type: 'warning', step: 'a', message: 'exit 127' },
    done.snapshot(3, 'end').slice(0, 1),
    { type: 'workspace.failed', op: 3, failure: { kind: 'io', message: 'disk full' } },
  );
  expect(warnings).toEqual(['sub is a submodule', 'b.sock is no file', 'exit 127', 'disk full']);
});

test('operations under way are those without an outcome', () => {
  const running = summed(
    started,
    done.snapshot(1, 'start'),
    done.prompt(2, 'a', 'hi', 1).slice(0, 1),
    done.gate(3, 'b', 0, '').slice(0, 1),
  );
  expect([...running.pending.keys()]).toEqual([2, 3]);
  expect(running.pending.get(2)).toMatchObject({ type: 'prompt.requested', attempt: 1, model: null, step: 'a' });
  for (const pair of [
    done.snapshot(1, 'start'),
    done.command(1, 'a', ''),
    done.prompt(1, 'a', 'hi', 1),
    done.gate(1, 'a', 0, ''),
    done.plan(1, 'a', plan),
    done.commit(1, 'a'),
    done.restore(1, 'a', 1),
  ]) {
    expect(summed(started, pair.slice(0, 1)).pending.size).toBe(1);
    expect(summed(started, pair).pending.size).toBe(0);
  }
});

test('a run that has ended has its end and its totals; what a person did with it afterwards is known', () => {
  const finished: RunEvent = { type: 'run.finished', status: 'failed', outcome: 'stuck', error: 'x is stuck', totals };
  const ending: RunEvent = { type: 'run.ending', status: 'failed', outcome: 'stuck', error: 'x is stuck' };
  expect(summed(started, { type: 'cancel.asked', by: 'you' }, ending)).toMatchObject({ ending: null, totals: null, taken: null });
  const ended = summed(started, ending, finished);
  expect(ended).toMatchObject({ ending: { status: 'failed', outcome: 'stuck', error: 'x is stuck' }, totals, taken: null });
  expect(ended.ending).not.toHaveProperty('totals');
  expect(summed(started, finished, { type: 'run.applied', commit: 'c', said: 'done' }).taken).toBe('applied');
  expect(summed(started, finished, { type: 'run.undone', left: snapshot('l') }).taken).toBe('undone');
});

test('a reader who came late sees what it can: events about steps and operations it has not seen change nothing else', () => {
  const late = summed(done.command(1, 'a', 'x').slice(1), round('a', 1), over('a', 1, 'kept'), completed('a', 'x'));
  expect(late).toEqual({ ...emptySummary, lastAtMs: 1300 });
});

test('an outcome that is no answer to its intent is a broken journal', () => {
  for (const wrong of [done.snapshot(1, 'start'), done.commit(1, 'a'), done.restore(1, 'a', 1)]) {
    const [, outcome] = wrong as [RunEvent, RunEvent];
    expect(() => summed(started, done.gate(1, 'a', 0, '').slice(0, 1), outcome)).toThrow(
      'the journal answers operation 1 (gate.requested)',
    );
  }
});

test('the last attempt is the last one of the step begun last', () => {
  expect(lastAttempt(emptySummary)).toBeUndefined();
  expect(lastAttempt(summed(started, began('a', 'loop')))).toBeUndefined();
  expect(lastAttempt(summed(started, began('a', 'command'), began('b', 'loop'), round('b', 1), round('b', 2)))).toMatchObject({
    iteration: 2,
  });
});

test('output that was cut is a warning, of a command and of a gate, and what was kept whole is none', () => {
  const cut = (events: RunEvent[], cutBytes: number): RunEvent[] =>
    events.map((event) => ('cutBytes' in event ? { ...event, cutBytes } : event));
  const events = (bytes: number) => [
    started,
    began('c', 'command'),
    ...cut(done.command(1, 'c', 'x'), bytes),
    began('fix', 'loop'),
    round('fix', 1),
    ...cut(done.gate(2, 'fix', 1, 'y'), 2 * bytes),
  ];
  expect(summed(...events(0)).warnings).toEqual([]);
  expect(summed(...events(700)).warnings).toEqual([
    'the output of c was cut: 700 bytes past 64 MiB were not kept, and what was not kept cannot meet `require`',
    'the output of the gate of fix was cut: 1400 bytes past 64 MiB were not kept',
  ]);
});

test.each([
  ['no folder.', 'no folder'],
  ['no folder', 'no folder'],
  ['and so on...', 'and so on...'],
])('the reason "%s" goes on after a comma', (error, reason) => {
  const failed: RunEvent = { type: 'step.finished', step: 'c', item: 0, group: null, result: { ok: false, error, why: 'failed' } };
  expect(summed(started, began('c', 'command'), failed).steps[0]?.attempts[0]).toMatchObject({ verdict: 'failed', reason });
});

test('a recorded state is looked at by its name', () => {
  expect(lookAt('r234', '3-fix-1-before', 'try-1')).toBe('git diff pawl/r234/3-fix-1-before pawl/r234/try-1');
  expect(lookAt('r234.46', '46.3-fix-1-before', '46.try-1')).toBe('git diff pawl/r234/46.3-fix-1-before pawl/r234/46.try-1');
});

test('a kept try with nothing to commit has no tip, and what is gone of the user is named, five at the most', () => {
  const settled = { ...plan, commit: 'c0', paths: 0, alsoYours: [], discarded: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] };
  const { tip, warnings } = summed(
    started,
    began('fix', 'loop'),
    round('fix', 1),
    done.plan(1, 'fix', settled),
    done.commit(2, 'fix', [], settled),
  );
  expect(tip).toBe(null);
  expect(warnings).toEqual([
    'uncommitted work, yours or of a step before, is gone from the files, by what the agent did in a try that was kept: a, b, c, d, e and 2 more (pawl undo r234 brings back what was there before the run)',
  ]);
});

test('up to five paths that are gone are all named', () => {
  const settled = { ...plan, alsoYours: [], discarded: ['a', 'b'] };
  const { warnings } = summed(
    started,
    began('fix', 'loop'),
    round('fix', 1),
    done.plan(1, 'fix', settled),
    done.commit(2, 'fix', [], settled),
  );
  expect(warnings[0]).toContain('a, b (pawl undo');
});

test('what a person does with a run when it is over takes it no longer', () => {
  const over: RunEvent = { type: 'run.undone', left: snapshot('x') };
  expect(summaryOf(stored([started, began('a', 'command'), over]))).toMatchObject({ lastAtMs: 1100, taken: 'undone' });
});

test('of each step that could not be merged there is the command that shows what it brought', () => {
  const summary = summaryOf(stored([started, began('a', 'command'), ...merge(1, 'a', ['x']), began('b', 'command'), ...merge(2, 'b')]));
  expect(conflictsIn(summary)).toEqual([`git diff pawl/r234/${snapshot('base').ref} pawl/r234/${snapshot('theirs').ref}`]);
});
