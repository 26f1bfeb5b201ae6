import { expect, test } from 'vitest';
import { actOf } from '../../../src/core/act/act-of.ts';
import type { RunEvent } from '../../../src/core/events/run-event.ts';
import { ActLines } from '../../../src/core/views/act-lines.ts';
import { Progress } from '../../../src/core/views/progress.ts';
import { summaryOf } from '../../../src/core/views/summarize.ts';
import { started, stored } from './written-run.ts';

const at = { step: 'sum', item: 0, iteration: 0 };
const findings = { unmet: null, until: false, branch: null, misshapen: null };
const totals = { kept: 0, undone: 0, failed: 0, calls: 0, nanoUsd: 0, unpricedCalls: 0, tokens: 0, commits: 0 };
const asked = (op: number, child: number, attempt: number): RunEvent => ({
  type: 'function.requested',
  op,
  child: String(child),
  name: 'total',
  attempt,
  ...at,
});
const begun: RunEvent = { type: 'step.started', step: 'sum', item: 0, kind: 'function', group: null };
const resumed: RunEvent = { type: 'resumed', epoch: 2, by: 'ann', workflow: null };
const failed: RunEvent = {
  type: 'function.ended',
  op: 3,
  result: { ok: false, failure: { kind: 'exit', message: 'no' } },
  totals,
  findings,
  durationMs: 5,
};
const ended: RunEvent = {
  type: 'function.ended',
  op: 5,
  result: { ok: true, output: { text: '42' } },
  totals: { ...totals, calls: 1, nanoUsd: 7, tokens: 3 },
  findings,
  durationMs: 6,
};
const finished: RunEvent = {
  type: 'step.finished',
  step: 'sum',
  item: 0,
  group: null,
  result: { ok: true, output: { text: '42' }, outcome: 'completed' },
};

test('a step with a function tells its acts, each once, what it gave and what models in it cost', () => {
  const events = [started, begun, asked(2, 2, 1), resumed, asked(3, 2, 1), failed, asked(5, 5, 2), ended, finished];
  const summary = summaryOf(stored(events));
  const [step] = summary.steps;
  expect(step?.attempts).toMatchObject([
    {
      acts: ['r234.2', 'r234.5'],
      reply: { text: '42' },
      durationMs: 11,
      cost: { calls: 1, nanoUsd: 7, tokens: 3 },
      hitches: [{ kind: 'again', what: 'function', attempt: 2 }],
      verdict: 'kept',
    },
  ]);
  expect(summary.cost).toMatchObject({ calls: 1, nanoUsd: 7 });
  const progress = new Progress();
  const lines = stored(events).flatMap((each) => progress.lines(each));
  expect(lines.map(({ mark, detail, said, cost }) => [mark, detail, said, cost?.calls ?? null])).toEqual(
    expect.arrayContaining([
      ['again', 'run once more, attempt 2', '', null],
      ['kept', 'function', '42', 1],
    ]),
  );
});

test('one that asked no model shows no cost; one that has given nothing says nothing', () => {
  const progress = new Progress();
  const silent: RunEvent = {
    type: 'step.finished',
    step: 'sum',
    item: 0,
    group: null,
    result: { ok: false, error: 'sum failed: no', why: 'failed' },
  };
  const lines = stored([started, begun, asked(3, 3, 1), failed, silent]).flatMap((each) => progress.lines(each));
  expect(lines.map(({ mark, said, cost }) => [mark, said, cost])).toEqual([['failed', '', null]]);
});

test('that a function is kept as it is shows in no line of an act', () => {
  const pin: RunEvent = {
    type: 'function.pinned',
    function: {
      name: 'total',
      entry: null,
      digest: 'd',
      closure: 'c',
      source: { text: '' },
      description: '',
      input: {},
      calls: [],
      environment: null,
    },
  };
  expect(stored([pin]).flatMap(({ event }) => new ActLines().of(event as never))).toEqual([]);
  const begins = {
    type: 'act.started',
    request: { text: '' },
    settings: { entrypoint: null },
    parent: null,
    workspace: null,
    recorded: false,
  } as unknown as RunEvent;
  expect(summaryOf(stored([begins, pin])).act).toEqual(summaryOf(stored([begins])).act);
  expect(actOf(stored([begins, pin]))).toEqual(actOf(stored([begins])));
});
