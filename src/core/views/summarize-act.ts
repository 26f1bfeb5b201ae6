import type { ActOutcome, TurnReply } from '../events/act-event.ts';
import type { EffectEnded, EffectHeld } from '../events/effect-event.ts';
import type { ActRunEvent } from '../events/run-event.ts';
import type { ActSummary, CallSummary, EffectSummary, Remark, StorageSummary, TurnSummary } from './act-summary.ts';

/** The summary of an act after one more event; null before its first. */
export function summarizeAct(act: ActSummary | null, event: ActRunEvent, atMs: number): ActSummary | null {
  if (event.type === 'act.started') {
    const { settings } = event;
    return {
      settings,
      phase: 'doing',
      label: '',
      entrypoint: null,
      turns: [],
      remarks: [],
      clarifications: [],
      beside: [],
      held: [],
      storage: [],
      paused: false,
      ending: null,
      totals: null,
    };
  }
  return act === null ? null : after(act, event, atMs);
}

function after(act: ActSummary, event: Exclude<ActRunEvent, { type: 'act.started' }>, atMs: number): ActSummary {
  switch (event.type) {
    case 'phase.entered':
      return { ...act, phase: event.phase, label: event.label };
    case 'turn.requested':
      return { ...act, turns: [...act.turns, newTurn(event.turn, event.attempt, atMs)] };
    case 'turn.ended':
      return withLastTurn(act, (turn) => ended(turn, event, atMs));
    case 'tool.requested':
      return withCall(act, event.call, (call) => ({ ...call, op: event.op, startedAtMs: atMs }));
    case 'tool.ended':
      return withCallOf(act, event.op, (call) => ({ ...call, output: event.output, isError: event.isError, endedAtMs: atMs }));
    case 'call.refused':
      return withCall(act, event.call, (call) => ({
        ...call,
        output: { text: event.told },
        isError: true,
        refused: true,
        endedAtMs: atMs,
      }));
    case 'entrypoint.requested': {
      const { op } = event;
      return { ...act, entrypoint: { op, startedAtMs: atMs, endedAtMs: null, output: null, isError: false, effects: [] } };
    }
    case 'entrypoint.ended': {
      const { output, result } = event;
      return { ...act, entrypoint: act.entrypoint && { ...act.entrypoint, endedAtMs: atMs, output, isError: !result.ok } };
    }
    case 'effect.requested': {
      const begun = { requested: event, ended: null };
      if (act.entrypoint?.op === event.cell)
        return { ...act, entrypoint: { ...act.entrypoint, effects: [...act.entrypoint.effects, begun] } };
      return withCallOf(act, event.cell, (call) => ({ ...call, effects: [...call.effects, begun] }));
    }
    case 'effect.ended':
      return withEffectEnded({ ...act, clarifications: askedBehind(act, event.op) }, event);
    case 'effect.held':
      return { ...act, held: heldNow(act, event) };
    case 'effect.judged':
      return { ...act, held: act.held.filter(({ op }) => op !== event.op) };
    default:
      return afterWords(act, event, atMs);
  }
}

type Words = Exclude<
  ActRunEvent,
  {
    type:
      | `turn.${string}`
      | `tool.${string}`
      | `entrypoint.${string}`
      | `effect.${string}`
      | 'act.started'
      | 'phase.entered'
      | 'call.refused';
  }
>;

/** What was said, and how it stands. */
function afterWords(act: ActSummary, event: Words, atMs: number): ActSummary {
  switch (event.type) {
    case 'model.told':
      return withRemark(act, 'pawl', event.text, atMs);
    case 'notified':
      return withRemark(act, 'model', event.text, atMs);
    case 'said':
      return withRemark(act, 'person', event.text, atMs);
    case 'clarification.asked': {
      const { id, op, question, within } = event;
      const asked = { id, op, question, ...(within === undefined ? {} : { within: within.run }) };
      return { ...withRemark(act, 'model', question, atMs), clarifications: [...act.clarifications, asked] };
    }
    case 'clarification.answered':
      return {
        ...withRemark(act, 'person', event.text, atMs),
        clarifications: act.clarifications.filter(({ id }) => id !== event.id),
      };
    case 'question.asked':
      return withRemark(act, 'person', event.text, atMs);
    case 'question.answered':
      return withRemark(act, 'model', event.answer.ok ? event.answer.text : event.answer.error, atMs);
    case 'paused':
    case 'unpaused':
      return { ...act, paused: event.type === 'paused' };
    case 'resumed':
      // What waits within it is asked again.
      return { ...act, paused: false, held: act.held.filter(({ why }) => why !== 'within') };
    case 'act.finished':
      return { ...act, phase: event.review === undefined ? 'done' : 'review', ending: event.ending, totals: event.totals };
    case 'review.ended':
      return { ...act, phase: 'done', storage: [...act.storage.slice(0, -1), { ...(act.storage.at(-1) as StorageSummary), end: event }] };
    case 'review.requested':
      return { ...act, storage: [...act.storage, { run: event.reviewer, label: event.label, end: null }] };
    case 'storage.begun':
      return { ...act, storage: [...act.storage, { run: event.pass, label: event.label, end: null }] };
    case 'storage.ended':
      return { ...act, storage: act.storage.map((each) => (each.run === event.pass ? { ...each, end: event } : each)) };
    case 'act.adopted':
      return { ...act, beside: [...act.beside, event.run] };
    case 'act.released': {
      const clarifications = act.clarifications.filter(({ within }) => within !== event.run);
      const beside = act.beside.filter((run) => run !== event.run);
      return withRemark({ ...act, clarifications, beside }, 'pawl', event.told, atMs);
    }
    case 'edits.requested':
    case 'edits.ended':
    case 'function.pinned':
    case 'act.ending':
    case 'act.recorded':
    case 'stop.asked':
    case 'cancel.asked':
    case 'deadline.passed':
    case 'warning':
    case 'run.applied':
    case 'run.undone':
      return act;
  }
}

/** In the order of the calls: in that order they are asked about again when the act is taken up. */
const heldNow = ({ held }: ActSummary, { op, why, question }: EffectHeld): ActSummary['held'] =>
  [...held.filter((each) => each.op !== op), { op, why, question }].sort((one, other) => one.op - other.op);

const newTurn = (turn: number, attempt: number, startedAtMs: number): TurnSummary => ({
  turn,
  attempt,
  startedAtMs,
  endedAtMs: null,
  text: null,
  failure: null,
  usage: null,
  calls: [],
});

const ended = (turn: TurnSummary, { reply, usage }: Extract<ActOutcome, { type: 'turn.ended' }>, endedAtMs: number): TurnSummary =>
  reply.ok
    ? { ...turn, endedAtMs, usage, text: reply.text, calls: reply.calls.map(newCall) }
    : { ...turn, endedAtMs, usage, failure: reply.failure };

const newCall = (call: TurnReply['calls'][number]): CallSummary => ({
  name: call.name,
  arguments: call.arguments,
  problem: call.problem,
  op: null,
  startedAtMs: null,
  endedAtMs: null,
  output: null,
  isError: false,
  refused: false,
  effects: [],
});

function withLastTurn(act: ActSummary, change: (turn: TurnSummary) => TurnSummary): ActSummary {
  const last = act.turns.at(-1);
  return last === undefined ? act : { ...act, turns: [...act.turns.slice(0, -1), change(last)] };
}

const withCall = (act: ActSummary, at: number, change: (call: CallSummary) => CallSummary): ActSummary =>
  withLastTurn(act, (turn) => ({ ...turn, calls: turn.calls.map((call, index) => (index === at ? change(call) : call)) }));

const withCallOf = (act: ActSummary, op: number, change: (call: CallSummary) => CallSummary): ActSummary =>
  withLastTurn(act, (turn) => ({ ...turn, calls: turn.calls.map((call) => (call.op === op ? change(call) : call)) }));

/** What is still asked behind the end of a call: an act that code waited for asks nothing any more. */
const askedBehind = ({ clarifications, beside }: ActSummary, ended: number): ActSummary['clarifications'] =>
  clarifications.filter(({ op, within }) => within === undefined || op !== ended || beside.includes(within));

function withEffectEnded(act: ActSummary, event: EffectEnded): ActSummary {
  const { entrypoint } = act;
  const first = entrypoint === null ? null : withEnd(entrypoint.effects, event);
  if (entrypoint !== null && first !== null) return { ...act, entrypoint: { ...entrypoint, effects: first } };
  return withLastTurn(act, (turn) => ({ ...turn, calls: turn.calls.map((call) => callWithEnd(call, event)) }));
}

function callWithEnd(call: CallSummary, event: EffectEnded): CallSummary {
  const effects = withEnd(call.effects, event);
  return effects === null ? call : { ...call, effects };
}

/** The effects with the end of one; null where it is not among them. It is looked for from the end: code may make ten thousand calls. */
function withEnd(effects: readonly EffectSummary[], event: EffectEnded): readonly EffectSummary[] | null {
  const at = effects.findLastIndex(({ requested }) => requested.op === event.op);
  return at === -1 ? null : effects.with(at, { ...(effects[at] as EffectSummary), ended: event });
}

const withRemark = (act: ActSummary, by: Remark['by'], text: string, atMs: number): ActSummary => ({
  ...act,
  remarks: [...act.remarks, { atMs, turn: act.turns.at(-1)?.turn ?? 0, by, text }],
});
