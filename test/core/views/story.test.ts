import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../../src/core/events/run-event.ts';
import { Progress } from '../../../src/core/views/progress.ts';
import { hitchText } from '../../../src/core/views/progress-line.ts';
import { emptySummary } from '../../../src/core/views/run-summary.ts';
import { withoutName } from '../../../src/core/views/story-text.ts';
import { summarize, summaryOf } from '../../../src/core/views/summarize.ts';
import { summaryJson } from '../../../src/core/views/summary-json.ts';
import { frozen } from '../engine/frozen.ts';
import { began, completed, done, over as ended, failed, plan, round, started, stored } from './written-run.ts';
import { answered, asked, inIteration, measured, merge, ofItem, over, restored, totals, tree, wait, within } from './written-story.ts';

const summed = (...events: (RunEvent | RunEvent[])[]) =>
  stored(events.flat()).reduce((summary, event) => frozen(summarize(summary, event)), emptySummary);

function followed(...events: (RunEvent | RunEvent[])[]) {
  const progress = new Progress();
  const lines = stored(events.flat()).flatMap((event) => progress.lines(event));
  return { lines, told: lines.map(({ mark, depth, name, detail }) => [mark, depth, name, detail]), progress };
}

const item = (step: string, number: number, kind: 'command' | 'loop' = 'command') => ofItem(number, [began(step, kind, step)]);
const itemDone = (step: string, number: number) => ofItem(number, [completed(step, 'x', step)]);
const itemFailed = (step: string, number: number) => ofItem(number, [failed(step, `${step} (item ${number}) failed: exit code 1`, step)]);

describe('items', () => {
  const events = [
    started,
    over(1, 'each', ['a', 'b', 'c'], 2),
    item('each', 1),
    item('each', 2),
    ofItem(1, done.command(2, 'each', 'one\nexit code: 0')),
    itemDone('each', 1),
    itemFailed('each', 2),
  ];

  test('are told apart by their number and by what they are', () => {
    const { lines, told, progress } = followed(...events, item('each', 3), ofItem(3, done.command(4, 'each', '').slice(0, 1)));
    expect(told).toEqual([
      ['running', 0, 'each', '3 items, 2 at once'],
      ['kept', 1, 'each [1/3]', 'a'],
      ['failed', 1, 'each [2/3]', 'b: failed: exit code 1'],
    ]);
    expect(lines[1]).toMatchObject({ durationMs: 40, said: 'one' });
    expect(progress.underway()).toMatchObject([
      { name: 'each [3/3] c', item: 3, kind: 'command', intent: { type: 'command.requested', item: 3 } },
    ]);
  });

  test('have a step each, and their group knows what they are and how many failed', () => {
    const { steps } = summed(...events, completed('each', '[]'));
    expect(steps).toMatchObject([
      { step: 'each', kind: 'foreach', item: 0, width: 2, items: [{ text: 'a' }, { text: 'b' }, { text: 'c' }], failed: 1 },
      { step: 'each', item: 1, group: 'each', attempts: [{ reply: { text: 'one\nexit code: 0' } }] },
      { step: 'each', item: 2, result: { ok: false } },
    ]);
    expect(followed(...events, completed('each', '[]')).told.at(-1)).toEqual(['kept', 0, 'each', 'foreach, 1 failed']);
  });

  test('one at a time is not said to be several at once; one alone is one item', () => {
    expect(followed(started, over(1, 'each', ['a'], 3)).told).toEqual([['running', 0, 'each', '1 item']]);
    expect(followed(started, over(1, 'each', ['a', 'b'])).told).toEqual([['running', 0, 'each', '2 items']]);
  });

  test('that are loops have their iterations below them', () => {
    const { told } = followed(
      started,
      over(1, 'fix', ['a', 'b']),
      item('fix', 1, 'loop'),
      ofItem(1, [round('fix', 1), ...done.prompt(2, 'fix', 'x', 1), ended('fix', 1, 'kept')]),
      itemDone('fix', 1),
    );
    expect(told.slice(1)).toEqual([
      ['running', 1, 'fix [1/2]', 'loop  a'],
      ['kept', 2, 'fix [1/2] 1', 'kept'],
      ['kept', 1, 'fix [1/2]', 'a: completed: 1 kept'],
    ]);
  });

  test('of a list that nobody has seen have a number all the same', () => {
    expect(followed(item('each', 2), itemDone('each', 2)).told).toEqual([['kept', 1, 'each [2]', 'command']]);
    expect(followed(over(1, 'each', ['a']).slice(1), { type: 'items.listed', op: 1, items: [] }).told).toEqual([]);
  });
});

describe('waits and retries', () => {
  const events = [started, began('a', 'prompt'), done.prompt(1, 'a', null, null), wait(2, 'a', 'rate limited')];

  test('are lines with their reason, and the moment when it goes on', () => {
    const { lines } = followed(...events);
    expect(lines).toMatchObject([{ mark: 'waiting', name: 'a', detail: 'rate limited', wait: { fromMs: 1400, untilMs: 3400 } }]);
    const told = followed(started, began('a', 'prompt'), wait(1, 'a', 'busy', 99_000).slice(0, 1));
    expect(told.lines).toMatchObject([{ wait: { untilMs: 99_000 } }]);
    expect(told.progress.underway()).toMatchObject([{ waitsUntilMs: 99_000 }]);
  });

  test('stand at the attempt, with the cost of every call', () => {
    const again: RunEvent = { type: 'prompt.requested', attempt: 2, model: null, complaint: null, op: 3, step: 'a', item: 0, iteration: 0 };
    const complaint: RunEvent = { ...again, attempt: 3, op: 4, complaint: 'it is no JSON' };
    const { steps, cost } = summed(
      ...events,
      again,
      done.prompt(3, 'a', 'x', 5).slice(1),
      complaint,
      done.prompt(4, 'a', '{}', 6).slice(1),
      completed('a', '{}'),
    );
    expect(steps[0]?.attempts[0]).toMatchObject({
      reply: { text: '{}' },
      durationMs: 15_000,
      cost: { calls: 3, unpricedCalls: 1, nanoUsd: 11 },
      hitches: [
        { kind: 'wait', why: 'rate limited', atMs: 1400, untilMs: 3400 },
        { kind: 'again', what: 'prompt', attempt: 2 },
        { kind: 'asked-again', why: 'it is no JSON' },
      ],
    });
    expect(cost).toEqual({ calls: 3, unpricedCalls: 1, nanoUsd: 11, tokens: 0 });
    expect(followed(...events, again, complaint).told.slice(1)).toEqual([
      ['again', 0, 'a', 'asked once more, attempt 2'],
      ['again', 0, 'a', 'asked again: it is no JSON'],
    ]);
  });

  test.each([
    ['command', 'run once more, attempt 2'],
    ['gate', 'judged once more, attempt 2'],
  ] as const)('a %s that is done again says so', (what, detail) => {
    const [first] = what === 'command' ? done.command(2, 'a', '') : inIteration(1, done.gate(2, 'a', 0, ''));
    const { told } = followed(started, began('a', what === 'gate' ? 'loop' : 'command'), round('a', 1), {
      ...first,
      attempt: 2,
    } as RunEvent);
    expect(told.at(-1)).toEqual(what === 'gate' ? ['again', 1, 'a 1', detail] : ['again', 0, 'a', detail]);
  });

  test('what is put back only to begin again is no verdict', () => {
    const { steps } = summed(started, began('a', 'prompt'), restored(1, 'a', 'again', 2));
    expect(steps[0]?.attempts[0]).toMatchObject({ undone: null, hitches: [{ kind: 'put-back', why: 'interrupted', paths: 2 }] });
  });
});

test('that a run was taken up, asked to end or took too long is a line and stands in its summary', () => {
  const resumed: RunEvent = { type: 'resumed', epoch: 2, by: 'pawl resume', workflow: null };
  const changed: RunEvent = { ...resumed, epoch: 3, workflow: { name: 'Demo', digest: 'e', source: { text: '' }, file: 'demo.yml' } };
  const events = [
    started,
    done.snapshot(1, 'start').slice(0, 1),
    resumed,
    changed,
    { type: 'cancel.asked', by: 'ann' } as RunEvent,
    { type: 'deadline.passed', limitMs: 60_000 } as RunEvent,
  ];
  expect(summed(...events)).toMatchObject({
    pending: new Map(),
    cancelledBy: 'ann',
    resumes: [
      { atMs: 1200, by: 'pawl resume', changed: false },
      { atMs: 1300, by: 'pawl resume', changed: true },
    ],
  });
  expect(followed(...events).told.map(([, , , detail]) => detail)).toEqual([
    'taken up again by pawl resume',
    'taken up again by pawl resume, with the workflow file as it is now',
    'asked to end by ann',
    'to end, as the run took longer than 1 min',
  ]);
});

describe('approvals', () => {
  const begun: RunEvent[] = [started, { ...began('sure', 'command'), kind: 'approve' } as RunEvent, asked(1, 'sure', 'Publish?')];

  test('are asked for on a line, and wait for an answer', () => {
    expect(followed(...begun).told).toEqual([['asks', 0, 'sure', 'Publish?']]);
    expect(summed(...begun).steps[0]?.attempts[0]?.approval).toEqual({ question: 'Publish?', answer: null });
  });

  test.each([
    [true, '', 'approved by ann'],
    [true, 'after lunch', 'approved by ann: after lunch'],
    [false, 'no', 'rejected by ann: no'],
  ])('say who answered what (%s, "%s")', (approved, words, detail) => {
    const events = [...begun, answered(1, approved, words), completed('sure', '')];
    expect(followed(...events).lines.at(-1)).toMatchObject({ mark: 'kept', detail, durationMs: null, cost: null });
    expect(summed(...events).steps[0]?.attempts[0]?.approval?.answer).toEqual({ approved, words, by: 'ann', atMs: 1300 });
  });

  test('that nobody answered, or that were never asked, say only what they are', () => {
    expect(followed(...begun, completed('sure', '')).told.at(-1)?.[3]).toBe('');
    expect(followed(begun.slice(0, 2), completed('sure', '')).told.at(-1)?.[3]).toBe('approve');
    expect(summed(began('a', 'command'), done.command(1, 'a', '').slice(0, 1), answered(1, true, '')).steps[0]?.attempts[0]?.approval).toBe(
      null,
    );
  });
});

describe('measured gates', () => {
  const events = [
    started,
    began('less', 'loop'),
    measured(1, 'less', 9, 0),
    { ...round('less', 1), best: 9 } as RunEvent,
    measured(2, 'less', 5, 1),
    ended('less', 1, 'kept'),
    round('less', 2),
    measured(3, 'less', 7, 2),
    ended('less', 2, 'kept'),
    completed('less', ''),
  ];

  test('tell the number to begin with, that of each try with the best before it, and from where to where', () => {
    expect(followed(...events).told).toEqual([
      ['running', 0, 'less', 'loop'],
      ['running', 1, 'less 0', 'measured 9, to begin with'],
      ['kept', 1, 'less 1', 'kept, measured 5 (best before 9)'],
      ['kept', 1, 'less 2', 'kept, measured 7'],
      ['kept', 0, 'less', 'completed: 2 kept, measured 9 → 7'],
    ]);
  });

  test('without a number have none to tell', () => {
    expect(followed(started, began('less', 'loop'), measured(1, 'less', null, 0)).told).toHaveLength(1);
  });
});

describe('runs within the run', () => {
  const begun = [started, { ...began('tell', 'command'), kind: 'workflow' } as RunEvent];

  test('are named while they go on, and their cost is the run’s', () => {
    const events = [...begun, within(4, 'tell'), completed('tell', 'told')];
    const { told, lines, progress } = followed(...events);
    expect(told).toEqual([
      ['running', 0, 'tell', 'workflow inner.yml · run r234.4'],
      ['kept', 0, 'tell', 'workflow'],
    ]);
    const cost = { calls: 2, unpricedCalls: 1, nanoUsd: 7, tokens: 9 };
    expect(lines[1]).toMatchObject({ durationMs: 300, cost });
    expect(progress.cost()).toEqual(cost);
    expect(summed(...events).steps[0]?.attempts[0]?.inner).toMatchObject({
      run: 'r234.4',
      file: 'inner.yml',
      ending: { status: 'succeeded' },
      totals,
    });
  });

  test('that could not be begun have no end', () => {
    expect(summed(...begun, within(4, 'tell', null)).steps[0]?.attempts[0]?.inner).toMatchObject({ ending: null });
    const late = [began('a', 'command'), done.command(1, 'a', '').slice(0, 1), { ...within(1, 'a')[1], op: 1 } as RunEvent];
    expect(summed(...late).steps[0]?.attempts[0]?.inner).toBe(null);
  });

  test('that ended short say so', () => {
    const finished = { ...completed('tell', ''), result: { ok: true, output: null, outcome: 'stuck' } } as RunEvent;
    expect(followed(...begun, finished).told.at(-1)?.[3]).toBe('workflow: stuck');
  });
});

describe('work trees of their own', () => {
  const begun = [started, began('a', 'prompt'), tree(1, 'a', ['sub is left alone'])];

  test('bring in what was merged, which is no undoing', () => {
    const events = [...begun, merge(2, 'a'), restored(3, 'a', 'merged', 3), done.plan(4, 'a', plan), completed('a', '')];
    const { steps, warnings } = summed(...events);
    expect(warnings).toEqual(['sub is left alone']);
    expect(steps[0]).toMatchObject({ merge: { conflicts: [], commit: plan }, attempts: [{ undone: null, commit: null }] });
    expect(followed(...events).told.at(-1)?.[3]).toBe('prompt, merged  3f9ac1e  3 files +12 −19');
  });

  test('name the paths that conflict', () => {
    const events = [...begun, merge(2, 'a', ['x.txt']), failed('a', 'a failed: conflicts')];
    expect(summed(...events).steps[0]?.merge).toEqual({
      conflicts: ['x.txt'],
      discarded: [],
      from: 'refs/pawl/r234/base',
      theirs: 'refs/pawl/r234/theirs',
      commit: null,
    });
  });

  test('say what uncommitted work they take away, where no commit says it', () => {
    const taking = (committed: boolean): RunEvent[] =>
      [begun, merge(2, 'a'), restored(3, 'a', 'merged', 3)].flat(2).map((event) => {
        if (event.type === 'merge.made') return { ...event, discarded: ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt'] };
        return event.type === 'restore.requested' ? ({ ...event, because: { verdict: 'merged', commit: committed } } as RunEvent) : event;
      });
    expect(summed(...taking(false)).warnings.at(-1)).toBe(
      'uncommitted work, yours or of a step before, is gone from the files, by what a did in a work tree of its own: a.txt, b.txt, c.txt, d.txt, e.txt and 1 more (pawl undo r234 brings back what was there before the run)',
    );
    expect(summed(...taking(true)).warnings).toEqual(['sub is left alone']);
    // Of a step whose merge is not in what is summed up there is nothing to say.
    for (const from of [1, 2])
      expect(
        summed(...taking(false).filter(({ type }) => type !== 'merge.made' && (from === 1 || type !== 'step.started'))).warnings,
      ).toEqual(['sub is left alone']);
  });
});

test('a branch stands at the step that it was taken from', () => {
  const { steps } = summed(began('a', 'command'), completed('a', ''), {
    type: 'branch.taken',
    step: 'a',
    when: 'X',
    goto: 'b',
    ends: false,
    jumps: 1,
  });
  expect(steps[0]?.branch).toEqual({ when: 'X', goto: 'b', ends: false });
});

test('what is under way is known by what is asked for it', () => {
  const { progress } = followed(started, began('a', 'prompt'), done.prompt(1, 'a', '', 0).slice(0, 1));
  expect(progress.underway()).toMatchObject([{ step: 'a', intent: { type: 'prompt.requested' }, waitsUntilMs: null }]);
  const baseline = followed(started, began('a', 'loop'), wait(1, 'a', 'x').slice(0, 1));
  expect(baseline.progress.underway()).toMatchObject([{ intent: { type: 'wait.requested' }, waitsUntilMs: null }]);
});

test.each([
  [{ kind: 'wait', atMs: 0, why: 'busy', untilMs: 1 }, 'busy'],
  [{ kind: 'put-back', atMs: 0, why: 'interrupted', paths: 0 }, 'interrupted, begun again'],
  [{ kind: 'put-back', atMs: 0, why: 'interrupted', paths: 2 }, 'interrupted, put back 2 files, begun again'],
] as const)('%j is told as "%s"', (hitch, text) => {
  expect(hitchText(hitch)).toBe(text);
});

test('an error is told without the name of its step, where it begins with that', () => {
  expect(withoutName({ step: 'a', item: 0 }, 'a failed: x')).toBe('failed: x');
  expect(withoutName({ step: 'a', item: 2 }, 'a (item 2) failed: x')).toBe('failed: x');
  expect(withoutName({ step: 'a', item: 0 }, 'ab failed: x')).toBe('ab failed: x');
});

describe('a summary as JSON', () => {
  test('of a run of which nothing is known has nothing to tell', () => {
    expect(summaryJson(emptySummary, 'finished', null)).toMatchObject({ agent: null, workspace: null, steps: [], commit: null });
  });

  test('has the times as ISO, the money in dollars, and no outputs', () => {
    const json = summaryJson(
      summaryOf(
        stored([
          started,
          began('a', 'prompt'),
          ...wait(1, 'a', 'busy'),
          ...done.prompt(2, 'a', 'x', 500_000_000),
          ...restored(3, 'a', 'again', 1),
          completed('a', 'x'),
          { ...began('sure', 'command'), kind: 'approve' } as RunEvent,
          asked(4, 'sure', 'Ok?'),
          answered(4, true, ''),
          completed('sure', ''),
          { ...began('tell', 'command'), kind: 'workflow' } as RunEvent,
          ...within(5, 'tell', null),
          failed('tell', 'tell failed'),
          { type: 'resumed', epoch: 2, by: 'x', workflow: null },
        ]),
      ),
      'interrupted',
      null,
    );
    expect(JSON.parse(JSON.stringify(json))).toMatchObject({
      v: 1,
      type: 'run.summary',
      run: 'r234',
      life: 'interrupted',
      status: null,
      startedAt: '1970-01-01T00:00:01.000Z',
      resumes: [{ by: 'x', changed: false }],
      cost: { calls: 3, costUsd: 0.500000007 },
      steps: [
        {
          step: 'a',
          ok: true,
          outcome: 'completed',
          error: null,
          attempts: [
            {
              verdict: 'kept',
              cost: { costUsd: 0.5 },
              hitches: [
                { kind: 'wait', at: '1970-01-01T00:00:01.200Z', until: '1970-01-01T00:00:03.200Z' },
                { kind: 'put-back', paths: 1 },
              ],
            },
          ],
        },
        { attempts: [{ approval: { question: 'Ok?', answer: { by: 'ann', at: expect.any(String) } } }] },
        { ok: false, outcome: 'failed', error: 'tell failed', attempts: [{ inner: { run: 'r234.5', status: null } }] },
      ],
    });
  });

  test('has what is under way, kept, committed and at its end', () => {
    const open = summed(
      started,
      began('fix', 'loop'),
      round('fix', 1),
      measured(1, 'fix', 5, 1),
      done.plan(2, 'fix', plan),
      done.commit(3, 'fix'),
      ended('fix', 1, 'kept'),
      merge(4, 'fix'),
      done.plan(5, 'fix', plan),
      asked(6, 'fix', 'Ok?'),
    );
    expect(summaryJson(open, 'waiting', { run: 'r234', step: 'fix', text: 'Ok?' })).toMatchObject({
      question: { text: 'Ok?' },
      underWay: [{ op: 6, type: 'approval.requested', step: 'fix' }],
      commit: plan.commit,
      ref: plan.ref,
      steps: [
        {
          ok: null,
          endedAt: null,
          merge: { commit: plan.commit },
          attempts: [{ gate: { measured: 5 }, commit: { id: plan.commit, paths: 3 } }],
        },
      ],
    });
    const finished: RunEvent = { type: 'run.finished', status: 'succeeded', outcome: 'completed', error: null, totals };
    const one = summed(started, { ...began('t', 'command'), kind: 'workflow' } as RunEvent, within(1, 't'), merge(2, 't', ['x']), finished);
    expect(summaryJson(one, 'finished', null)).toMatchObject({
      status: 'succeeded',
      outcome: 'completed',
      cost: { calls: 2 },
      steps: [{ merge: { commit: null }, attempts: [{ inner: { status: 'succeeded' } }] }],
    });
  });
});
