import { entryOf, type LoggedChange } from './library-change.ts';
import { emptyView, type LibraryView } from './library-view.ts';

/** A log to ask, and nothing else. */
export const viewOfLog = (log: readonly LoggedChange[]): LibraryView => ({
  ...emptyView,
  changesOfSet: (set) => log.filter((each) => each.set === set),
  changesOfEntry: (entry) => log.filter(({ change }) => entryOf(change) === entry),
});
