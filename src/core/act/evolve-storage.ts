import type { EditsResult } from '../events/act-event.ts';
import type { ActRunEvent } from '../events/run-event.ts';
import type { ActState } from './act-state.ts';
import { sumOfSpent } from './spent.ts';

/** What a librarian has set down was carried out, or it is told what stood in the way and goes on. */
export function withEdits(state: ActState, result: EditsResult): ActState {
  if (result.ok) return { ...state, applied: { set: result.set, changes: result.changes } };
  return {
    ...state,
    staged: state.staged.filter((_, at) => !result.dropped.includes(at)),
    conflicts: state.conflicts + 1,
    entries: [...state.entries, { kind: 'said', text: { text: result.told } }],
    reply: null,
  };
}

/** A pass of a librarian beside the act: what it takes is not of the act's budget. */
export function withPass(state: ActState, event: Extract<ActRunEvent, { type: `storage.${string}` }>): ActState {
  const storage = new Map(state.storage);
  if (event.type === 'storage.begun') {
    const { pass, op, label, request } = event;
    return { ...state, storage: storage.set(pass, { op, label, request }) };
  }
  storage.delete(event.pass);
  return {
    ...state,
    storage,
    summaries: [...state.summaries, event.summary],
    storageSpent: sumOfSpent(state.storageSpent, event.spent),
  };
}

/** A review comes behind the end of its act, so there is nothing left to wait for. */
export const reviewed = (state: ActState): ActState => ({ ...state, phase: 'done' });
