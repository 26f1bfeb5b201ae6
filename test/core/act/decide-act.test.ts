import { expect, test } from 'vitest';
import { freshAct } from '../../../src/core/act/act-state.ts';
import { tokensIn } from '../../../src/core/act/context-size.ts';
import { decideAct, stoppedText } from '../../../src/core/act/decide-act.ts';
import { evolveAct } from '../../../src/core/act/evolve-act.ts';
import type { ActEnding, CallProblem } from '../../../src/core/events/act-event.ts';
import type { EffectRequested } from '../../../src/core/events/effect-event.ts';
import type { ActRunEvent } from '../../../src/core/events/run-event.ts';
import { call, kit, limits, Played, reply, usage } from './act-parts.ts';

const endingIn = (events: readonly ActRunEvent[]): ActEnding | undefined =>
  events.flatMap((event) => (event.type === 'act.ending' ? [event.ending] : []))[0];

const problem: CallProblem = { kind: 'unknown_tool', told: 'There is no tool "x".' };

test('an act asks its model, carries out its calls one after another, shows it the results, and ends with its answer', () => {
  const act = new Played();
  expect(act.events.slice(1)).toEqual([
    { type: 'phase.entered', phase: 'doing', label: 'Working' },
    { type: 'turn.requested', op: 1, turn: 1, attempt: 1, tools: ['execute_code', 'notify'], wait: null },
  ]);
  const calls = [call('execute_code', '{"code":"1"}'), call('notify', '{}')];
  expect(act.replies({ calls, finish: 'calls' })).toEqual([{ type: 'tool.requested', op: 2, turn: 1, call: 0 }]);
  expect(act.gives('1')).toEqual([{ type: 'tool.requested', op: 3, turn: 1, call: 1 }]);
  expect(act.gives('told')).toMatchObject([{ type: 'turn.requested', op: 4, turn: 2 }]);
  expect(act.state.entries).toEqual([
    { kind: 'said', text: { text: 'count the files' } },
    { kind: 'turn', reply: reply({ calls, finish: 'calls' }) },
    {
      kind: 'results',
      results: [
        { id: calls[0]?.id, name: 'execute_code', output: { text: '1' }, isError: false },
        { id: calls[1]?.id, name: 'notify', output: { text: 'told' }, isError: false },
      ],
    },
  ]);
  const end = act.replies();
  const ending = { status: 'succeeded', outcome: 'completed', result: { text: 'twelve' }, failure: null } as const;
  expect(end).toEqual([{ type: 'act.ending', ending }]);
  expect(act.state.totals).toEqual({ turns: 2, toolCalls: 2, effects: 0, calls: 2, nanoUsd: 20, unpricedCalls: 0, tokens: 20 });
  act.tell({ type: 'act.finished', ending, totals: act.state.totals });
  expect(act.state).toMatchObject({ phase: 'done', ending });
  expect(act.tell({ type: 'said', text: 'wait', by: 'me', message: 1 })).toEqual([]);
});

test('a call that cannot be carried out is answered with what is wrong, and the others are carried out', () => {
  const act = new Played();
  const [refused, wanted] = act.replies({ calls: [call('x', '1', { problem }), call('notify', '{}')] });
  expect(refused).toEqual({ type: 'call.refused', turn: 1, call: 0, told: 'There is no tool "x".' });
  expect(wanted).toMatchObject({ type: 'tool.requested', call: 1 });
  expect(act.gives()).toMatchObject([{ type: 'turn.requested', turn: 2 }]);
  expect(act.state.entries.at(-1)).toMatchObject({ results: [{ isError: true }, { isError: false }] });
});

test.each([
  ['empty', { blank: true, text: { text: ' ' } }, 'invalid_output', /empty reply 4 times/],
  ['cut', { finish: 'length' }, 'too_large', /cut at the limit of its length 4 times/],
  ['of the wrong form', { misshapen: 'it is no list' }, 'invalid_output', /not of the form that is wanted 4 times in a row: it is no list/],
  [
    'without one call that can be carried out',
    { calls: [call('x', '1', { problem })] },
    'invalid_output',
    /4 times in a row: There is no tool "x"/,
  ],
] as const)('a model whose reply is %s is told so three times, and then the act ends', (_, changes, kind, message) => {
  const act = new Played();
  for (let turn = 1; turn <= 3; turn++) {
    const events = act.replies(changes);
    expect(events.filter(({ type }) => type === 'model.told')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: 'turn.requested', turn: turn + 1, attempt: 1 });
  }
  const ending = endingIn(act.replies(changes));
  expect(ending).toMatchObject({ status: 'failed', outcome: 'failed', result: null, failure: { kind } });
  expect(ending?.failure?.message).toMatch(message);
});

test('an empty reply does not stand in the conversation, as providers refuse it there', () => {
  const act = new Played();
  act.replies({ blank: true });
  expect(act.state.entries.map(({ kind: of }) => of)).toEqual(['said', 'said']);
});

test('complaints are counted in a row: what went well in between makes them new', () => {
  const act = new Played();
  for (let round = 0; round < 3; round++) {
    act.replies({ blank: true });
    act.replies({ blank: true });
    act.replies({ calls: [call('notify', `${round}`)] });
    act.gives();
  }
  expect(endingIn(act.events)).toBeUndefined();
});

test('the third equal call is not carried out, and the fifth ends the act', () => {
  const act = new Played();
  const again = { calls: [call('execute_code', '{"code":"poll()"}')] };
  for (let time = 1; time <= 2; time++) {
    expect(act.replies(again)).toMatchObject([{ type: 'tool.requested' }]);
    act.gives();
  }
  for (let time = 3; time <= 4; time++) {
    expect(act.replies(again)).toMatchObject([
      { type: 'call.refused', told: expect.stringContaining('this very call was made before') },
      { type: 'turn.requested' },
    ]);
  }
  expect(endingIn(act.replies(again))).toMatchObject({ status: 'failed', outcome: 'stuck' });
});

test.each([
  ['taking turns', ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b']],
  ['in batches', ['a b', 'b a', 'a b', 'b a']],
])('calls that are made again %s say nothing new either', (_, turns) => {
  const act = new Played();
  for (const turn of turns) {
    if (act.state.ending !== null) break;
    act.replies({ calls: turn.split(' ').map((given) => call('execute_code', given)) });
    while (act.state.pending.size > 0 && act.wanted.type === 'tool.requested') act.gives();
  }
  expect(act.state.ending).toMatchObject({ outcome: 'stuck' });
});

test('the same call may be made again after something new: tests are run after each edit', () => {
  const act = new Played();
  for (let edit = 0; edit < 20; edit++) {
    for (const given of [`edit ${edit}`, 'run the tests']) {
      act.replies({ calls: [call('execute_code', given)] });
      act.gives();
    }
  }
  expect(act.state.ending).toBeNull();
});

test('three tools in a row that could not do what they were asked end the act; code that throws is no such thing', () => {
  const act = new Played();
  const step = (round: number, carriedOut: boolean): ActRunEvent[] => {
    act.replies({ calls: [call('execute_code', `${round} ${carriedOut}`)] });
    return act.gives('no', { isError: true, carriedOut });
  };
  for (let round = 0; round < 10; round++) step(round, true);
  step(10, false);
  step(11, false);
  step(12, true);
  step(13, false);
  step(14, false);
  expect(act.state.ending).toBeNull();
  expect(endingIn(step(15, false))).toMatchObject({ outcome: 'stuck', failure: { message: expect.stringContaining('3 tools in a row') } });
});

test('an overloaded provider is asked again, later each time or when it said, and nothing is judged by it', () => {
  const act = new Played();
  expect(act.fails({ kind: 'overloaded', message: 'busy' })).toEqual([
    { type: 'turn.requested', op: 2, turn: 1, attempt: 2, tools: ['execute_code', 'notify'], wait: { forMs: 5_000, notBeforeMs: null } },
  ]);
  expect(act.fails({ kind: 'rate_limited', message: 'slow down', notBeforeMs: 99 })).toMatchObject([
    { attempt: 3, wait: { forMs: 10_000, notBeforeMs: 99 } },
  ]);
  for (let time = 3; time <= 10; time++)
    expect(act.fails({ kind: 'overloaded', message: 'busy' })).toMatchObject([{ type: 'turn.requested' }]);
  expect(endingIn(act.fails({ kind: 'overloaded', message: 'busy' }))).toMatchObject({
    outcome: 'failed',
    failure: { kind: 'overloaded' },
  });
});

test('a stream that breaks off is asked for twice more; whatever else fails ends the act with its words', () => {
  const act = new Played();
  const broken = { kind: 'incomplete', message: 'the stream broke off' } as const;
  expect(act.fails(broken)).toMatchObject([{ attempt: 2, wait: { forMs: 1_000 } }]);
  expect(act.fails(broken)).toMatchObject([{ attempt: 3, wait: { forMs: 2_000 } }]);
  expect(endingIn(act.fails(broken))).toMatchObject({ failure: broken });
  const refused = { kind: 'refused', message: 'I can not help' } as const;
  expect(endingIn(new Played().fails(refused))).toEqual({ status: 'failed', outcome: 'failed', result: null, failure: refused });
});

test('a request that went well makes failures before it no part of a row', () => {
  const act = new Played();
  act.fails({ kind: 'incomplete', message: 'x' });
  act.replies({ calls: [call('notify', '1')] });
  act.gives();
  expect(act.fails({ kind: 'incomplete', message: 'x' })).toMatchObject([{ turn: 2, attempt: 2 }]);
});

test.each([
  ['turns', { turns: 1 }, 'exhausted', 'the act had its 1 turns and is not finished'],
  ['money', { nanoUsd: 10 }, 'budget', 'the budget of $0.00 is used up ($0.00 spent)'],
  ['tokens', { tokens: 10 }, 'budget', 'the budget of 10 tokens is used up (10 used)'],
] as const)('the limit of %s ends an act before another turn is asked for', (_, limit, outcome, message) => {
  const act = new Played({ limits: { ...limits, ...limit } });
  act.replies({ calls: [call('notify', '1')] });
  expect(endingIn(act.gives())).toEqual({ status: 'failed', outcome, result: null, failure: { kind: 'budget', message } });
});

test('an answer that comes with the last of a limit is the answer', () => {
  expect(endingIn(new Played({ limits: { ...limits, turns: 1, nanoUsd: 1 } }).replies())).toMatchObject({ status: 'succeeded' });
});

test('what primitives cost counts', () => {
  const act = new Played({ limits: { ...limits, nanoUsd: 15 } });
  act.replies({ calls: [call('execute_code', '1')] });
  const ended = { type: 'effect.ended', op: 9, result: { ok: true, value: { text: '1' } }, digest: 'd', durationMs: 1 } as const;
  act.tell({ ...ended, nanoUsd: 5, usage: null, order: 1, nowMs: 0, settled: null });
  act.tell({ ...ended, nanoUsd: null, usage, order: 2, nowMs: 0, settled: null });
  expect(act.state.totals).toMatchObject({ effects: 2, nanoUsd: 15 });
  expect(endingIn(act.gives())).toMatchObject({ outcome: 'budget' });
});

test('what a person says is heard before the next turn, behind the results', () => {
  const act = new Played();
  act.replies({ calls: [call('notify', '1')] });
  expect(act.tell({ type: 'said', text: 'in French', by: 'me', message: 4 })).toEqual([]);
  act.gives();
  expect(act.state.entries.at(-2)).toMatchObject({ kind: 'results' });
  expect(act.state.entries.at(-1)).toEqual({ kind: 'said', text: { text: 'in French' } });
  expect(act.state.unheard).toEqual([]);
});

test('words to the run around it are counted as heard once a request shows them', () => {
  const act = new Played();
  act.replies({ calls: [call('notify', '1')] });
  act.tell({ type: 'said', text: 'in French', by: 'me', message: null, outer: 2 });
  act.tell({ type: 'said', text: 'to itself', by: 'me', message: null });
  expect(act.state.outer).toEqual({ taken: 2, heard: 0 });
  act.gives();
  expect(act.state.outer).toEqual({ taken: 2, heard: 2 });
});

test('what is said while the last answer is written makes another turn of it', () => {
  const act = new Played();
  act.tell({ type: 'said', text: 'in French', by: 'me', message: null });
  expect(act.replies()).toMatchObject([{ type: 'turn.requested', turn: 2 }]);
  expect(endingIn(act.replies())).toMatchObject({ status: 'succeeded' });
});

test('an act that persists waits behind its answer to be told more, until it is stopped', () => {
  const act = new Played({ persist: true });
  expect(act.replies()).toEqual([]);
  expect(act.tell({ type: 'said', text: 'and the folders?', by: 'me', message: null })).toMatchObject([
    { type: 'turn.requested', turn: 2 },
  ]);
  expect(act.replies()).toEqual([]);
  expect(endingIn(act.tell({ type: 'stop.asked', by: 'me', reason: 'enough', message: null }))).toEqual({
    status: 'succeeded',
    outcome: 'stopped',
    result: { text: 'Stopped before it was finished: enough' },
    failure: null,
  });
  expect(stoppedText('')).toBe('Stopped before it was finished.');
});

test('a paused act begins nothing, lets what is under way end, and goes on where it was', () => {
  const act = new Played();
  act.tell({ type: 'paused', by: 'me', message: null });
  expect(act.replies({ calls: [call('notify', '1')] })).toEqual([]);
  expect(act.tell({ type: 'unpaused', by: 'me', message: null })).toMatchObject([{ type: 'tool.requested' }]);
});

test('an act that is cancelled ends once what is under way has ended, also a paused one', () => {
  const act = new Played();
  act.tell({ type: 'paused', by: 'me', message: null });
  expect(act.tell({ type: 'cancel.asked', by: 'me' })).toEqual([]);
  expect(endingIn(act.fails({ kind: 'cancelled', message: 'cancelled' }))).toMatchObject({ status: 'cancelled', outcome: 'cancelled' });
});

test('the end of its time ends an act, and whoever stopped it before has stopped it', () => {
  const act = new Played();
  act.tell({ type: 'deadline.passed', limitMs: 60_000 });
  expect(endingIn(act.fails({ kind: 'cancelled', message: 'x' }))).toEqual({
    status: 'failed',
    outcome: 'exhausted',
    result: null,
    failure: { kind: 'timeout', message: 'the act took longer than its 60 s' },
  });
  const stopped = new Played();
  stopped.tell({ type: 'stop.asked', by: 'me', reason: '', message: null });
  stopped.tell({ type: 'stop.asked', by: 'me', reason: 'again', message: null });
  stopped.tell({ type: 'deadline.passed', limitMs: 60_000 });
  expect(endingIn(stopped.replies())).toMatchObject({ outcome: 'stopped', result: { text: 'Stopped before it was finished.' } });
});

test('a library is looked into before anything else is offered', () => {
  const act = new Played(
    {},
    { names: [...kit.names, 'search_functions', 'search_guidance'], discovery: ['search_functions', 'search_guidance'] },
  );
  expect(act.wanted).toMatchObject({ tools: ['search_functions', 'search_guidance'] });
  act.replies({ calls: [call('search_functions', '1')] });
  act.gives();
  expect(act.wanted).toMatchObject({ tools: ['search_guidance'] });
  act.replies({ calls: [call('search_guidance', '1')] });
  act.gives();
  expect(act.wanted).toMatchObject({ tools: ['execute_code', 'notify', 'search_functions', 'search_guidance'] });
});

test('at 70 % of the context it can only be compressed, and the loop goes on from the summary', () => {
  const act = new Played();
  act.replies({ calls: [call('notify', '1')] }, { ...usage, inputTokens: 650, outputTokens: 48 });
  act.gives();
  expect(act.wanted).toMatchObject({ tools: ['execute_code', 'notify'] });
  act.replies({ calls: [call('notify', '2')] }, { ...usage, inputTokens: 650, outputTokens: 50 });
  act.gives();
  expect(act.wanted).toMatchObject({ tools: ['compress_context'] });
  act.replies({ calls: [call('compress_context', 's'), call('notify', '3')] }, { ...usage, inputTokens: null, outputTokens: null });
  act.gives('ok', { summary: 'half is done' });
  expect(act.wanted).toMatchObject({ type: 'tool.requested', call: 1 });
  act.tell({ type: 'said', text: 'and mind the gap', by: 'ann', message: 1 });
  act.gives('told them');
  const note = 'The conversation up to here is replaced by what you wrote down of it:';
  expect(act.state.entries.map((entry) => entry.kind === 'said' && entry.text)).toEqual(
    ['count the files', note, 'half is done', 'and mind the gap'].map((text) => ({ text })),
  );
  expect(act.wanted).toMatchObject({ type: 'turn.requested', tools: ['execute_code', 'notify'] });
});

test('what a context holds is counted with what came since the provider counted it, and where it never does', () => {
  const tokens = (...steps: ((act: Played) => void)[]) => {
    const act = new Played();
    const before = act.state.contextTokens;
    for (const step of steps) step(act);
    return act.state.contextTokens - before;
  };
  const uncounted = { ...usage, inputTokens: null, outputTokens: null };
  const asks = (act: Played) => void act.replies({ text: { text: 'x'.repeat(40) }, calls: [call('notify', '1'.repeat(8))] }, uncounted);
  expect(tokens(asks)).toBe(12);
  expect(tokens(asks, (act) => void act.gives('y'.repeat(400)))).toBe(112);
  expect(tokens(asks, (act) => void act.gives('ä'.repeat(400)))).toBe(312);
  const told = (act: Played) => act.tell({ type: 'said', text: 'z'.repeat(80), by: 'ann', message: 1 });
  expect(tokens(asks, told)).toBe(12);
  expect(tokens(asks, told, (act) => void act.gives(''))).toBe(32);
  expect(tokensIn({ blob: 'b', bytes: 4_001 })).toBe(1_001);
});

test('a task that takes much of the context is not kept beside the summary', () => {
  for (const [chars, kept] of [
    [400, 3],
    [404, 2],
  ] as const) {
    const act = new Played({}, kit, 'x'.repeat(chars));
    act.replies({ calls: [call('compress_context', 's')] }, { ...usage, inputTokens: 700 });
    act.gives('ok', { summary: 'half is done' });
    expect(act.state.entries).toHaveLength(kept);
  }
});

test('a context that is used up with no tool to compress it is the end', () => {
  const act = new Played({}, { names: ['execute_code'], discovery: [] });
  act.replies({ calls: [call('execute_code', '1')] }, { ...usage, inputTokens: 900 });
  expect(endingIn(act.gives())).toMatchObject({ outcome: 'stuck' });
});

test('an act that is taken up asks again for the turn that was under way, whose cost nobody knows', () => {
  const act = new Played();
  act.replies({ calls: [call('notify', '1')] });
  act.gives();
  const again = act.tell({ type: 'resumed', epoch: 2, by: 'me', workflow: null });
  expect(again).toMatchObject([{ type: 'turn.requested', turn: 2, attempt: 1 }]);
  expect(act.state.totals).toMatchObject({ turns: 1, calls: 2, unpricedCalls: 1 });
});

test('of a call that was under way whoever takes the act up has to say what came; a pause is over', () => {
  const act = new Played();
  act.replies({ calls: [call('notify', '1')] });
  act.tell({ type: 'paused', by: 'me', message: 3 });
  expect(act.tell({ type: 'resumed', epoch: 2, by: 'me', workflow: null })).toEqual([]);
  expect(act.state).toMatchObject({ paused: false, totals: { calls: 1 } });
  expect(act.gives('interrupted', { isError: true })).toMatchObject([{ type: 'turn.requested', turn: 2 }]);
});

test('questions of people and of the model wait until they are answered, and cost what they cost', () => {
  const act = new Played();
  act.tell({ type: 'question.asked', id: 'q', text: 'how far?', by: 'me', message: 1 });
  expect([...act.state.questions]).toEqual([['q', 'how far?']]);
  act.tell({ type: 'question.answered', id: 'other', answer: { ok: false, error: 'nothing to answer by' }, usage: null });
  act.tell({ type: 'question.answered', id: 'q', answer: { ok: true, text: 'half' }, usage: { ...usage, nanoUsd: null } });
  expect(act.state).toMatchObject({ questions: new Map(), totals: { calls: 1, unpricedCalls: 1, tokens: 10 } });
  act.replies({ calls: [call('request_clarification', '1')] });
  act.tell({ type: 'clarification.asked', id: 2, op: 2, question: 'which?' });
  expect(act.state.clarifications.get(2)).toEqual({ op: 2, question: 'which?' });
  act.tell({ type: 'clarification.answered', id: 2, text: 'both', by: 'me', message: null });
  expect(act.state.clarifications.size).toBe(0);
});

test('an act that nobody started wants nothing', () => {
  expect(decideAct(kit, freshAct)).toEqual([]);
});

test('a number of an operation that a primitive took is not given again', () => {
  const act = new Played();
  act.replies({ calls: [call('execute_code', '1')] });
  act.tell({ type: 'effect.requested', op: 7 } as EffectRequested);
  expect(act.gives()).toMatchObject([{ type: 'turn.requested', op: 8 }]);
});

test('what only readers want changes nothing', () => {
  const act = new Played();
  const before = act.state;
  act.tell({ type: 'notified', text: 'half' }, { type: 'warning', step: '', message: 'x' });
  const snapshot = { id: 'i', tree: 't', head: null, ref: 'r' };
  act.tell(
    { type: 'run.applied', commit: 'c', said: '' },
    { type: 'run.undone', left: snapshot },
    { type: 'act.recorded', purpose: 'start', snapshot },
    { type: 'effect.held', op: 9, why: 'in_doubt', question: '?' },
    { type: 'effect.judged', op: 9, approved: true, words: '', by: 'me' },
  );
  expect(act.state).toEqual(before);
});

test('a journal that answers what was not asked is a mistake of its writer', () => {
  expect(() =>
    new Played().tell({ type: 'tool.ended', op: 9, output: { text: '' }, isError: false, carriedOut: true, meaning: null, durationMs: 0 }),
  ).toThrow(/operation 9/);
  expect(() => new Played().gives()).toThrow(/turn.requested/);
  expect(() => new Played().tell({ type: 'call.refused', turn: 1, call: 3, told: '' })).toThrow(/call 3/);
});

test('of an act that persists, an answer that is of use makes complaints before it no part of a row', () => {
  const act = new Played({ persist: true });
  for (let each = 0; each < 3; each++) act.replies({ blank: true, text: { text: '' } });
  expect(act.replies()).toEqual([]);
  act.tell({ type: 'said', text: 'more', by: 'me', message: null });
  for (let each = 0; each < 3; each++) expect(endingIn(act.replies({ blank: true, text: { text: '' } }))).toBeUndefined();
  expect(act.wanted.type).toBe('turn.requested');
});

test('a turn that is asked for again keeps its number, and those before it theirs', () => {
  const act = new Played();
  act.replies({ calls: [call('notify', '1')] });
  act.gives();
  act.fails({ kind: 'overloaded', message: 'busy' });
  const asked = act.events.flatMap((event) => (event.type === 'turn.requested' ? [[event.turn, event.attempt]] : []));
  expect(asked).toEqual([
    [1, 1],
    [2, 1],
    [2, 2],
  ]);
});

test('calls without a word stand in the conversation, and so do words without a call', () => {
  const act = new Played({ persist: true });
  act.replies({ blank: true, text: { text: '' }, calls: [call('notify', '1')] });
  act.gives();
  act.replies();
  expect(act.state.entries.map(({ kind }) => kind)).toEqual(['said', 'turn', 'results', 'turn']);
});

test('an act that was cancelled says so', () => {
  const act = new Played({ persist: true });
  act.replies();
  expect(endingIn(act.tell({ type: 'cancel.asked', by: 'me' }))?.failure).toEqual({ kind: 'cancelled', message: 'the act was cancelled' });
});

test('calls that could not be carried out are none that were made before', () => {
  const act = new Played();
  const bad = { problem: { kind: 'bad_arguments', told: 'no' } } as const;
  for (let each = 0; each < 3; each++) act.replies({ calls: [call('notify', '1', bad), call('notify', `good ${each}`)] }) && act.gives();
  expect(act.replies({ calls: [call('notify', '1')] })).toMatchObject([{ type: 'tool.requested' }]);
  expect(act.state.repeats.refused).toBe(0);
});

test('the end of a tool that is not the next call is a mistake of the journal', () => {
  const end = (op: number) =>
    ({ type: 'tool.ended', op, output: { text: '' }, isError: false, carriedOut: true, meaning: null, durationMs: 1 }) as const;
  const act = new Played();
  const { op } = act.wanted;
  expect(() => evolveAct(act.state, end(op))).toThrow('answers operation');
  act.replies({ calls: [call('notify', '1'), call('notify', '2')] });
  const other = evolveAct(act.state, { type: 'tool.requested', op: 99, turn: 1, call: 1 });
  expect(() => evolveAct(other, end(99))).toThrow('answers operation');
});
