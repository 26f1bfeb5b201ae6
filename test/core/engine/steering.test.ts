import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evolve } from '../../../src/core/engine/evolve.ts';
import { withSaid } from '../../../src/core/engine/prompt-text.ts';
import { initialState, type RunState } from '../../../src/core/engine/state.ts';
import { isIntent } from '../../../src/core/events/event.ts';
import { isSteeringEvent, type WorkflowRunEvent } from '../../../src/core/events/run-event.ts';
import type { SteeringEvent } from '../../../src/core/events/steering-event.ts';
import { exits, fails, says } from './answers.ts';
import { type PlayedRun, play } from './played-run.ts';
import { anyFullWorkflow, anySteadyScene, leftHalfDone } from './random-crashes.ts';
import { replayed } from './replayed.ts';
import { asked, concluded, ending, finishedOf } from './told.ts';
import { command, inner, loop, parallel, prompt, workflowOf } from './workflow-parts.ts';

const said = (text: string, outer?: number): SteeringEvent => ({
  type: 'said',
  text,
  by: 'ann',
  message: null,
  ...(outer === undefined ? {} : { outer }),
});
const paused: SteeringEvent = { type: 'paused', by: 'ann', message: 3 };
const unpaused: SteeringEvent = { type: 'unpaused', by: 'ann', message: 4 };
const stop = (reason: string): SteeringEvent => ({ type: 'stop.asked', by: 'ann', reason, message: null });
const question: SteeringEvent = { type: 'question.asked', id: 'q', text: 'how far?', by: 'ann', message: null };
const answered = (usd: number | null): SteeringEvent => ({
  type: 'question.answered',
  id: 'q',
  answer: { ok: true, text: 'half' },
  usage: usd === null ? null : { nanoUsd: usd * 1e9, inputTokens: 2, outputTokens: 1, model: null },
});

/** What each prompt carried of what was said: "fix 1: a, b". */
const carried = ({ events }: PlayedRun): string[] =>
  events.flatMap((event) =>
    event.type === 'prompt.requested' ? [`${event.step} ${event.iteration}: ${(event.said ?? []).map(({ text }) => text).join(', ')}`] : [],
  );

const warnings = ({ events }: PlayedRun): string[] => events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));

test('what is said is carried by the next prompt, and by no other', () => {
  const workflow = workflowOf([prompt('a'), command('b'), loop('fix', { max: 2 }), prompt('c')]);
  const run = play(workflow, { steering: { 1: [said('one'), said('two')] } });
  expect(carried(run)).toEqual(['a 0: ', 'fix 1: one, two', 'fix 2: ', 'c 0: ']);
  expect(warnings(run)).toEqual([]);
});

test('a prompt that is made again carries again what it carried, and what was said since', () => {
  const retrying = workflowOf([command('b'), prompt('a', { retry: { max: 1, backoffMs: 5 } })]);
  const script = { a: [fails('offline'), says('well')] };
  expect(carried(play(retrying, { script, workspace: 'plain', steering: { 0: [said('one')], 1: [said('two')] } }))).toEqual([
    'a 0: one',
    'a 0: one, two',
  ]);
  const crashed = play(workflowOf([command('b'), prompt('a')]), { crashAfter: [3], steering: { 1: [said('one')] } });
  expect(carried(crashed)).toEqual(['a 0: one', 'a 0: one']);
  const formed = workflowOf([command('b'), prompt('a', { outputSchema: {} })]);
  const replies = { a: [says('no'), says('{}')] };
  expect(carried(play(formed, { script: replies, workspace: 'plain', steering: { 0: [said('one')] } }))).toEqual(['a 0: one', 'a 0: one']);
});

test('what no prompt carries any more is told as not heard, once, before the run ends', () => {
  const run = play(workflowOf([prompt('a'), command('b')]), { steering: { 3: [said('mind the tests')] } });
  expect(warnings(run)).toEqual(['not heard, as no agent was asked anything any more: "mind the tests" (said by ann)']);
  expect(run.events.at(-2)?.type).toBe('warning');
  expect(ending(run)).toBe('succeeded completed');
});

test('words to the run around it are no warning of a run within: that one has them still', () => {
  const run = play(workflowOf([command('b')]), { steering: { 1: [said('to the outer one', 4)] } });
  expect(warnings(run)).toEqual([]);
  expect(run.state.steering.outer).toEqual({ taken: 4, heard: 0 });
  const heard = play(workflowOf([command('b'), prompt('a')]), { steering: { 1: [said('to the outer one', 4), said('own')] } });
  expect(heard.state.steering.outer).toEqual({ taken: 4, heard: 4 });
});

test.each([
  [1, ['a 0: two'], []],
  [2, ['a 0: '], []],
  [undefined, ['a 0: one, two'], []],
])('what a run within has heard up to word %s is not said again, the rest is', (heard, lines, warned) => {
  const scene = { workspace: 'plain' as const, steering: { 0: [said('one'), said('two')] }, ...(heard === undefined ? {} : { heard }) };
  const run = play(workflowOf([inner('within'), prompt('a')]), scene);
  expect(carried(run)).toEqual(lines);
  expect(warnings(run)).toEqual(warned);
});

test.each([
  ['well', 1, [says('a')], ['a 0: ', 'b 0: two'], []],
  ['badly, and is asked again', 1, [fails('offline'), says('a')], ['a 0: ', 'a 0: one, two', 'b 0: '], []],
  ['as it was cancelled', 0, [fails('it was cancelled', { failure: 'cancelled' })], ['a 0: '], ['two']],
])('what whoever answers a prompt has heard meanwhile is not said again where that ends %s', (_, max, replies, lines, warned) => {
  const workflow = workflowOf([prompt('a', { retry: { max, backoffMs: 5 } }), prompt('b')]);
  const scene = { workspace: 'plain' as const, steering: { 0: [said('one'), said('two')] }, heardAnswering: 1 };
  const run = play(workflow, { ...scene, script: { a: replies } });
  expect(carried(run)).toEqual(lines);
  expect(warnings(run).map((text) => /"(.*)"/.exec(text)?.[1])).toEqual(warned);
});

test('while it is paused what is under way ends and nothing is begun; then it goes on as if nothing had been', () => {
  const workflow = workflowOf([command('a'), parallel('all', 'c', 'd'), command('c'), command('d'), loop('fix', { max: 2, gate: 'test' })]);
  const whole = play(workflow);
  const run = play(workflow, { steering: { 2: [paused], 5: [unpaused], 7: [paused] } });
  expect(concluded(run)).toEqual(concluded(whole));
  expect(beganWhilePaused(run)).toEqual([]);
});

test('a paused run can be cancelled and stopped', () => {
  const workflow = workflowOf([prompt('a'), command('b')]);
  const run = play(workflow, { steering: { 1: [paused], 2: [stop('too slow')] } });
  expect(asked(run)).toEqual(['start', 'a', 'a left', 'a restore']);
  expect(run.folder.text).toBe('yours');
  expect(finishedOf(run.events)).toMatchObject({ status: 'cancelled', outcome: 'cancelled', error: 'stopped by ann: too slow' });
});

test('a run whose end is decided is not held up by a pause any more', () => {
  const run = play(workflowOf([command('a')]), { steering: { 2: [paused] } });
  expect(run.events.map(({ type }) => type)).not.toContain('unpaused');
});

test('whoever takes a paused run up lets it go on', () => {
  const run = play(workflowOf([command('a'), command('b')]), { steering: { 1: [paused] }, crashAfter: [1] });
  expect(run.events.map(({ type }) => type)).not.toContain('unpaused');
  expect(ending(run)).toBe('succeeded completed');
});

test.each([
  ['', 'stopped by ann'],
  ['it goes the wrong way', 'stopped by ann: it goes the wrong way'],
])('stopped because of %j, a run ends at its last kept state and says so', (reason, words) => {
  const workflow = workflowOf([loop('fix', { max: 3, gate: 'test' }), command('after')]);
  const run = play(workflow, { script: { 'fix gate': [exits(0), exits(1)] }, steering: { 8: [stop(reason), stop('again')] } });
  expect(finishedOf(run.events)).toMatchObject({ status: 'cancelled', outcome: 'cancelled', error: words });
  expect(concluded(run)).toEqual(['fix 1 kept', `fix 2 failed: ${words}`, `fix (cancelled): fix was ${words}`]);
  expect(run.events.filter((event) => isIntent(event) && event.step === 'after')).toEqual([]);
});

test('stopped with a group open, it says so too', () => {
  const workflow = workflowOf([parallel('all', 'a', 'b'), command('a'), command('b')]);
  const run = play(workflow, { settings: { jobs: 1 }, steering: { 1: [stop('enough')] } });
  expect(concluded(run).at(-1)).toBe('all (cancelled): all was stopped by ann: enough');
});

test('a question changes nothing but what it cost, and is answered before the run ends', () => {
  const workflow = workflowOf([command('a'), prompt('b')]);
  const whole = play(workflow);
  const free = play(workflow, { steering: { 1: [question], 2: [answered(null)] } });
  expect(free.events.filter((event) => !isSteeringEvent(event))).toEqual(whole.events);
  const paid = play(workflow, { steering: { 1: [question], 2: [answered(2)] } });
  expect(finishedOf(paid.events).totals).toMatchObject({ calls: 2, nanoUsd: 2e9, tokens: 3, unpricedCalls: 0 });
  const late = play(workflow, { steering: { 1: [question] } });
  expect(late.events.slice(-2).map(({ type }) => type)).toEqual(['question.answered', 'run.finished']);
});

test('the words stand behind the prompt, with who says them', () => {
  expect(withSaid('Do it\n', [])).toBe('Do it\n');
  const text = withSaid('Do it\n', [
    { by: 'ann', text: 'only src ' },
    { by: 'bob', text: 'and the docs' },
  ]);
  expect(text).toMatch(/^Do it\n\n## Said by a person while this run was going on\n/);
  expect(text).toMatch(/ann says:\n\nonly src\n\nbob says:\n\nand the docs\n$/);
});

const anySteering = fc.dictionary(
  fc.integer({ min: 0, max: 30 }).map(String),
  fc.array(fc.constantFrom(paused, unpaused, question, said('x')), { minLength: 1, maxLength: 3 }),
  { maxKeys: 6 },
);

test('whatever is said to it, a run that nobody stops does the same, and begins nothing while it is paused', () => {
  fc.assert(
    fc.property(anyFullWorkflow, anySteadyScene, anySteering, (workflow, scene, steering) => {
      // Which child of a group ends first decides what the next one is.
      const hasGroup = workflow.steps.some((step) => step.kind === 'parallel' || ('foreach' in step && step.foreach !== null));
      const run = play(workflow, { ...scene(), steering });
      expect(beganWhilePaused(run)).toEqual([]);
      if (!hasGroup) expect(work(run)).toEqual(work(play(workflow, scene())));
      expect(run.events.reduce(evolve, initialState)).toEqual(run.state);
    }),
    { numRuns: 300 },
  );
});

test('every word is carried by a prompt or told as not heard, also where whoever drives the run is gone at random moments', () => {
  const crashes = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 3 });
  fc.assert(
    fc.property(
      anyFullWorkflow,
      anySteadyScene,
      crashes,
      fc.array(fc.nat(40), { maxLength: 4 }),
      (workflow, scene, crashAfter, moments) => {
        const steering = Object.fromEntries(moments.map((moment, index) => [moment, [said(`word ${index}`)]]));
        const run = play(workflow, { ...scene(), steering, crashAfter, halfDone: leftHalfDone });
        const words = run.events.flatMap((event) => (event.type === 'said' ? [event.text] : []));
        const heard = run.events.flatMap((event) => (event.type === 'prompt.requested' ? (event.said ?? []).map(({ text }) => text) : []));
        for (const word of words)
          expect([heard.includes(word), warnings(run).some((warning) => warning.includes(`"${word}"`))].filter(Boolean)).toHaveLength(1);
        expect(replayed(run.events, () => run.procedure).differences).toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
});

/** Without what was said, and what of it the prompts carried. */
const work = ({ events }: PlayedRun): WorkflowRunEvent[] =>
  events
    .filter((event) => !isSteeringEvent(event) && event.type !== 'warning')
    .map((event) => {
      if (event.type !== 'prompt.requested') return event;
      const { said: _, ...rest } = event;
      return rest;
    });

function beganWhilePaused({ events }: PlayedRun): string[] {
  let state: RunState = initialState;
  const began: string[] = [];
  for (const event of events) {
    if (isIntent(event) && state.steering.paused && state.ending === null && !state.cancelled) began.push(event.type);
    state = evolve(state, event);
  }
  return began;
}
