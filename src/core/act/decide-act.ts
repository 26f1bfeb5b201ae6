import type { ActEnding, ActSettings, TurnReply } from '../events/act-event.ts';
import type { Wait } from '../events/event-parts.ts';
import type { ActRunEvent } from '../events/run-event.ts';
import type { Failure } from '../model/failure.ts';
import { isOverload, maxOverloads, overloadMs } from '../model/overload.ts';
import { limitReached } from './act-limits.ts';
import type { ActState, Stop } from './act-state.ts';
import { isRepeated, maxRefusedRepeats } from './repeats.ts';
import { isNearlyFull, offeredTools, type ToolKit } from './tool-kit.ts';

/** The model is told what was wrong so often in a row; then it ends. */
const maxComplaints = 3;
/** A stream that breaks off is asked for again so often. */
const maxBroken = 2;
const brokenMs = 1_000;
const maxToolFailures = 3;
/** A librarian whose edits stand against the library by then is told so, so often. */
const maxConflicts = 1;

/** What an act concludes from where it stands, and wants next; nothing while something is under way, or a person has to say something first. */
export function decideAct(kit: ToolKit, state: ActState): ActRunEvent[] {
  const { settings, stop } = state;
  if (state.ending !== null || settings === null || state.pending.size > 0) return [];
  if (stop !== null) return [ends(stopEnding(stop))];
  const at = { kit, state, settings };
  if (state.paused) return [];
  if (state.phase === 'fresh') return [{ type: 'phase.entered', phase: 'doing', label: labelOf(settings) }];
  const first = entrypoint(at);
  if (first !== null) return first;
  if (state.conflicts > maxConflicts) return [ends(stuck('what it set down stood against the library once more, so nothing was stored'))];
  if (state.failed !== null) return afterFailure(at, state.failed);
  if (state.reply !== null && state.answered < state.reply.calls.length) return nextCall(state, state.reply);
  if (state.repeats.refused >= maxRefusedRepeats) return [ends(stuck('it made the same calls again and again'))];
  if (state.toolFailures >= maxToolFailures) return [ends(stuck(`${maxToolFailures} tools in a row could not do what they were asked`))];
  if (state.reply !== null && !isUnderWay(state)) return afterReply(at, state.reply);
  return nextTurn(at, null);
}

/** Where an act stands that was started. */
interface At {
  readonly kit: ToolKit;
  readonly state: ActState;
  readonly settings: ActSettings;
}

const labelOf = ({ entrypoint: first }: ActSettings): string => (first === null ? 'Working' : `Running ${first.name}`);

/** What the function that it was begun with wants or means; null where there is none, or it failed and the model takes over. */
function entrypoint({ state, settings }: At): ActRunEvent[] | null {
  if (settings.entrypoint === null) return null;
  const { entrypoint: came } = state;
  if (came === null) return [{ type: 'entrypoint.requested', op: state.nextOp }];
  if (came.ok) return [ends({ status: 'succeeded', outcome: 'completed', result: came.value, failure: null })];
  return settings.model === '' ? [ends(failed(came.failure))] : null;
}

/** Whether the last reply made calls, all of which have results: the model has to see them. */
const isUnderWay = ({ reply }: ActState): boolean => reply?.calls.some(({ problem }) => problem === null) === true;

function nextCall(state: ActState, reply: TurnReply): ActRunEvent[] {
  const call = state.answered;
  const { problem, digest } = reply.calls[call] as TurnReply['calls'][number];
  if (problem !== null) return [{ type: 'call.refused', turn: state.turn, call, told: problem.told }];
  if (digest !== null && isRepeated(state.repeats, digest)) {
    const told =
      'Not carried out: this very call was made before, with nothing new since. Use the result that you have, or do something else.';
    return [{ type: 'call.refused', turn: state.turn, call, told }];
  }
  return [{ type: 'tool.requested', op: state.nextOp, turn: state.turn, call }];
}

/** A reply that called nothing, or nothing that could be carried out. */
function afterReply(at: At, reply: TurnReply): ActRunEvent[] {
  const { state, settings } = at;
  const complaint = complaintOf(reply);
  if (complaint !== null && !state.isTold) {
    if (state.useless >= maxComplaints) return [ends(failed(uselessFailure(reply)))];
    return [{ type: 'model.told', text: complaint }];
  }
  if (complaint !== null || state.unheard.length > 0) return nextTurn(at, null);
  // What goes on beside it is a part of the task: the model hears of its end, and answers then.
  if (settings.persist || state.adopted.size > 0) return [];
  if (state.staged.length > 0 && state.applied === null) return [{ type: 'edits.requested', op: state.nextOp }];
  return [ends({ status: 'succeeded', outcome: 'completed', result: reply.answer, failure: null })];
}

function complaintOf(reply: TurnReply): string | null {
  if (reply.calls.length > 0) return 'None of these calls could be carried out; the results say why.';
  if (reply.blank) return 'Your reply was empty. Go on with the task, or give the final answer.';
  if (reply.finish === 'length') return 'Your reply was cut at the limit of its length. Give it again, shorter.';
  return reply.misshapen === null
    ? null
    : `Your answer is not of the form that is wanted: ${reply.misshapen}. Give it again in that form, alone.`;
}

function uselessFailure(reply: TurnReply): Failure {
  if (reply.calls.length > 0)
    return {
      kind: 'invalid_output',
      message: `the model called tools that are not there or with arguments that are none, ${maxComplaints + 1} times in a row: ${reply.calls[0]?.problem?.told}`,
    };
  if (reply.blank) return { kind: 'invalid_output', message: `the model gave an empty reply ${maxComplaints + 1} times in a row` };
  if (reply.finish === 'length')
    return { kind: 'too_large', message: `the model's reply was cut at the limit of its length ${maxComplaints + 1} times in a row` };
  return {
    kind: 'invalid_output',
    message: `the model's answer was not of the form that is wanted ${maxComplaints + 1} times in a row: ${reply.misshapen}`,
  };
}

function afterFailure(at: At, { failure, times }: NonNullable<ActState['failed']>): ActRunEvent[] {
  const again = isOverload(failure) ? times <= maxOverloads : failure.kind === 'incomplete' && times <= maxBroken;
  if (!again) return [ends(failed(failure))];
  const forMs = isOverload(failure) ? overloadMs(times - 1) : brokenMs * 2 ** (times - 1);
  return nextTurn(at, { forMs, notBeforeMs: failure.notBeforeMs ?? null });
}

function nextTurn({ kit, state, settings }: At, wait: Wait | null): ActRunEvent[] {
  const reached = limitReached(state, settings);
  if (reached !== null) return [ends(reached)];
  const tools = offeredTools(kit, state, settings);
  if (tools.length === 0 && isNearlyFull(state, settings))
    return [ends(stuck('the context is used up, and there is no tool to compress it'))];
  const { failed: failing } = state;
  return [
    {
      type: 'turn.requested',
      op: state.nextOp,
      turn: failing === null ? state.totals.turns + 1 : state.turn,
      attempt: (failing?.times ?? 0) + 1,
      tools,
      wait,
    },
  ];
}

function stopEnding(stop: Stop): ActEnding {
  switch (stop.why) {
    case 'stopped':
      return { status: 'succeeded', outcome: 'stopped', result: { text: stoppedText(stop.reason) }, failure: null };
    case 'deadline':
      return {
        status: 'failed',
        outcome: 'exhausted',
        result: null,
        failure: { kind: 'timeout', message: `the act took longer than its ${stop.limitMs / 1000} s` },
      };
    case 'cancelled':
      return { status: 'cancelled', outcome: 'cancelled', result: null, failure: { kind: 'cancelled', message: 'the act was cancelled' } };
  }
}

/** What an act that somebody stopped gives as its result. */
export const stoppedText = (reason: string): string =>
  reason === '' ? 'Stopped before it was finished.' : `Stopped before it was finished: ${reason}`;

const failed = (failure: Failure): ActEnding => ({ status: 'failed', outcome: 'failed', result: null, failure });

const stuck = (why: string): ActEnding => ({
  status: 'failed',
  outcome: 'stuck',
  result: null,
  failure: { kind: 'refused', message: `the act is stuck: ${why}` },
});

const ends = (ending: ActEnding): ActRunEvent => ({ type: 'act.ending', ending });
