import { expect, test } from 'vitest';
import type { PromptStep } from '../../../src/core/workflow/workflow.ts';
import { type Answer, cannotStart, exits, fails, killedBy, says, timesOut } from './answers.ts';
import { play } from './played-run.ts';
import { asked, concluded, ending, finishedOf } from './told.ts';
import { loop, prompt, requiring, workflowOf } from './workflow-parts.ts';

interface Case {
  readonly name: string;
  readonly fix: PromptStep;
  readonly fixes?: readonly Answer[];
  readonly gates?: readonly Answer[];
  readonly concluded: readonly string[];
  readonly ends: string;
}

const kept = (iteration: number): string => `fix ${iteration} kept`;
const undone = (iteration: number, code = 1): string => `fix ${iteration} undone: gate exit code ${code}`;
const failed = (iteration: number): string => `fix ${iteration} failed: offline`;
const failure = (error: string): Pick<Case, 'ends'> => ({ ends: `failed failed: fix failed: ${error}` });

const cases: readonly Case[] = [
  {
    name: 'a loop ends when its word appears in a kept iteration',
    fix: loop('fix', { until: 'DONE' }),
    fixes: [says('not yet'), says('it is done.')],
    concluded: [kept(1), kept(2), 'fix: completed'],
    ends: 'succeeded completed',
  },
  {
    name: 'the word counts on the last iteration too',
    fix: loop('fix', { max: 2, until: 'DONE' }),
    fixes: [says('not yet'), says('DONE')],
    concluded: [kept(1), kept(2), 'fix: completed'],
    ends: 'succeeded completed',
  },
  {
    name: 'without its word a loop is exhausted, which is no error',
    fix: loop('fix', { max: 2, until: 'DONE' }),
    concluded: [kept(1), kept(2), 'fix: exhausted'].map((line) => line),
    fixes: [says('not yet')],
    ends: 'succeeded exhausted',
  },
  {
    name: 'a loop that names no word is complete when it has gone all its rounds',
    fix: loop('fix', { max: 2 }),
    concluded: [kept(1), kept(2), 'fix: completed'],
    ends: 'succeeded completed',
  },
  {
    name: 'the word does not count in an iteration that its gate undid',
    fix: loop('fix', { max: 2, until: 'DONE', gate: 'test' }),
    fixes: [says('DONE'), says('more')],
    gates: [exits(1), exits(0)],
    concluded: [undone(1), kept(2), 'fix: exhausted'],
    ends: 'succeeded exhausted',
  },
  {
    name: 'the word of an earlier kept iteration does not end the loop after a later one that failed',
    fix: loop('fix', { max: 3, until: 'DONE' }),
    fixes: [says('more'), fails('offline'), says('DONE')],
    concluded: [kept(1), failed(2), kept(3), 'fix: completed'],
    ends: 'succeeded completed',
  },
  {
    name: 'gate exits from 1 to 125 undo',
    fix: loop('fix', { max: 3, gate: 'test' }),
    gates: [exits(1), exits(125), exits(0)],
    concluded: [undone(1), undone(2, 125), kept(3), 'fix: completed'],
    ends: 'succeeded completed',
  },
  {
    name: 'two gate failures in a row are not stuck',
    fix: loop('fix', { max: 5, gate: 'test' }),
    gates: [exits(1), exits(1), exits(0), exits(1), exits(1)],
    concluded: [undone(1), undone(2), kept(3), undone(4), undone(5), 'fix: completed'],
    ends: 'succeeded completed',
  },
  {
    name: 'three gate failures in a row are stuck, and an error where nothing was kept',
    fix: loop('fix', { max: 10, gate: 'test' }),
    gates: [exits(1)],
    concluded: [
      undone(1),
      undone(2),
      undone(3),
      'fix (stuck): fix is stuck: 3 gate failures in a row, nothing kept; the last: gate exit code 1',
    ],
    ends: 'failed stuck: fix is stuck: 3 gate failures in a row, nothing kept; the last: gate exit code 1',
  },
  {
    name: 'stuck wins over the end of the rounds',
    fix: loop('fix', { max: 3, gate: 'test' }),
    gates: [exits(1)],
    concluded: [
      undone(1),
      undone(2),
      undone(3),
      'fix (stuck): fix is stuck: 3 gate failures in a row, nothing kept; the last: gate exit code 1',
    ],
    ends: 'failed stuck: fix is stuck: 3 gate failures in a row, nothing kept; the last: gate exit code 1',
  },
  {
    name: 'stuck after a kept iteration succeeds',
    fix: loop('fix', { max: 10, gate: 'test' }),
    gates: [exits(0), exits(2)],
    concluded: [kept(1), undone(2, 2), undone(3, 2), undone(4, 2), 'fix: stuck'],
    ends: 'succeeded stuck',
  },
  {
    name: 'a failed agent between gate failures neither counts to the three nor resets them',
    fix: loop('fix', { max: 10, gate: 'test' }),
    fixes: [says('1'), fails('offline'), says('3'), fails('offline'), fails('offline'), says('6')],
    gates: [exits(1)],
    concluded: [
      undone(1),
      failed(2),
      undone(3),
      failed(4),
      failed(5),
      undone(6),
      'fix (stuck): fix is stuck: 3 gate failures in a row, nothing kept; the last: gate exit code 1',
    ],
    ends: 'failed stuck: fix is stuck: 3 gate failures in a row, nothing kept; the last: gate exit code 1',
  },
  {
    name: 'a failed `require` neither counts to the three, and its gate is not run',
    fix: loop('fix', { max: 4, gate: 'test' }, { require: requiring({ contains: ['ok'] }) }),
    fixes: [says('ok'), says('no'), says('no'), says('ok')],
    gates: [exits(1), exits(0)],
    concluded: [
      undone(1),
      'fix 2 failed: require.contains: "ok" is missing; attempted output: no',
      'fix 3 failed: require.contains: "ok" is missing; attempted output: no',
      kept(4),
      'fix: completed',
    ],
    ends: 'succeeded completed',
  },
  {
    name: 'a loop in which every iteration fails is an error',
    fix: loop('fix', { max: 5, gate: 'test' }),
    fixes: [fails('offline')],
    concluded: [
      failed(1),
      failed(2),
      failed(3),
      failed(4),
      failed(5),
      'fix (failed): fix failed: all 5 iterations failed; the last: offline',
    ],
    ...failure('all 5 iterations failed; the last: offline'),
  },
  {
    name: 'two undone of two are all failed',
    fix: loop('fix', { max: 2, gate: 'test' }),
    gates: [exits(1), exits(4)],
    concluded: [undone(1), undone(2, 4), 'fix (failed): fix failed: all 2 iterations failed; the last: gate exit code 4'],
    ...failure('all 2 iterations failed; the last: gate exit code 4'),
  },
  ...(
    [
      ['is not executable', exits(126), 'exit code 126 (found, but not executable)'],
      ['is missing', exits(127), 'exit code 127 (command not found)'],
      ['is killed', killedBy('SIGKILL'), 'ended by signal SIGKILL'],
      ['times out', timesOut(2000), 'timed out after 2.0 s'],
      ['cannot be started', cannotStart('no shell'), 'no shell'],
    ] as const
  ).map(
    ([name, gate, words]): Case => ({
      name: `a gate that ${name} fails the run at once, whatever was kept`,
      fix: loop('fix', { max: 9, gate: 'test' }),
      gates: [exits(0), gate],
      concluded: [kept(1), `fix 2 undone: gate ${words}`, `fix (failed): fix failed: gate ${words}`],
      ...failure(`gate ${words}`),
    }),
  ),
];

test.each(cases)('$name', ({ fix, fixes, gates, concluded: lines, ends }) => {
  const run = play(workflowOf([fix]), { script: { fix: fixes ?? [says('done')], 'fix gate': gates ?? [] } });
  expect(concluded(run)).toEqual(lines);
  expect(ending(run)).toBe(ends);
});

test('a kept iteration is recorded, asked, recorded, judged, recorded, planned and committed', () => {
  const run = play(workflowOf([loop('fix', { max: 1, gate: 'test' })]));
  expect(asked(run)).toEqual(['start', 'fix', 'fix answered', 'fix gate', 'fix after', 'fix plan', 'fix commit', 'end']);
  expect(run.folder).toMatchObject({ text: 'yours+2+4', head: 'commit-5-fix-1-after' });
});

test('an undone iteration goes back, gate and all, and the next one needs no new record', () => {
  const run = play(workflowOf([loop('fix', { max: 2, gate: 'test' })]), { script: { 'fix gate': [exits(1)] } });
  expect(asked(run)).toEqual([
    'start',
    ...['fix', 'fix answered', 'fix gate', 'fix left', 'fix restore'],
    ...['fix', 'fix answered', 'fix gate', 'fix left', 'fix restore'],
  ]);
  expect(run.folder.text).toBe('yours');
});

test('an iteration without a gate is kept as it is, and one that changed nothing makes no commit', () => {
  const run = play(workflowOf([loop('fix', { max: 2 })]), { script: { fix: [says('idle', { writes: false }), says('busy')] } });
  expect(asked(run)).toEqual(['start', 'fix', 'fix after', 'fix plan', 'fix', 'fix after', 'fix plan', 'fix commit', 'end']);
  expect(finishedOf(run.events).totals).toMatchObject({ kept: 2, commits: 1 });
});

test('an undone iteration goes back to the last kept one, not further', () => {
  const run = play(workflowOf([loop('fix', { max: 2, gate: 'test' })]), { script: { 'fix gate': [exits(0), exits(1)] } });
  expect(run.folder).toMatchObject({ text: 'yours+2+4', head: 'commit-5-fix-1-after' });
});

test.each([
  ['Demo', 'fix', 'demo: fix iteration 1'],
  ['Élan Vital', 'fix', 'élan vital: fix iteration 1'],
  ['Two\nLines', 'a\tb', 'two lines: a b iteration 1'],
])('the commit of workflow %j, step %j has the subject %j', (name, id, subject) => {
  const { events } = play(workflowOf([loop(id, { max: 1 })], { name }));
  expect(events.find((event) => event.type === 'plan.requested')).toMatchObject({ subject });
});

test('the output of a loop is what its last kept iteration said', () => {
  const run = play(workflowOf([loop('fix', { max: 3 })]), { script: { fix: [says('one'), says('two'), fails('offline')] } });
  expect(run.events.find((event) => event.type === 'step.finished')).toMatchObject({ result: { ok: true, output: { text: 'two' } } });
});

test('the next iteration is told what the gate printed last, an iteration without a gate run between them or not', () => {
  const told: (string | null)[] = [];
  play(workflowOf([loop('fix', { max: 4, gate: 'test' })]), {
    answer: (intent, state) => {
      if (intent.type === 'prompt.requested') {
        const output = state.frames[0]?.gateOutput ?? null;
        told.push(output !== null && 'text' in output ? output.text : null);
        return intent.iteration === 2 ? fails('offline') : says('done');
      }
      return intent.type === 'gate.requested' ? exits(1, `try ${intent.iteration}`) : undefined;
    },
  });
  expect(told).toEqual([null, 'try 1\nexit code: 1', 'try 1\nexit code: 1', 'try 3\nexit code: 1']);
});

test('a run goes on after a loop that is stuck or exhausted, and remembers the worse of both', () => {
  const stuck = loop('fix', { max: 9, gate: 'test' });
  const short = loop('chase', { max: 1, until: 'NEVER' });
  const scene = { script: { 'fix gate': [exits(0), exits(1)] } };
  expect(ending(play(workflowOf([stuck, short, prompt('after')]), scene))).toBe('succeeded stuck');
  expect(ending(play(workflowOf([short, stuck, prompt('after')]), scene))).toBe('succeeded stuck');
  expect(ending(play(workflowOf([short, prompt('after')]), scene))).toBe('succeeded exhausted');
});

test('in a plain folder a loop is neither recorded nor committed', () => {
  const run = play(workflowOf([loop('fix', { max: 3, gate: 'test' })]), {
    workspace: 'plain',
    script: { fix: [says('a'), fails('offline'), says('c')], 'fix gate': [exits(1), exits(0)] },
  });
  expect(asked(run)).toEqual(['fix', 'fix gate', 'fix', 'fix', 'fix gate']);
  expect(concluded(run)).toEqual([undone(1), failed(2), kept(3), 'fix: completed']);
});
