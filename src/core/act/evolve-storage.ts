import type { EditsResult } from '../events/act-event.ts';
import type { ActRunEvent } from '../events/run-event.ts';
import type { ActState } from './act-state.ts';

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
    const { run, op, label, request } = event;
    return { ...state, storage: storage.set(run, { op, label, request }) };
  }
  storage.delete(event.run);
  const { storageSpent: spent } = state;
  return {
    ...state,
    storage,
    summaries: [...state.summaries, event.summary],
    storageSpent: {
      nanoUsd: spent.nanoUsd + (event.nanoUsd ?? 0),
      unpricedCalls: spent.unpricedCalls + (event.nanoUsd === null ? 1 : 0),
      tokens: spent.tokens + event.tokens,
    },
  };
}

/** A review comes behind the end of its act, so there is nothing left to wait for. */
export const reviewed = (state: ActState): ActState => ({ ...state, phase: 'done' });
