import { expect, test } from 'vitest';
import type { RunEvent } from '../../../src/core/events/run-event.ts';
import { type Cost, noCost } from '../../../src/core/views/cost.ts';
import { lastLine, lastLines } from '../../../src/core/views/output-end.ts';
import { Progress } from '../../../src/core/views/progress.ts';
import { lineOf, type ProgressLine } from '../../../src/core/views/progress-line.ts';
import { countText, filesText, oneLine, triesText, unitText } from '../../../src/core/views/story-text.ts';
import { summaryOf } from '../../../src/core/views/summarize.ts';
import { began, completed, done, failed, over, plan, round, started, stored } from './written-run.ts';

/** All lines of a run, and what is under way after the last event. */
function followed(...events: (RunEvent | RunEvent[])[]) {
  const progress = new Progress();
  const lines = stored(events.flat()).flatMap((event) => progress.lines(event));
  return { lines, underway: progress.underway() };
}

const line = (changes: Partial<ProgressLine>): ProgressLine => lineOf({ mark: 'kept', ...changes });

const call = (nanoUsd: number | null): Cost => ({ calls: 1, unpricedCalls: nanoUsd === null ? 1 : 0, nanoUsd: nanoUsd ?? 0, tokens: 0 });

test('a command is one line when it has ended, with the last thing that it said', () => {
  const { lines } = followed(
    started,
    began('build', 'command'),
    done.command(1, 'build', 'compiling\n  done \n\nexit code: 0'),
    completed('build', ''),
  );
  expect(lines).toEqual([line({ name: 'build', detail: 'command', durationMs: 40, said: 'done' })]);
});

test('a prompt is one line, with what it cost; what nobody priced is called so', () => {
  const priced = followed(started, began('a', 'prompt'), done.prompt(1, 'a', 'hi\nthere', 5), completed('a', 'hi'));
  expect(priced.lines).toEqual([line({ name: 'a', detail: 'prompt', durationMs: 5000, cost: call(5) })]);
  const unpriced = followed(started, began('a', 'prompt'), done.prompt(1, 'a', 'hi', null), completed('a', 'hi'));
  expect(unpriced.lines).toMatchObject([{ cost: call(null) }]);
});

test('a step that failed says why', () => {
  const { lines } = followed(
    started,
    began('build', 'command'),
    done.command(1, 'build', 'oops'),
    failed('build', 'build failed: exit code 1'),
  );
  expect(lines).toEqual([line({ mark: 'failed', name: 'build', detail: 'failed: exit code 1', durationMs: 40 })]);
});

test('a loop is a line when it begins, one for each iteration, and one when it ends', () => {
  const { lines } = followed(
    started,
    began('fix', 'loop'),
    round('fix', 1),
    done.prompt(1, 'fix', 'one', 5),
    done.gate(2, 'fix', 0, 'fine\nexit code: 0'),
    done.plan(3, 'fix', { ...plan, alsoYours: [] }),
    done.commit(4, 'fix').slice(0, 1),
    over('fix', 1, 'kept'),
    round('fix', 2),
    done.prompt(5, 'fix', 'two', null),
    done.gate(6, 'fix', 1, '2 failing\nexit code: 1'),
    done.restore(7, 'fix', 1),
    over('fix', 2, 'undone', 'gate exit code 1'),
    round('fix', 3),
    done.prompt(8, 'fix', null, 7),
    done.restore(9, 'fix', 0),
    over('fix', 3, 'failed', 'offline'),
    round('fix', 4),
    done.plan(10, 'fix', null),
    over('fix', 4, 'kept'),
    { type: 'step.finished', step: 'fix', item: 0, group: null, result: { ok: true, output: null, outcome: 'exhausted' } },
  );
  expect(lines).toEqual([
    line({ mark: 'running', name: 'fix', detail: 'loop' }),
    line({ depth: 1, name: 'fix 1', detail: 'kept  3f9ac1e  3 files +12 −19', durationMs: 5700, cost: call(5) }),
    line({
      mark: 'undone',
      depth: 1,
      name: 'fix 2',
      detail: 'gate exit code 1, put back 1 file',
      durationMs: 5700,
      cost: call(null),
      said: '2 failing',
    }),
    line({ mark: 'failed', depth: 1, name: 'fix 3', detail: 'offline, nothing to put back', durationMs: 5000, cost: call(7) }),
    line({ depth: 1, name: 'fix 4', detail: 'kept, nothing changed', durationMs: 0, cost: noCost }),
    line({ name: 'fix', detail: 'exhausted: 2 kept, 1 undone, 1 failed' }),
  ]);
});

test('where nothing is recorded, an iteration is not said to have changed nothing, nor to have been put back', () => {
  const { lines } = followed(
    started,
    began('fix', 'loop'),
    round('fix', 1),
    over('fix', 1, 'kept'),
    round('fix', 2),
    over('fix', 2, 'undone', 'gate exit code 1'),
  );
  expect(lines.slice(1)).toMatchObject([{ detail: 'kept' }, { detail: 'gate exit code 1', said: '' }]);
});

test('a loop that failed says why, without a time or a price of its own', () => {
  const { lines } = followed(
    started,
    began('fix', 'loop'),
    round('fix', 1),
    over('fix', 1, 'failed', 'offline'),
    failed('fix', 'fix failed: all 1 iterations failed'),
  );
  expect(lines.at(-1)).toEqual(line({ mark: 'failed', name: 'fix', detail: 'failed: all 1 iterations failed' }));
});

test('a group is a line when it begins, one below it for each child, and one when it ends', () => {
  const { lines } = followed(
    started,
    { type: 'step.started', step: 'all', item: 0, kind: 'parallel', children: ['a', 'b'] },
    began('a', 'command', 'all'),
    began('b', 'prompt', 'all'),
    done.command(1, 'a', 'ok\nexit code: 0'),
    completed('a', 'ok', 'all'),
    failed('b', 'b failed: offline', 'all'),
    { type: 'step.finished', step: 'all', item: 0, group: null, result: { ok: true, output: null, outcome: 'completed' } },
  );
  expect(lines).toEqual([
    line({ mark: 'running', name: 'all', detail: 'parallel: a, b' }),
    line({ depth: 1, name: 'a', detail: 'command', durationMs: 40, said: 'ok' }),
    line({ mark: 'failed', depth: 1, name: 'b', detail: 'failed: offline', durationMs: 0, cost: noCost }),
    line({ name: 'all', detail: 'parallel, 1 failed' }),
  ]);
});

test('a branch is a line that says where it goes and why', () => {
  const jump = { type: 'branch.taken', step: 'ask', when: 'SHIP', jumps: 1 } as const;
  expect(followed(started, { ...jump, goto: 'ship', ends: false }).lines).toEqual([
    line({ mark: 'jump', name: 'ask', detail: 'goes on at ship, as "SHIP" is in its output' }),
  ]);
  expect(followed(started, { ...jump, goto: 'end', ends: true }).lines).toMatchObject([
    { detail: 'ends the run, as "SHIP" is in its output' },
  ]);
});

test('warnings are lines, each once, behind the line of what they came with', () => {
  const { lines } = followed(
    started,
    done.snapshot(1, 'start', '', ['sub is a submodule']),
    done.snapshot(2, 'before', '', ['sub is a submodule']),
    began('a', 'prompt'),
    done.prompt(3, 'a', 'hi', 1, ['model was busy']),
    { type: 'warning', step: 'a', message: 'odd' },
    completed('a', 'hi'),
  );
  expect(lines.map(({ mark, name, detail }) => [mark, name, detail])).toEqual([
    ['warning', '', 'sub is a submodule'],
    ['warning', '', 'model was busy'],
    ['warning', '', 'odd'],
    ['kept', 'a', 'prompt'],
  ]);
});

test('what is under way are open steps but groups, a loop with its iteration', () => {
  const group: RunEvent = { type: 'step.started', step: 'all', item: 0, kind: 'parallel', children: ['a', 'b', 'c'] };
  const open = [
    started,
    group,
    began('a', 'command', 'all'),
    began('b', 'loop', 'all'),
    round('b', 1),
    round('b', 2),
    began('c', 'loop', 'all'),
  ];
  expect(followed(...open).underway).toMatchObject([
    { step: 'a', name: 'a', kind: 'command', iteration: 0, sinceMs: 1200, intent: null, waitsUntilMs: null },
    { step: 'b', kind: 'loop', iteration: 2, sinceMs: 1500 },
    { step: 'c', kind: 'loop', iteration: 0, sinceMs: 1600 },
  ]);
  expect(followed(...open, completed('a', '', 'all'), completed('b', '', 'all')).underway).toMatchObject([{ step: 'c' }]);
  expect(followed(started).underway).toEqual([]);
});

test('a reader who came late gets no lines about steps that it has not seen begin', () => {
  expect(followed(over('fix', 1, 'kept'), completed('a', 'x')).lines).toEqual([]);
  expect(followed(began('fix', 'loop'), over('fix', 1, 'kept')).lines).toHaveLength(1);
});

test.each([
  [[], '0 kept'],
  [['kept'], '1 kept'],
  [['kept', 'undone', 'kept'], '2 kept, 1 undone'],
  [['failed', 'failed'], '0 kept, 2 failed'],
] as const)('iterations %j are counted as "%s"', (verdicts, text) => {
  const rounds = verdicts.flatMap((verdict, index) => [round('fix', index + 1), over('fix', index + 1, verdict)]);
  const [step] = summaryOf(stored([started, began('fix', 'loop'), ...rounds])).steps;
  expect(step && countText(step)).toBe(text);
});

test.each([
  [{ text: '' }, ''],
  [{ text: 'one' }, 'one'],
  [{ text: 'one\n  two  \n\n' }, 'two'],
  [{ text: 'one\nexit code: 0' }, 'one'],
  [{ text: 'exit code: 12' }, ''],
  [{ text: 'the exit code: 1\nexit code: 0' }, 'the exit code: 1'],
  [{ text: 'one\nexit code: 1 of 2' }, 'exit code: 1 of 2'],
  [{ text: 'one\ntimed out after 1.0 s' }, 'timed out after 1.0 s'],
  [{ blob: 'd', bytes: 9 }, ''],
])('the last line of %j is %j', (value, text) => {
  expect(lastLine(value)).toBe(text);
});

test('files are counted in words', () => {
  expect([0, 1, 2].map(filesText)).toEqual(['0 files', '1 file', '2 files']);
  expect([1, 2].map(triesText)).toEqual(['1 try put back', '2 tries put back']);
});

test('a kept try with nothing to commit says so', () => {
  const { lines } = followed(
    started,
    began('fix', 'loop'),
    round('fix', 1),
    done.plan(1, 'fix', { ...plan, paths: 0 }),
    over('fix', 1, 'kept'),
  );
  expect(lines.at(-1)?.detail).toBe('kept, nothing to commit');
});

test.each([
  ['', 5, []],
  ['\nexit code: 1', 5, []],
  ['one\n\n\nexit code: 1', 5, ['one']],
  ['\n\none\n\ntwo\nexit code: 0', 5, ['one', '', 'two']],
  ['one\ntwo\nthree', 2, ['two', 'three']],
  ['one\n\nthree', 2, ['three']],
])('the last lines of %j, at most %i, are %j', (text, count, lines) => {
  expect(lastLines(text, count)).toEqual(lines);
});

test('a value on one line is cut where it is long, and is nothing where it is not at hand', () => {
  expect(oneLine({ text: ' a\n b ' }, 9)).toBe('a b');
  expect(oneLine({ text: 'abcdef' }, 4)).toBe('abc…');
  expect([oneLine(undefined, 4), oneLine({ blob: 'd', bytes: 1 }, 4)]).toEqual(['', '']);
});

test('a step of many is named with its number', () => {
  expect([unitText({ step: 'a', item: 0 }, 0), unitText({ step: 'a', item: 2 }, 0), unitText({ step: 'a', item: 2 }, 3)]).toEqual([
    'a',
    'a [2]',
    'a [2/3]',
  ]);
});
