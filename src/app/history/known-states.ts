import { isInOwnTree } from '../../core/engine/frame.ts';
import { frameOf, initialState, type RunState } from '../../core/engine/state.ts';
import { stateOf } from '../../core/engine/state-of.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { Intent } from '../../core/events/event.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import { emptySummary } from '../../core/views/run-summary.ts';
import { summarize } from '../../core/views/summarize.ts';
import type { Store } from '../../ports/store.ts';
import type { KnownState } from '../../ports/workspace.ts';
import { eventsOf } from './find-run.ts';

/** How the user's work tree is where nobody but the run has changed it, and what will become of it. */
export interface Known {
  /** It is in one of these, or between them; the one recorded last first. Empty where nothing is recorded. */
  readonly states: readonly KnownState[];
  /** What is put back or set when the run is taken up: all, only what is beside the files, or nothing at first. */
  readonly sets: 'all' | 'beside files' | 'nothing';
}

/** The states that a run, or a run within it, can have left the user's work tree in, without what commands and agents did since. */
export async function knownStates(store: Store, run: string, history: readonly StoredEvent[]): Promise<Result<Known, Refusal>> {
  // What an act had under way changes nothing that is put back.
  const state = history[0]?.event.type === 'act.started' ? initialState : stateOf(history);
  const recorded = await recordedLast(store, run, history);
  if (!recorded.ok) return recorded;
  const states = recorded.value === null ? [] : [recorded.value.known];
  for (const intent of state.pending.values()) {
    if (intent.type === 'workflow.requested') {
      const events = await eventsOf(store, `${run}.${intent.child}`);
      const within = events.ok ? await knownStates(store, `${run}.${intent.child}`, events.value) : events;
      if (!within.ok || within.value.states.length > 0) return within;
    }
    if (!isInUsersTree(state, intent)) continue;
    if (intent.type === 'restore.requested') {
      return ok({ states: [intent.left, intent.to].map((snapshot) => ({ snapshot, commit: null })), sets: 'all' });
    }
    if (intent.type === 'commit.requested') {
      const { before, plan } = intent;
      return ok({ states: [...states, ...states.map(({ snapshot }) => ({ snapshot, commit: { before, plan } }))], sets: 'beside files' });
    }
    if (isPutBack(state, intent)) return ok({ states, sets: 'all' });
  }
  return ok({ states, sets: 'nothing' });
}

interface Recorded {
  readonly known: KnownState;
  readonly atMs: number;
}

/** What a run recorded last, or a run within it, and the commit that was made since. */
async function recordedLast(store: Store, run: string, history: readonly StoredEvent[]): Promise<Result<Recorded | null, Refusal>> {
  let [summary, last] = [emptySummary, null as Recorded | null];
  for (const stored of history) {
    const next = summarize(summary, stored);
    if (next.end !== null && (next.end !== summary.end || next.committed !== summary.committed))
      last = { known: { snapshot: next.end, commit: next.committed }, atMs: stored.atMs };
    summary = next;
    if (stored.event.type !== 'workflow.requested') continue;
    const inner = `${run}.${stored.event.child}`;
    const events = await eventsOf(store, inner);
    const within = events.ok ? await recordedLast(store, inner, events.value) : events;
    if (!within.ok) return within;
    // One that is asked for again, after the run around it has waited, has recorded nothing since.
    if (within.value !== null && within.value.atMs >= (last?.atMs ?? 0)) last = within.value;
  }
  return ok(last);
}

const isInUsersTree = (state: RunState, intent: Intent): boolean => {
  const frame = frameOf(state, intent);
  return frame !== undefined && !isInOwnTree(frame);
};

/** Whether what is under way is an attempt that goes back to the state before it, at once or by its gate. */
function isPutBack(state: RunState, intent: Intent): boolean {
  if (frameOf(state, intent)?.before === null) return false;
  switch (intent.type) {
    case 'prompt.requested':
    case 'gate.requested':
    case 'command.requested':
    case 'plan.requested':
    case 'wait.requested':
      return true;
    case 'snapshot.requested':
      return intent.purpose === 'answered' || intent.purpose === 'after' || intent.purpose === 'left';
    default:
      return false;
  }
}
