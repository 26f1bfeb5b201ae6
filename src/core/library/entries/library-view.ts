import type { LoggedChange } from './library-change.ts';
import type { EnvironmentEntry, FunctionEntry, GuidanceEntry } from './library-entry.ts';

/**
 * What decisions ask of a library, entry by entry: a store answers from its indexes, so that deciding costs the same however much is
 * stored. Within one decision it does not change.
 */
export interface LibraryView {
  /** Deleted ones too. */
  functionOf(id: string): FunctionEntry | null;
  living(name: string): FunctionEntry | null;
  /** All that ever had this name, deleted ones too, the oldest first. */
  named(name: string): readonly FunctionEntry[];
  /** Living functions whose newest version calls this name. */
  callersOf(name: string): readonly FunctionEntry[];
  /** Living functions whose newest version has this environment. */
  usersOf(environment: string): readonly FunctionEntry[];
  /** Deleted ones too. */
  guidanceOf(id: string): GuidanceEntry | null;
  /** Living guidance that names this function. */
  guidanceAbout(functionId: string): readonly GuidanceEntry[];
  /** Deleted ones too. */
  environmentOf(name: string): EnvironmentEntry | null;
  /** Deleted functions and guidance that went with this function. */
  takenWith(id: string): { readonly functions: readonly FunctionEntry[]; readonly guidance: readonly GuidanceEntry[] };
  /** The log of one set, and of one entry (an id, or the name of an environment), the oldest first. */
  changesOfSet(set: string): readonly LoggedChange[];
  changesOfEntry(entry: string): readonly LoggedChange[];
}
