import { expect, test } from 'vitest';
import { evolveAct } from '../../../src/core/act/evolve-act.ts';
import { adoptedTools } from '../../../src/core/act/tool-kit.ts';
import type { EffectEvent } from '../../../src/core/events/effect-event.ts';
import { ended, requested } from '../effects/requested.ts';
import { call, Played } from './act-parts.ts';

const adopted = { type: 'act.adopted', op: 9, run: 'a.9', call: { text: '["look"]' } } as const;
const released = { type: 'act.released', run: 'a.9', told: 'Act a.9 has ended', nanoUsd: 5, tokens: 7 } as const;

test('an act that goes on beside another has tools there until it ends, and its end is heard before the next turn', () => {
  const act = new Played();
  act.replies({ calls: [call('execute_code', '{}')] });
  act.tell(adopted);
  act.gives();
  expect(act.events.at(-1)).toMatchObject({
    type: 'turn.requested',
    tools: ['execute_code', 'notify', 'ask_a_9', 'interject_a_9', 'stop_a_9'],
  });
  act.tell(released);
  act.replies({ calls: [call('execute_code', '{"code":"2"}')] });
  act.gives();
  expect(act.events.at(-1)).toMatchObject({ type: 'turn.requested', tools: ['execute_code', 'notify'] });
  expect(act.state.entries.at(-1)).toEqual({ kind: 'said', text: { text: 'Act a.9 has ended' } });
  expect(act.state.totals).toMatchObject({ nanoUsd: 25, tokens: 27, unpricedCalls: 0 });
});

test('an act is not finished before those beside it are: its model hears of their end and answers then', () => {
  const act = new Played();
  act.tell(adopted);
  expect(act.replies()).toEqual([]);
  expect(act.tell(released)).toMatchObject([{ type: 'turn.requested' }]);
  expect(act.replies()).toMatchObject([{ type: 'act.ending', ending: { status: 'succeeded' } }]);
});

test('what goes on beside it and waits for a person is known with its question, until the act is taken up', () => {
  const act = new Played();
  act.tell(adopted, { ...adopted, op: 10, run: 'a.10' });
  const waits = () => [...act.state.adopted.values()].map((each) => each.waits);
  expect(waits()).toEqual([null, null]);
  act.tell({ type: 'effect.held', op: 10, why: 'within', question: 'Did it?' });
  act.tell({ type: 'effect.held', op: 9, why: 'in_doubt', question: 'Its own?' });
  expect(waits()).toEqual([null, 'Did it?']);
  act.tell({ type: 'resumed', epoch: 2, by: 'me', workflow: null });
  expect(waits()).toEqual([null, null]);
});

test('what a call of a primitive took counts: a model that nobody priced is not free', () => {
  const act = new Played();
  const usage = { nanoUsd: null, inputTokens: 3, outputTokens: 4, model: 'm' };
  const bare = { ...usage, inputTokens: null, outputTokens: null };
  const effects: EffectEvent[] = [
    requested({ op: 5 }),
    ended(5, { nanoUsd: 2, usage }),
    requested({ op: 6 }),
    ended(6, { nanoUsd: null, usage: bare }),
    requested({ op: 7 }),
    ended(7, { nanoUsd: null }),
  ];
  expect(effects.reduce(evolveAct, act.state).totals).toMatchObject({ effects: 3, nanoUsd: 2, tokens: 7, unpricedCalls: 1 });
});

test('its tools are named by its run, as a name of a tool may be', () => {
  expect(adoptedTools('a.9.12')).toEqual(['ask_a_9_12', 'interject_a_9_12', 'stop_a_9_12']);
});

const asked = (id: number, op: number, run: string) =>
  ({ type: 'clarification.asked', id, op, question: 'which?', within: { run, id: 3 } }) as const;
const answered = (id: number) => ({ type: 'clarification.answered', id, text: 'src', by: 'ann', message: null }) as const;

test('what an act within asks is asked until somebody answers, and its answer is known until that act has ended', () => {
  const act = new Played();
  act.replies({ calls: [call('execute_code', '{}')] });
  const effect = (op: number) => [requested({ op, cell: 2, n: op }), ended(op)];
  const [waited, over] = effect(20) as [EffectEvent, EffectEvent];
  const [begun, handed] = effect(9) as [EffectEvent, EffectEvent];
  act.tell(waited, begun, adopted, asked(30, 20, 'a.20'), asked(31, 9, 'a.9'), handed);
  const open = () => [[...act.state.clarifications.keys()], [...act.state.answersWithin.keys()]];
  expect(open()).toEqual([[30, 31], []]);
  act.tell(answered(30));
  expect(open()).toEqual([[31], [30]]);
  expect(act.state.answersWithin.get(30)).toEqual({ op: 20, run: 'a.20', id: 3, text: 'src', by: 'ann' });
  act.tell(over);
  expect(open()).toEqual([[31], []]);
  act.tell(answered(31));
  expect(open()).toEqual([[], [31]]);
  act.tell(asked(32, 9, 'a.9'), { type: 'clarification.asked', id: 33, op: 9, question: 'its own?' });
  act.tell(released);
  expect(open()).toEqual([[33], []]);
  act.tell(answered(33));
  expect(open()).toEqual([[], []]);
});
