import { expect, test } from 'vitest';
import { actOf } from '../../../src/core/act/act-of.ts';
import type { ActEnding } from '../../../src/core/events/act-event.ts';
import type { EffectEnded, EffectHeld, EffectRequested } from '../../../src/core/events/effect-event.ts';
import { type ActRunEvent, isActRunEvent, isEffectEvent, isEnd, isOver, type RunEvent } from '../../../src/core/events/run-event.ts';
import { RunFailed } from '../../../src/core/model/run-failed.ts';
import { type ActLine, ActLines } from '../../../src/core/views/act-lines.ts';
import { ActivityLines } from '../../../src/core/views/activity-lines.ts';
import { summaryOf } from '../../../src/core/views/summarize.ts';
import { summarizeAct } from '../../../src/core/views/summarize-act.ts';
import { call, Played, reply, started, usage } from '../act/act-parts.ts';
import { stored } from './written-run.ts';

const requested = (changes: Partial<EffectRequested> = {}): EffectRequested => ({
  type: 'effect.requested',
  op: 20,
  cell: 2,
  n: 1,
  primitive: 'fs.write',
  arguments: { text: '["b.txt","x"]' },
  digest: 'd',
  redacted: false,
  class: 'write',
  identity: 'i',
  count: 0,
  key: 'k',
  settles: 'none',
  takeover: false,
  distinct: null,
  withheld: null,
  ...changes,
});

const came = (changes: Partial<EffectEnded> = {}): EffectEnded => ({
  type: 'effect.ended',
  op: 20,
  result: { ok: true, value: { text: 'null' } },
  digest: 'd',
  durationMs: 5,
  nanoUsd: 0,
  usage: null,
  order: 1,
  nowMs: 0,
  settled: null,
  ...changes,
});

const shownOf = (...events: readonly ActRunEvent[]): string[] => {
  const lines = new ActLines();
  return events
    .flatMap((event) => lines.of(event))
    .map(({ mark, depth, text, aside }: ActLine) => `${depth} ${mark} ${text}${aside === '' ? '' : ` | ${aside}`}`);
};

const turn = (changes: Parameters<typeof reply>[0] = {}, used = usage): ActRunEvent => ({
  type: 'turn.ended',
  op: 1,
  digest: 'd',
  reply: { ok: true, ...reply(changes) },
  usage: used,
  warnings: [],
  durationMs: 1,
});

const toolEnded = (output: string, changes: { isError?: boolean } = {}): ActRunEvent => ({
  type: 'tool.ended',
  op: 2,
  output: { text: output },
  isError: false,
  carriedOut: true,
  meaning: null,
  durationMs: 12,
  ...changes,
});

const asked: ActRunEvent = { type: 'tool.requested', op: 2, turn: 1, call: 0 };
const oneCell = turn({ text: { text: 'I look.\nThen I write.' }, calls: [call('execute_code', '{"code":"\\nawait a();\\nb()"}')] });

test('what an act does is told a line for each thing, as it happens', () => {
  expect(
    shownOf(
      started(),
      oneCell,
      asked,
      requested({ class: 'read', primitive: 'fs.read' }),
      came(),
      requested({ op: 21 }),
      came({ op: 21 }),
      toolEnded('result: 4\n(12 ms)'),
      turn(),
    ),
  ).toEqual([
    '0 turn I look. | 10 tokens, $0.0000',
    '1 code execute_code  await a();  (2 lines)',
    '2 effect ctx.fs.read("b.txt","x") | read, 5 ms',
    '2 write ctx.fs.write("b.txt","x") | write, 5 ms',
    '1 result result: 4 | 12 ms',
  ]);
});

const none = { nanoUsd: 0, inputTokens: null, outputTokens: null, model: null };
const ending: ActEnding = { status: 'failed', outcome: 'stuck', result: null, failure: { kind: 'refused', message: 'stuck' } };
const totals = { turns: 1, toolCalls: 1, effects: 2, calls: 1, nanoUsd: 10, unpricedCalls: 0, tokens: 10 };
const snapshot = { id: 'i', tree: 't', head: null, ref: 'start' };

test.each<[string, readonly ActRunEvent[], readonly string[]]>([
  [
    'a wait',
    [{ type: 'turn.requested', op: 1, turn: 2, attempt: 2, tools: [], wait: { forMs: 5_000, notBeforeMs: null } }],
    ['0 waits turn 2: the model is asked again after 5.0 s'],
  ],
  ['a turn without one', [{ type: 'turn.requested', op: 1, turn: 2, attempt: 1, tools: [], wait: null }], []],
  [
    'a model that fails',
    [
      {
        type: 'turn.ended',
        op: 1,
        digest: '',
        reply: { ok: false, failure: { kind: 'overloaded', message: 'busy' } },
        usage: { ...none, nanoUsd: null },
        warnings: [],
        durationMs: 1,
      },
    ],
    ['0 failed the model: busy | price unknown'],
  ],
  ['a turn without words', [turn({ text: { text: ' ' }, calls: [call('notify', '{}')] }, none)], ['0 turn goes on']],
  ['an answer of an act that stays', [started({ persist: true }), turn({}, none)], ['0 says twelve']],
  [
    'a call of no code',
    [turn({ calls: [call('notify', '{"message":"half"}')] }, none), asked, toolEnded('told')],
    ['0 turn twelve', '1 code notify  {"message":"half"}'],
  ],
  ['a call without arguments', [turn({ calls: [call('list_sessions', '{}')] }, none), asked], ['0 turn twelve', '1 code list_sessions']],
  ['code of one line', [turn({ calls: [call('execute_code', '{"code":"1"}')] }, none), asked], ['0 turn twelve', '1 code execute_code  1']],
  ['code of none', [turn({ calls: [call('execute_code', '{"code":""}')] }, none), asked], ['0 turn twelve', '1 code execute_code']],
  [
    'arguments that are no JSON',
    [turn({ calls: [call('execute_code', '{"co')] }, none), asked],
    ['0 turn twelve', '1 code execute_code  {"co'],
  ],
  [
    'arguments that are a blob',
    [turn({ calls: [call('execute_code', '', { arguments: { blob: 'b', bytes: 9 } })] }, none), asked],
    ['0 turn twelve', '1 code execute_code'],
  ],
  ['a call that nobody made', [asked], []],
  [
    'a call that is refused',
    [turn({ calls: [call('x', '{}')] }, none), { type: 'call.refused', turn: 1, call: 0, told: 'There is none.' }],
    ['0 turn twelve', '1 failed x was not carried out: There is none.'],
  ],
  ['a refusal of nothing', [{ type: 'call.refused', turn: 1, call: 0, told: 'No.' }], ['1 failed a call was not carried out: No.']],
  ['code that throws', [toolEnded('error at line 1\nmore', { isError: true })], ['1 failed error at line 1 | 12 ms']],
  [
    'an output that is a blob',
    [{ ...(toolEnded('') as Extract<ActRunEvent, { type: 'tool.ended' }>), output: { blob: 'b', bytes: 9 }, isError: true }],
    ['1 failed a long text | 12 ms'],
  ],
  [
    'an effect that fails',
    [requested(), came({ result: { ok: false, failure: { kind: 'io', message: 'no room' } }, settled: 'person' })],
    ['2 failed ctx.fs.write("b.txt","x"): no room, as a person said | 5 ms'],
  ],
  [
    'an effect that is settled',
    [requested({ arguments: { blob: 'b', bytes: 9 }, class: 'pure' }), came({ settled: 'keyed' })],
    ['2 effect ctx.fs.write(…), sent again with its key, as the process had ended | pure, 5 ms'],
  ],
  ['an effect that nobody asked for', [came()], []],
  ['an effect that is held', [{ type: 'effect.held', op: 20, why: 'in_doubt', question: 'Did it happen?' }], ['2 asks Did it happen?']],
  [
    'a judgement',
    [
      { type: 'effect.judged', op: 20, approved: true, words: '', by: 'ann' },
      { type: 'effect.judged', op: 20, approved: false, words: 'I looked', by: 'ann' },
    ],
    ['2 hears yes, says ann', '2 hears no, says ann: I looked'],
  ],
  [
    'phases',
    [
      { type: 'phase.entered', phase: 'doing', label: 'Working' },
      { type: 'phase.entered', phase: 'review', label: 'Storing reusable skills' },
    ],
    ['0 phase Storing reusable skills'],
  ],
  ['a complaint', [{ type: 'model.told', text: 'Your reply was empty.' }], ['0 warning the model is told: Your reply was empty.']],
  ['a notification', [{ type: 'notified', text: 'half' }], ['0 says half']],
  ['words', [{ type: 'said', text: 'only src', by: 'ann', message: 1 }], ['0 hears ann: only src']],
  [
    'a clarification',
    [
      { type: 'clarification.asked', id: 2, op: 2, question: 'which?' },
      { type: 'clarification.answered', id: 2, text: 'both', by: 'ann', message: null },
    ],
    ['0 asks which?', '0 hears ann: both'],
  ],
  [
    'a question',
    [
      { type: 'question.asked', id: 'q', text: 'how far?', by: 'ann', message: 1 },
      { type: 'question.answered', id: 'q', answer: { ok: true, text: 'half' }, usage: null },
    ],
    ['0 hears ann asks: how far?', '0 says half'],
  ],
  [
    'a question that costs',
    [{ type: 'question.answered', id: 'q', answer: { ok: true, text: 'half' }, usage }],
    ['0 says half | 10 tokens, $0.0000'],
  ],
  [
    'a question without an answer',
    [{ type: 'question.answered', id: 'q', answer: { ok: false, error: 'busy' }, usage: null }],
    ['0 warning busy'],
  ],
  [
    'a pause',
    [
      { type: 'paused', by: 'ann', message: 1 },
      { type: 'unpaused', by: 'bob', message: 2 },
    ],
    ['0 waits paused by ann', '0 hears goes on, says bob'],
  ],
  [
    'a stop',
    [
      { type: 'stop.asked', by: 'ann', reason: '', message: 1 },
      { type: 'stop.asked', by: 'ann', reason: 'enough', message: 1 },
    ],
    ['0 hears ann stops it', '0 hears ann stops it: enough'],
  ],
  ['a cancel', [{ type: 'cancel.asked', by: 'ann' }], ['0 hears ann cancels it']],
  ['a resume', [{ type: 'resumed', epoch: 2, by: 'pawl resume', workflow: null }], ['0 waits taken up again by pawl resume']],
  ['a warning', [{ type: 'warning', step: '', message: 'no room' }], ['0 warning no room']],
  [
    'an entrypoint',
    [
      started({ entrypoint: { name: 'sum', arguments: { text: '{}' } } as never }),
      { type: 'entrypoint.requested', op: 1 } as never,
      { type: 'entrypoint.ended', op: 1, output: { text: '3' }, result: { ok: true, value: { text: '3' } }, durationMs: 4 } as never,
    ],
    ['1 code sum, a stored function', '1 result 3 | 4 ms'],
  ],
  [
    'an entrypoint that fails',
    [
      {
        type: 'entrypoint.ended',
        op: 1,
        output: { text: 'no' },
        result: { ok: false, failure: { kind: 'io', message: 'no' } },
        durationMs: 4,
      } as never,
    ],
    ['1 failed no | 4 ms'],
  ],
  [
    'what only the journal needs',
    [
      { type: 'act.recorded', purpose: 'start', snapshot },
      { type: 'act.ending', ending },
      { type: 'act.finished', ending, totals },
      { type: 'deadline.passed', limitMs: 1 },
      { type: 'run.applied', commit: 'c', said: '' },
      { type: 'run.undone', left: snapshot },
    ],
    [],
  ],
])('%s is told in its words', (_, events, wanted) => {
  expect(shownOf(...events)).toEqual(wanted);
});

test('an act within a run is told as the activity of its step', () => {
  const lines = new ActivityLines();
  expect(lines.of({ type: 'notified', text: 'half' })).toEqual(['half']);
  expect(lines.of({ type: 'branch.taken', step: 'a', when: 'x', goto: 'b', ends: false, jumps: 1 })).toEqual([]);
});

const story: readonly ActRunEvent[] = [
  started(),
  { type: 'act.recorded', purpose: 'start', snapshot },
  { type: 'phase.entered', phase: 'doing', label: 'Working' },
  { type: 'turn.requested', op: 1, turn: 1, attempt: 1, tools: [], wait: null },
  turn({ calls: [call('execute_code', '{}'), call('x', '{}')] }),
  asked,
  requested(),
  came({ usage }),
  toolEnded('result: 1'),
  { type: 'call.refused', turn: 1, call: 1, told: 'No.' },
  { type: 'effect.held', op: 20, why: 'in_doubt', question: 'Did it?' },
  { type: 'clarification.asked', id: 2, op: 2, question: 'which?' },
  { type: 'paused', by: 'ann', message: 1 },
];

test('a summary has the turns of an act with their calls and effects, what waits for a person, and what it cost', () => {
  const { act, ...summary } = summaryOf(stored(story));
  expect(summary).toMatchObject({
    workflow: 'act',
    input: { text: 'count the files' },
    start: snapshot,
    end: null,
    cost: { calls: 2, nanoUsd: 20, tokens: 20 },
    ending: null,
  });
  expect(act).toMatchObject({
    phase: 'doing',
    label: 'Working',
    paused: true,
    held: [{ op: 20, why: 'in_doubt', question: 'Did it?' }],
    clarifications: [{ id: 2, question: 'which?' }],
    turns: [
      {
        turn: 1,
        failure: null,
        calls: [
          {
            name: 'execute_code',
            op: 2,
            output: { text: 'result: 1' },
            refused: false,
            effects: [{ requested: requested(), ended: came({ usage }) }],
          },
          { name: 'x', op: null, output: { text: 'No.' }, isError: true, refused: true, effects: [] },
        ],
      },
    ],
  });
});

test('a summary has how an act ended, and what was said', () => {
  const { act, ...summary } = summaryOf(
    stored([
      ...story,
      { type: 'effect.judged', op: 20, approved: true, words: '', by: 'ann' },
      { type: 'clarification.answered', id: 2, text: 'both', by: 'ann', message: null },
      { type: 'unpaused', by: 'ann', message: 2 },
      { type: 'paused', by: 'ann', message: 3 },
      { type: 'resumed', epoch: 2, by: 'me', workflow: null },
      { type: 'said', text: 'go', by: 'ann', message: 4 },
      { type: 'notified', text: 'half' },
      { type: 'model.told', text: 'empty' },
      { type: 'question.asked', id: 'q', text: 'far?', by: 'ann', message: 5 },
      { type: 'question.answered', id: 'q', answer: { ok: true, text: 'half' }, usage: null },
      { type: 'question.answered', id: 'q', answer: { ok: false, error: 'busy' }, usage: null },
      { type: 'stop.asked', by: 'ann', reason: '', message: 6 },
      { type: 'cancel.asked', by: 'ann' },
      { type: 'warning', step: '', message: 'w' },
      { type: 'turn.requested', op: 5, turn: 2, attempt: 1, tools: [], wait: null },
      {
        type: 'turn.ended',
        op: 5,
        digest: '',
        reply: { ok: false, failure: { kind: 'io', message: 'gone' } },
        usage,
        warnings: [],
        durationMs: 1,
      },
      { type: 'act.ending', ending },
      { type: 'act.recorded', purpose: 'end', snapshot: { ...snapshot, ref: 'end' } },
      { type: 'act.finished', ending, totals },
    ]),
  );
  expect(summary).toMatchObject({ end: { ref: 'end' }, ending: { status: 'failed', outcome: 'stuck', error: 'stuck' } });
  expect(act).toMatchObject({ phase: 'done', paused: false, held: [], clarifications: [], ending, totals });
  expect(act?.turns[1]).toMatchObject({ turn: 2, failure: { message: 'gone' }, text: null });
  expect(act?.remarks.map(({ by, text }) => `${by} ${text}`)).toEqual([
    'model which?',
    'person both',
    'person go',
    'model half',
    'pawl empty',
    'person far?',
    'model half',
    'model busy',
  ]);
});

test.each<[ActEnding, object]>([
  [
    { status: 'succeeded', outcome: 'stopped', result: { text: 'x' }, failure: null },
    { status: 'succeeded', outcome: 'completed', error: null },
  ],
  [
    { status: 'failed', outcome: 'failed', result: null, failure: null },
    { status: 'failed', outcome: 'failed', error: null },
  ],
  [
    { status: 'cancelled', outcome: 'cancelled', result: null, failure: { kind: 'cancelled', message: 'c' } },
    { status: 'cancelled', outcome: 'cancelled', error: null },
  ],
])('the ending %j is one as runs have it', (of, wanted) => {
  expect(summaryOf(stored([started(), { type: 'act.finished', ending: of, totals }])).ending).toEqual(wanted);
});

test('an entrypoint stands in the summary with its effects', () => {
  const begun: RunEvent[] = [started(), { type: 'entrypoint.requested', op: 2 } as never, requested(), came()];
  expect(summaryOf(stored(begun)).act?.entrypoint).toMatchObject({ op: 2, endedAtMs: null, effects: [{ ended: came() }] });
  const ended = {
    type: 'entrypoint.ended',
    op: 2,
    output: { text: '3' },
    result: { ok: false, failure: { kind: 'io', message: 'x' } },
    durationMs: 4,
  } as never;
  expect(summaryOf(stored([...begun, ended])).act?.entrypoint).toMatchObject({ isError: true, output: { text: '3' } });
  expect(summaryOf(stored([started(), ended])).act?.entrypoint).toBeNull();
});

test('an act that goes on beside another is told, and what came of it', () => {
  const adopted = { type: 'act.adopted', op: 9, run: 'a.9', call: { text: '["look"]' } } as const;
  const released = { type: 'act.released', run: 'a.9', told: 'Act a.9 has ended', nanoUsd: 0, tokens: 0 } as const;
  expect(shownOf(adopted, released)).toEqual(['0 phase act a.9 goes on beside it', '0 hears Act a.9 has ended']);
  expect(summaryOf(stored([started(), adopted, released])).act?.remarks).toMatchObject([{ by: 'pawl', text: 'Act a.9 has ended' }]);
});

test('an effect of the entrypoint ends by itself, not with another', () => {
  const begun: RunEvent[] = [
    started(),
    { type: 'entrypoint.requested', op: 2 },
    requested(),
    requested({ op: 21, n: 2 }),
    came({ op: 21 }),
  ];
  expect(summaryOf(stored(begun)).act?.entrypoint?.effects).toMatchObject([{ ended: null }, { ended: { op: 21 } }]);
});

test('of events before the first of an act there is no summary, and a turn that nobody asked for changes nothing', () => {
  expect(summarizeAct(null, turn(), 0)).toBeNull();
  expect(summaryOf(stored([started(), turn()])).act?.turns).toEqual([]);
});

test('the acts that answered the prompts of a run stand with its attempts', () => {
  const settings = { runner: 'claude+actor' } as never;
  const run = {
    type: 'run.started',
    workflow: { name: 'w', digest: 'd', source: { text: '' }, file: null },
    parent: null,
    input: { text: '' },
    settings,
    workspace: {} as never,
    recorded: false,
  } as RunEvent;
  const prompt = (op: number, attempt: number): RunEvent => ({
    type: 'prompt.requested',
    op,
    step: 'a',
    item: 0,
    iteration: 0,
    attempt,
    model: null,
    complaint: null,
  });
  const summary = summaryOf(
    stored([run, { type: 'step.started', step: 'a', item: 0, kind: 'prompt', group: null }, prompt(3, 1), prompt(4, 2)]),
  );
  expect(summary.steps[0]?.attempts[0]).toMatchObject({ acts: [`${summary.run}.3`, `${summary.run}.4`] });
});

test('the state of an act is the fold of its events; the journal of another run is none', () => {
  const act = new Played();
  expect(actOf(stored(act.events))).toEqual(act.state);
  expect(() => actOf(stored([{ type: 'run.ending', status: 'failed', outcome: 'failed', error: null }]))).toThrow(
    /is no act: it has an event run.ending/,
  );
});

test('events know of which kind of run they are, and whether a run is over with them', () => {
  const finished: RunEvent = { type: 'act.finished', ending, totals };
  expect([finished, requested(), story[5] as RunEvent].map(isEffectEvent)).toEqual([false, true, false]);
  expect([
    isEnd(finished),
    isOver(finished),
    isOver({ type: 'run.undone', left: snapshot }),
    isOver({ type: 'run.applied', commit: 'c', said: '' }),
    isOver(requested()),
  ]).toEqual([true, true, true, true, false]);
  expect(isActRunEvent({ type: 'run.ending', status: 'failed', outcome: 'failed', error: null })).toBe(false);
});

test('a run that failed tells why, its id and the refusal', () => {
  const failed = new RunFailed({ kind: 'io', message: 'no room', hint: 'make some' }, 'r');
  expect(failed).toMatchObject({ name: 'RunFailed', message: 'no room (make some)', run: 'r', refusal: null });
  expect(new RunFailed({ kind: 'io', message: 'no room' }, null).message).toBe('no room');
  expect(RunFailed.of({ code: 'cli/usage', message: 'no', hint: 'so' }, null)).toMatchObject({
    message: 'no (so)',
    refusal: { code: 'cli/usage' },
    failure: { kind: 'refused' },
  });
  expect(RunFailed.of({ code: 'cli/usage', message: 'no' }, null).message).toBe('no');
});

test('questions to a person stand in the order of their calls, each once; those of acts within are asked again when it is taken up', () => {
  const held = (op: number, why: EffectHeld['why'], question: string): ActRunEvent => ({ type: 'effect.held', op, why, question });
  const asked = [started(), held(9, 'within', 'b?'), held(5, 'in_doubt', 'a?'), held(9, 'within', 'c?'), held(7, 'within', 'd?')];
  const questions = (...more: ActRunEvent[]) => summaryOf(stored([...asked, ...more])).act?.held.map(({ question }) => question);
  expect(questions()).toEqual(['a?', 'd?', 'c?']);
  expect(questions({ type: 'resumed', epoch: 2, by: 'me', workflow: null })).toEqual(['a?']);
});

test('what an act within asks is in the summary and in its line with that act, until it is answered or that act has ended', () => {
  const asks = (id: number, op: number, run: string) =>
    ({ type: 'clarification.asked', id, op, question: 'which?', within: { run, id: 1 } }) as const;
  const adopted = { type: 'act.adopted', op: 20, run: 'a.20', call: { text: '["look"]' } } as const;
  const released = { type: 'act.released', run: 'a.20', told: 'Act a.20 has ended', nanoUsd: 5, tokens: 7 } as const;
  const openIn = (...events: readonly RunEvent[]) =>
    summaryOf(stored([...story, ...events])).act?.clarifications.map(({ id, within }) => [id, within]);
  const own = [2, undefined];
  expect(openIn(asks(40, 20, 'a.20'))).toEqual([own, [40, 'a.20']]);
  expect(openIn(asks(40, 20, 'a.20'), came({ usage }))).toEqual([own]);
  expect(openIn(adopted, asks(40, 20, 'a.20'), came({ usage }))).toEqual([own, [40, 'a.20']]);
  expect(openIn(adopted, asks(40, 20, 'a.20'), released)).toEqual([own]);
  expect(summaryOf(stored([...story, adopted, released])).act?.beside).toEqual([]);
  expect(new ActLines().of(asks(40, 20, 'a.20'))).toMatchObject([{ text: 'act a.20 asks: which?' }]);
});
