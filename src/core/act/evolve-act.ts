import type { ActIntent, ActOutcome, TurnReply } from '../events/act-event.ts';
import type { EffectEnded, EffectHeld } from '../events/effect-event.ts';
import type { Usage } from '../events/event-parts.ts';
import type { ActRunEvent } from '../events/run-event.ts';
import type { SteeringEvent } from '../events/steering-event.ts';
import type { ActState, CallResult, Entry } from './act-state.ts';
import { reviewed, withEdits, withPass } from './evolve-storage.ts';
import { withCall } from './repeats.ts';

/** The state after one more event. An outcome of what was not under way is a mistake of the journal's writer and throws. */
export function evolveAct(state: ActState, event: ActRunEvent): ActState {
  switch (event.type) {
    case 'act.started':
      return { ...state, settings: event.settings, entries: [{ kind: 'said', text: event.request }] };
    case 'phase.entered':
      return { ...state, phase: event.phase };
    case 'turn.requested':
      return withIntent({ ...heard(state), turn: event.turn, reply: null, answered: 0, isTold: false }, event);
    case 'tool.requested':
    case 'entrypoint.requested':
    case 'review.requested':
    case 'edits.requested':
      return withIntent(state, event);
    case 'turn.ended':
    case 'tool.ended':
    case 'entrypoint.ended':
    case 'review.ended':
    case 'edits.ended':
      return withOutcome(state, event);
    case 'call.refused':
      return refused(state, event.call, event.told);
    case 'model.told':
      return { ...state, entries: withSaid(state.entries, event.text), isTold: true, useless: state.useless + 1 };
    case 'act.adopted':
      return { ...state, adopted: new Map([...state.adopted, [event.run, { op: event.op, call: event.call, waits: null }]]) };
    case 'act.released':
      return {
        ...withoutQuestionsOf(withSpent(state, event.nanoUsd, event.tokens), state.adopted.get(event.run)?.op),
        adopted: without(state.adopted, event.run),
        unheard: [...state.unheard, { text: event.told, outer: null }],
      };
    case 'storage.begun':
    case 'storage.ended':
      return withPass(state, event);
    case 'resumed':
      return resumed(state);
    case 'effect.ended':
      // A call that gave a handle is over, and what it began goes on.
      return withEffect([...state.adopted.values()].some(({ op }) => op === event.op) ? state : withoutQuestionsOf(state, event.op), event);
    case 'act.ending':
      return { ...state, ending: event.ending };
    case 'act.finished':
      return { ...state, phase: event.review === undefined ? 'done' : 'review' };
    case 'effect.requested':
      return { ...state, nextOp: Math.max(state.nextOp, event.op + 1) };
    case 'effect.held':
      return event.why === 'within' ? { ...state, adopted: withWaiting(state.adopted, event) } : state;
    case 'effect.judged':
    case 'act.recorded':
    case 'notified':
    case 'function.pinned':
    case 'warning':
    case 'run.applied':
    case 'run.undone':
      return state;
    default:
      return steered(state, event);
  }
}

/** What people said, and what became of it. */
function steered(
  state: ActState,
  event: SteeringEvent | Extract<ActRunEvent, { type: 'cancel.asked' | 'deadline.passed' | `clarification.${string}` }>,
): ActState {
  switch (event.type) {
    case 'said':
      return said(state, event.text, event.outer ?? null);
    case 'paused':
      return { ...state, paused: true };
    case 'unpaused':
      return { ...state, paused: false };
    case 'stop.asked':
      return { ...state, stop: state.stop ?? { why: 'stopped', reason: event.reason } };
    case 'cancel.asked':
      return { ...state, stop: { why: 'cancelled' } };
    case 'deadline.passed':
      return { ...state, stop: state.stop ?? { why: 'deadline', limitMs: event.limitMs } };
    case 'question.asked':
      return { ...state, questions: new Map([...state.questions, [event.id, event.text]]) };
    case 'question.answered':
      return { ...(event.usage === null ? state : withUsage(state, event.usage)), questions: without(state.questions, event.id) };
    case 'clarification.asked': {
      const { type: _, id, ...asked } = event;
      return { ...state, clarifications: new Map([...state.clarifications, [id, asked]]) };
    }
    case 'clarification.answered':
      return answered(state, event);
  }
}

function answered(state: ActState, { id, text, by }: Extract<ActRunEvent, { type: 'clarification.answered' }>): ActState {
  const asked = state.clarifications.get(id);
  const next = { ...state, clarifications: without(state.clarifications, id) };
  if (asked?.within === undefined) return next;
  return { ...next, answersWithin: new Map([...state.answersWithin, [id, { op: asked.op, ...asked.within, text, by }]]) };
}

/** What an act within has asked nobody can answer any more once the call that began it is over, or it has ended beside this one. */
function withoutQuestionsOf(state: ActState, op: number | undefined): ActState {
  const { clarifications, answersWithin } = state;
  const open = [...clarifications].filter(([, asked]) => asked.within === undefined || asked.op !== op);
  const answers = [...answersWithin].filter(([, answer]) => answer.op !== op);
  if (open.length === clarifications.size && answers.length === answersWithin.size) return state;
  return { ...state, clarifications: new Map(open), answersWithin: new Map(answers) };
}

const withIntent = (state: ActState, intent: ActIntent): ActState => ({
  ...state,
  nextOp: Math.max(state.nextOp, intent.op + 1),
  pending: new Map([...state.pending, [intent.op, intent]]),
});

function withOutcome(state: ActState, outcome: ActOutcome): ActState {
  const intent = state.pending.get(outcome.op);
  if (intent === undefined)
    throw new Error(`the journal has an outcome (${outcome.type}) for operation ${outcome.op}, which is not under way`);
  const settled = { ...state, pending: without(state.pending, outcome.op) };
  switch (outcome.type) {
    case 'turn.ended':
      return turned(settled, outcome);
    case 'tool.ended':
      return carriedOut(settled, intent, outcome);
    case 'entrypoint.ended': {
      const { result } = outcome;
      const entries: readonly Entry[] = result.ok ? settled.entries : [...settled.entries, { kind: 'said', text: result.told }];
      return { ...settled, entrypoint: result, entries };
    }
    case 'review.ended':
      return reviewed(settled);
    case 'edits.ended':
      return withEdits(settled, outcome.result);
  }
}

function turned(state: ActState, { reply, usage }: Extract<ActOutcome, { type: 'turn.ended' }>): ActState {
  const next = withUsage(state, usage);
  if (!reply.ok) return { ...next, failed: { failure: reply.failure, times: (state.failed?.times ?? 0) + 1 } };
  const { ok: _, ...turn } = reply;
  const used = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  return {
    ...next,
    failed: null,
    useless: isAnswer(turn) ? 0 : next.useless,
    reply: turn,
    answered: 0,
    contextTokens: used > 0 ? used : next.contextTokens,
    entries: turn.blank && turn.calls.length === 0 ? next.entries : [...next.entries, { kind: 'turn', reply: turn }],
    totals: { ...next.totals, turns: next.totals.turns + 1 },
  };
}

/** Whether a reply can be the final answer as it stands. */
const isAnswer = ({ calls, blank, finish, misshapen }: TurnReply): boolean =>
  calls.length === 0 && !blank && finish !== 'length' && misshapen === null;

function carriedOut(state: ActState, intent: ActIntent, ended: Extract<ActOutcome, { type: 'tool.ended' }>): ActState {
  const { calls } = state.reply ?? { calls: [] };
  const call = calls[state.answered];
  if (intent.type !== 'tool.requested' || call === undefined || intent.call !== state.answered)
    throw new Error(`the journal answers operation ${ended.op} (${intent.type}) with ${ended.type}`);
  const { output, isError } = ended;
  const answered = withResult(state, { id: call.id, name: call.name, output, isError });
  return {
    ...answered,
    ...meant(state, calls.length, ended),
    useless: 0,
    toolFailures: ended.carriedOut ? 0 : state.toolFailures + 1,
    repeats: withCall(state.repeats, call.digest as string),
    discovered: new Set([...state.discovered, call.name]),
    totals: { ...state.totals, toolCalls: state.totals.toolCalls + 1 },
  };
}

/** What a tool means for the loop itself. */
function meant(state: ActState, calls: number, { meaning, op }: Extract<ActOutcome, { type: 'tool.ended' }>): Partial<ActState> {
  if (meaning === null) return {};
  switch (meaning.kind) {
    case 'compressed':
      // What is compressed has no calls any more that could want results.
      return { entries: [{ kind: 'said', text: meaning.summary }], contextTokens: 0, answered: calls };
    case 'installed': {
      const { packages, manifest, lock } = meaning;
      return { packages: { op, packages, manifest, lock } };
    }
    case 'staged':
      return { staged: [...state.staged, meaning.edit] };
  }
}

function refused(state: ActState, at: number, told: string): ActState {
  const call = state.reply?.calls[at];
  if (call === undefined) throw new Error(`the journal refuses call ${at}, which the model did not make`);
  const answered = withResult(state, { id: call.id, name: call.name, output: { text: told }, isError: true });
  return { ...answered, repeats: call.problem === null && call.digest !== null ? withCall(state.repeats, call.digest) : state.repeats };
}

/** Results of one turn stand together, right behind it. */
function withResult(state: ActState, result: CallResult): ActState {
  const last = state.entries.at(-1);
  const entries: Entry[] =
    last?.kind === 'results'
      ? [...state.entries.slice(0, -1), { kind: 'results', results: [...last.results, result] }]
      : [...state.entries, { kind: 'results', results: [result] }];
  return { ...state, entries, answered: state.answered + 1 };
}

const withSaid = (entries: readonly Entry[], text: string): Entry[] => [...entries, { kind: 'said', text: { text } }];

const said = (state: ActState, text: string, outer: number | null): ActState => ({
  ...state,
  unheard: [...state.unheard, { text, outer }],
  outer: { ...state.outer, taken: outer ?? state.outer.taken },
});

/** The next request shows the model all that was said. */
const heard = (state: ActState): ActState => ({
  ...state,
  entries: state.unheard.reduce<readonly Entry[]>((entries, { text }) => withSaid(entries, text), state.entries),
  unheard: [],
  outer: { ...state.outer, heard: state.outer.taken },
});

/** A turn that was under way is asked for again; of a tool's call, or the function that it was begun with, whoever takes the act up has to say what came. */
function resumed(state: ActState): ActState {
  const code = [...state.pending].filter(([, { type }]) => type !== 'turn.requested');
  const lost = code.length < state.pending.size;
  const totals = lost ? { ...state.totals, calls: state.totals.calls + 1, unpricedCalls: state.totals.unpricedCalls + 1 } : state.totals;
  // What goes on beside it is taken up with it, and asks again.
  const adopted = new Map([...state.adopted].map(([run, act]) => [run, { ...act, waits: null }]));
  return { ...state, pending: new Map(code), adopted, paused: false, totals };
}

const withWaiting = (adopted: ActState['adopted'], { op, question }: EffectHeld): ActState['adopted'] =>
  new Map([...adopted].map(([run, act]) => [run, act.op === op ? { ...act, waits: question } : act]));

function withUsage(state: ActState, { nanoUsd, inputTokens, outputTokens }: Usage): ActState {
  const { totals } = state;
  return {
    ...state,
    totals: {
      ...totals,
      calls: totals.calls + 1,
      nanoUsd: totals.nanoUsd + (nanoUsd ?? 0),
      unpricedCalls: totals.unpricedCalls + (nanoUsd === null ? 1 : 0),
      tokens: totals.tokens + (inputTokens ?? 0) + (outputTokens ?? 0),
    },
  };
}

function withEffect(state: ActState, { nanoUsd, usage }: EffectEnded): ActState {
  const tokens = (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
  const spent = usage === null ? withSpent(state, nanoUsd ?? 0, 0) : withSpent(state, nanoUsd, tokens);
  return { ...spent, totals: { ...spent.totals, effects: spent.totals.effects + 1 } };
}

/** What others than the act's own model took; null = not known. */
function withSpent(state: ActState, nanoUsd: number | null, tokens: number): ActState {
  const { totals } = state;
  const unpricedCalls = totals.unpricedCalls + (nanoUsd === null ? 1 : 0);
  return { ...state, totals: { ...totals, nanoUsd: totals.nanoUsd + (nanoUsd ?? 0), unpricedCalls, tokens: totals.tokens + tokens } };
}

function without<K, V>(map: ReadonlyMap<K, V>, key: K): Map<K, V> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
