import type { LibraryChange, LoggedChange } from './library-change.ts';
import { emptyLibrary, type LibraryState } from './library-state.ts';
import type { LibraryView } from './library-view.ts';
import { viewOfLog } from './log-view.ts';
import { StagedLibrary } from './staged-library.ts';

/** The library after these changes, in their order. What was touched alone is copied. */
export function evolveLibrary(state: LibraryState, changes: readonly LibraryChange[]): LibraryState {
  const staged = new StagedLibrary(viewOf(state));
  for (const change of changes) staged.apply(change);
  return stateWith(state, staged);
}

/** A state with what changes have touched in its place. */
export function stateWith(state: LibraryState, staged: StagedLibrary): LibraryState {
  const byName = new Map(state.byName);
  for (const { id, name } of staged.functions.values()) if (byName.get(name) === id) byName.delete(name);
  for (const { id, name, isDeleted } of staged.functions.values()) if (!isDeleted) byName.set(name, id);
  return {
    functions: new Map([...state.functions, ...staged.functions]),
    byName,
    guidance: new Map([...state.guidance, ...staged.guidance]),
    environments: new Map([...state.environments, ...staged.environments]),
  };
}

/** A state as decisions ask of it. Of the log it knows what is given: `undo_set` asks for it, nothing else does. */
export function viewOf(state: LibraryState, log: readonly LoggedChange[] = []): LibraryView {
  const held = new StagedLibrary(viewOfLog(log));
  for (const entry of state.functions.values()) held.putFunction(entry);
  for (const entry of state.guidance.values()) held.putGuidance(entry);
  for (const entry of state.environments.values()) held.putEnvironment(entry);
  return held;
}

/** The library that a log is the log of. */
export const libraryOf = (log: readonly LoggedChange[]): LibraryState =>
  evolveLibrary(
    emptyLibrary,
    log.map(({ change }) => change),
  );
