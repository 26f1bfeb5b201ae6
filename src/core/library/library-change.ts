import type { EffectClass } from '../model/effect-class.ts';
import type { EnvironmentEntry, FunctionVersion, GuidanceEntry, RegressionCase } from './library-entry.ts';

/** One fact in the library's log, which is its truth: what stands in it is the fold of these. */
export type LibraryChange =
  /** A new function, or a new version of one (the same id). */
  | { readonly type: 'function.stored'; readonly version: FunctionVersion }
  | { readonly type: 'function.raised'; readonly id: string; readonly effectClass: EffectClass }
  | { readonly type: 'function.environment'; readonly id: string; readonly environment: string | null }
  | { readonly type: 'function.staled'; readonly id: string; readonly reason: string }
  | { readonly type: 'function.renewed'; readonly id: string }
  | { readonly type: 'function.archived'; readonly id: string }
  /** `holder`: what holds it, as people read it: "task weekly-report". */
  | { readonly type: 'function.pinned' | 'function.unpinned'; readonly id: string; readonly holder: string }
  | { readonly type: 'function.case'; readonly id: string; readonly case: RegressionCase }
  /** A tombstone: it can be restored for ever. */
  | { readonly type: 'function.deleted' | 'function.restored'; readonly id: string }
  /** New, or as it stands after a change: whole, so that each state can be read. */
  | { readonly type: 'guidance.stored'; readonly guidance: GuidanceEntry }
  | { readonly type: 'guidance.staled'; readonly id: string; readonly reason: string }
  | { readonly type: 'guidance.deleted' | 'guidance.restored'; readonly id: string }
  | { readonly type: 'environment.stored'; readonly environment: EnvironmentEntry }
  | { readonly type: 'environment.deleted' | 'environment.restored'; readonly name: string };

/** A change in the log, with who made it and why. */
export interface LoggedChange {
  /** Place in the log, from 1. */
  readonly seq: number;
  /** The set that it came with: applied whole, and once. */
  readonly set: string;
  readonly atMs: number;
  /** Who, as people read it: "a person", "the librarian after x7k2". */
  readonly by: string;
  readonly why: string;
  readonly change: LibraryChange;
}
