import type { EnvironmentEntry, FunctionEntry, GuidanceEntry } from './library-entry.ts';

/** The library as it stands: the fold of its log. Deleted entries are in it, marked. Sources lie apart. */
export interface LibraryState {
  /** By id. */
  readonly functions: ReadonlyMap<string, FunctionEntry>;
  /** The ids of living functions by name. */
  readonly byName: ReadonlyMap<string, string>;
  readonly guidance: ReadonlyMap<string, GuidanceEntry>;
  readonly environments: ReadonlyMap<string, EnvironmentEntry>;
}

export const emptyLibrary: LibraryState = { functions: new Map(), byName: new Map(), guidance: new Map(), environments: new Map() };
