import { expect, test } from 'vitest';
import type { RunEvent } from '../../../src/core/events/run-event.ts';
import { Progress } from '../../../src/core/views/progress.ts';
import { runInWords } from '../../../src/core/views/run-in-words.ts';
import { summaryOf } from '../../../src/core/views/summarize.ts';
import { summaryJson } from '../../../src/core/views/summary-json.ts';
import { settings } from '../act/act-parts.ts';
import { began, completed, done, failed, over, place, round, started, stored } from './written-run.ts';

const paused: RunEvent = { type: 'paused', by: 'ann', message: 1 };
const unpaused: RunEvent = { type: 'unpaused', by: 'bob', message: 2 };
const said: RunEvent = { type: 'said', text: 'only src', by: 'ann', message: 3 };
const asked: RunEvent = { type: 'question.asked', id: 'q', text: 'how far?', by: 'ann', message: 4 };
const usage = { nanoUsd: 2e9, inputTokens: 2, outputTokens: 1, model: null };
const answered: RunEvent = { type: 'question.answered', id: 'q', answer: { ok: true, text: 'half way' }, usage };
const unanswered: RunEvent = { type: 'question.answered', id: 'q', answer: { ok: false, error: 'no journal' }, usage: null };
const stop = (reason: string): RunEvent => ({ type: 'stop.asked', by: 'ann', reason, message: null });

const all = [paused, unpaused, said, asked, answered, unanswered, stop('too slow'), stop('')];

const words = [
  'paused by ann',
  'goes on, says bob',
  'ann says: only src',
  'ann asks: how far?',
  'answered: half way',
  'not answered: no journal',
  'asked to end by ann: too slow',
  'asked to end by ann',
];

test('all that is said to a run is a line for whoever watches, and stands in its summary with its time', () => {
  const progress = new Progress();
  const events = stored([started, ...all]);
  expect(events.flatMap((event) => progress.lines(event)).map(({ mark, detail }) => `${mark} ${detail}`)).toEqual(
    ['waiting', 'jump', 'hears', 'hears', 'says', 'says', 'jump', 'jump'].map((mark, index) => `${mark} ${words[index]}`),
  );
  const summary = summaryOf(events);
  expect(summary.remarks.map(({ atMs, text }) => `${atMs} ${text}`)).toEqual(words.map((text, index) => `${1100 + 100 * index} ${text}`));
  expect(summary).toMatchObject({ cancelledBy: 'ann', cost: { calls: 1, nanoUsd: 2e9, tokens: 3 } });
  expect(summaryJson(summary, 'running', null)).toMatchObject({
    paused: null,
    remarks: expect.arrayContaining([{ at: '1970-01-01T00:00:01.100Z', kind: 'paused', text: 'paused by ann' }]),
  });
});

test('a run is paused until it goes on, or somebody takes it up', () => {
  const resumed: RunEvent = { type: 'resumed', epoch: 2, by: 'x', workflow: null };
  for (const [events, by] of [
    [[paused], 'ann'],
    [[paused, unpaused], null],
    [[paused, resumed], null],
  ] as const) {
    const run = stored([started, ...events]);
    const progress = new Progress();
    for (const event of run) progress.lines(event);
    expect([summaryOf(run).paused, progress.pausedBy()]).toEqual([by, by]);
  }
});

test('what is said to an act stands in its own remarks', () => {
  const act: RunEvent = {
    type: 'act.started',
    request: { text: 'go' },
    settings,
    parent: null,
    workspace: place,
    recorded: true,
  };
  const summary = summaryOf(stored([act, said, answered]));
  expect(summary).toMatchObject({ remarks: [], cost: { calls: 1 } });
  expect(summary.act?.remarks.map(({ text }) => text)).toEqual(['only src', 'half way']);
});

const inWords = (events: readonly RunEvent[], nowMs = 61_000): string => runInWords(summaryOf(stored(events)), nowMs);

test('a run that has just begun says so', () => {
  expect(inWords([started])).toBe('Demo (run r234) has been going on for 1 min.\nNo step has begun yet.\nNo model was called so far.');
});

test('in words a run tells what is done, what failed and what is under way, what it cost, and what was said', () => {
  const text = inWords([
    started,
    began('build', 'command'),
    ...done.command(1, 'build', 'fine'),
    completed('build', ''),
    began('lint', 'command'),
    failed('lint', 'lint failed: exit code 1'),
    began('fix', 'loop'),
    round('fix', 1),
    ...done.prompt(2, 'fix', 'one', 5e9),
    over('fix', 1, 'kept'),
    round('fix', 2),
    { type: 'gate.requested', attempt: 1, answered: null, op: 3, step: 'fix', item: 0, iteration: 2 },
    said,
    paused,
    { type: 'warning', step: '', message: 'mind' },
  ]);
  expect(text.split('\n')).toEqual([
    'Demo (run r234) has been going on for 1 min, and is paused by ann.',
    'Done: build.',
    'Failed: lint: lint failed: exit code 1',
    'Under way: fix, iteration 2, 1 kept so far: the gate runs, for 59 s.',
    '1 call so far, $5.00, 0 tokens.',
    'ann says: only src.',
    'paused by ann.',
    'Warning: mind',
  ]);
});

test('of a long run the last steps are named, and a loop by what it kept; what nobody priced is said', () => {
  const steps = Array.from({ length: 21 }, (_, index) => [began(`s${index}`, 'command'), completed(`s${index}`, '')]).flat();
  const loop = [began('fix', 'loop'), round('fix', 1), ...done.prompt(1, 'fix', 'one', null), over('fix', 1, 'kept'), completed('fix', '')];
  const text = inWords([started, ...steps, ...loop, began('last', 'prompt'), ...done.prompt(2, 'last', 'x', 1e9)]);
  expect(text).toContain('2 steps have ended before these.\nDone: s2.');
  expect(text).toContain('Done: fix (1 kept).');
  expect(text).toContain('Under way: last, for');
  expect(text).toContain('2 calls so far, $1.00, without 1 whose price nobody told, 0 tokens.');
  expect(inWords([started, { type: 'step.started', step: 'all', item: 0, kind: 'parallel', children: ['a'] }])).toContain(
    'Under way: all, for',
  );
});
