import { entryOf, type LoggedChange } from './library-change.ts';
import type { LibraryView } from './library-view.ts';

/** Of a library in which nothing stands, with a log to ask. */
export const viewOfLog = (log: readonly LoggedChange[]): LibraryView => ({
  functionOf: () => null,
  living: () => null,
  named: () => [],
  callersOf: () => [],
  usersOf: () => [],
  guidanceOf: () => null,
  guidanceAbout: () => [],
  environmentOf: () => null,
  takenWith: () => ({ functions: [], guidance: [] }),
  changesOfSet: (set) => log.filter((each) => each.set === set),
  changesOfEntry: (entry) => log.filter(({ change }) => entryOf(change) === entry),
});
