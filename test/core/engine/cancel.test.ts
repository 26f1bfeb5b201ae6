import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Workflow } from '../../../src/core/workflow/workflow.ts';
import { type Answer, exits, fails, isCancelled, says } from './answers.ts';
import { play, type Scene } from './played-run.ts';
import { anyScene, anyWorkflow } from './random-runs.ts';
import { asked, concluded, ending, finishedOf } from './told.ts';
import { command, jump, loop, parallel, prompt, workflowOf } from './workflow-parts.ts';

/** Cancels while something of this name is under way; it ends as `answer` says, all else as ever. */
function cancelledDuring(workflow: Workflow, what: string, answer?: Answer, scene: Scene = {}) {
  const whole = play(workflow, scene);
  for (let cancelAfter = 0; cancelAfter < whole.decisions; cancelAfter++) {
    const run = play(workflow, {
      ...scene,
      cancelAfter,
      script: { ...scene.script, ...(answer === undefined ? {} : { [what]: [...(scene.script?.[what] ?? []), answer] }) },
    });
    const at = run.events.findIndex((event) => event.type === 'cancel.asked');
    if (asked({ ...run, events: run.events.slice(0, at) }).at(-1) === what && run.events[at - 1]?.type.endsWith('.requested')) return run;
  }
  throw new Error(`${what} is never under way`);
}

const two = workflowOf([prompt('write'), loop('fix', { max: 2, gate: 'test' }), command('after')]);

test.each<[string, Answer | undefined, string[], string[], string]>([
  ['start', undefined, [], [], 'yours'],
  ['write', says('done'), ['write left', 'write restore'], ['write (cancelled): write failed: cancelled'], 'yours'],
  ['write', fails('aborted'), ['write left', 'write restore'], ['write (cancelled): write failed: cancelled'], 'yours'],
  ['fix before', undefined, [], ['fix 1 failed: cancelled', 'fix (cancelled): fix was cancelled'], 'yours+2'],
  ['fix', says('done'), ['fix left', 'fix restore'], ['fix 1 failed: cancelled', 'fix (cancelled): fix was cancelled'], 'yours+2'],
  ['fix', fails('aborted'), ['fix left', 'fix restore'], ['fix 1 failed: cancelled', 'fix (cancelled): fix was cancelled'], 'yours+2'],
  ['fix answered', undefined, ['fix left', 'fix restore'], ['fix 1 failed: cancelled', 'fix (cancelled): fix was cancelled'], 'yours+2'],
  ['fix gate', isCancelled, ['fix left', 'fix restore'], ['fix 1 failed: cancelled', 'fix (cancelled): fix was cancelled'], 'yours+2'],
  ['fix gate', exits(0), ['fix left', 'fix restore'], ['fix 1 failed: cancelled', 'fix (cancelled): fix was cancelled'], 'yours+2'],
  ['fix after', undefined, ['fix plan', 'fix commit', 'end'], ['fix 1 kept', 'fix (cancelled): fix was cancelled'], 'yours+2+4+6'],
  ['fix plan', undefined, ['fix commit', 'end'], ['fix 1 kept', 'fix (cancelled): fix was cancelled'], 'yours+2+4+6'],
  ['fix commit', undefined, ['end'], ['fix 1 kept', 'fix (cancelled): fix was cancelled'], 'yours+2+4+6'],
  ['after', isCancelled, ['end'], ['after (cancelled): after failed: cancelled'], 'yours+2+4+6+11+13+17'],
  ['after', exits(0), ['end'], ['after: completed'], 'yours+2+4+6+11+13+17'],
])('cancelled during %j, which ends with %j, a run does no more than %j', (what, answer, then, lines, text) => {
  const run = cancelledDuring(two, what, answer);
  const at = run.events.findIndex((event) => event.type === 'cancel.asked');
  const rest = { ...run, events: run.events.slice(at) };
  expect(asked(rest)).toEqual(then);
  expect(concluded(rest)).toEqual(lines);
  expect(ending(run)).toBe('cancelled cancelled');
  expect(run.folder.text).toBe(text);
});

test('cancelled before it began, a run asks for nothing at all', () => {
  const run = play(two, { cancelAfter: 0 });
  expect(run.events.map(({ type }) => type)).toEqual(['run.started', 'cancel.asked', 'run.ending', 'run.finished']);
  expect(play(two, { cancelAfter: 0, workspace: 'plain' }).events.map(({ type }) => type)).toEqual([
    'run.started',
    'cancel.asked',
    'run.ending',
    'run.finished',
  ]);
});

test('cancelled while an undone iteration is put back, a run finishes that first', () => {
  const script = { 'fix gate': [exits(1)] };
  for (const what of ['fix left', 'fix restore']) {
    const run = cancelledDuring(two, what, undefined, { script });
    expect(concluded(run).slice(1)).toEqual(['fix 1 undone: gate exit code 1', 'fix (cancelled): fix was cancelled']);
    expect(run.folder.text).toBe('yours+2');
  }
});

test('cancelled with a group open, the children under way end, the others are not begun, and nothing is put back', () => {
  const workflow = workflowOf([prompt('a'), loop('b', { max: 3 }), command('c'), parallel('all', 'a', 'b', 'c'), command('after')]);
  const run = cancelledDuring(workflow, 'b', fails('aborted'), { settings: { jobs: 2 } });
  expect(asked(run)).toEqual(['start', 'a', 'b', 'end']);
  expect(concluded(run)).toEqual([
    'a (cancelled): a failed: cancelled',
    'b 1 failed: cancelled',
    'b (cancelled): b was cancelled',
    'all (cancelled): all was cancelled',
  ]);
});

test('a command that was cancelled but ended well takes no branch', () => {
  const branching = workflowOf([command('ask', { branch: [jump('exit code: 0', 'ask')] })]);
  expect(concluded(cancelledDuring(branching, 'ask', exits(0)))).toEqual(['ask: completed']);
});

test('cancelled in its hundred-and-first jump a run is cancelled, not failed', () => {
  const round = workflowOf([command('round', { branch: [jump('exit code: 0', 'round')] })]);
  const decisions = play(round).decisions;
  const endings = [4, 3, 2, 1].map((before) => ending(play(round, { cancelAfter: decisions - before })));
  expect(endings.map((words) => words.split(' ')[0])).toEqual(['cancelled', 'cancelled', 'failed', 'failed']);
});

test('a run that was ending already when it was cancelled ends as it would have', () => {
  const run = play(workflowOf([command('a')]), { cancelAfter: play(workflowOf([command('a')])).decisions - 1 });
  expect(ending(run)).toBe('succeeded completed');
});

test('cancelled at any moment a run ends as cancelled, waits for nothing, and an attempt that was not kept is put back', () => {
  fc.assert(
    fc.property(anyWorkflow, anyScene({ breakages: false }), fc.nat(), (workflow, scene, moment) => {
      const whole = play(workflow, scene());
      const run = play(workflow, { ...scene(), cancelAfter: moment % whole.decisions });
      const at = run.events.findIndex((event) => event.type === 'cancel.asked');
      const ending = run.events.findIndex((event) => event.type === 'run.ending');
      if (at === -1 || ending < at) return;
      expect(finishedOf(run.events)).toMatchObject({ status: 'cancelled', outcome: 'cancelled', error: null });
      expect(run.state.pending.size).toBe(0);

      const open =
        run.state.workspace.kind === 'git' ? run.events.slice(0, at).findLast((event) => event.type === 'prompt.requested') : undefined;
      if (open === undefined || run.events.slice(0, at).findLast((event) => event.type === 'step.started')?.step !== open.step) return;
      const inGroup = run.events
        .slice(0, at)
        .some((event) => event.type === 'step.started' && event.step === open.step && 'group' in event && event.group !== null);
      if (inGroup) return;
      const from = run.events.indexOf(open);
      const kept = run.events
        .slice(from)
        .some(
          (event) =>
            'step' in event &&
            event.step === open.step &&
            ((event.type === 'iteration.finished' && event.verdict === 'kept') || (event.type === 'step.finished' && event.result.ok)),
        );
      const began = run.atPrompt.get(open.op);
      if (!kept) expect({ text: run.folder.text, head: run.folder.head }).toEqual(began);
    }),
    { numRuns: 400 },
  );
});
