import type { EffectClass } from '../../model/effect-class.ts';
import type { Json } from '../../model/json.ts';
import type { EnvironmentEntry, FunctionVersion, GuidanceEntry, RegressionCase } from './library-entry.ts';

/** One fact in the library's log, which is its truth: what stands in it is the fold of these. */
export type LibraryChange =
  /** A new function, or a new version of one (the same id). */
  | { readonly type: 'function.stored'; readonly version: FunctionVersion }
  /** By hand; null = no longer. */
  | { readonly type: 'function.raised'; readonly id: string; readonly effectClass: EffectClass | null }
  /** What follows from its primitives, what it calls and what it was raised to is another class now. */
  | { readonly type: 'function.classed'; readonly id: string; readonly effectClass: EffectClass }
  | { readonly type: 'function.staled'; readonly id: string; readonly reason: string }
  /** A reason to be stale is gone; null = all of them, and an archived one is active again. */
  | { readonly type: 'function.renewed'; readonly id: string; readonly reason: string | null }
  | { readonly type: 'function.archived'; readonly id: string }
  /** `holder`: what holds it, as people read it: "task weekly-report". */
  | { readonly type: 'function.pinned' | 'function.unpinned'; readonly id: string; readonly holder: string }
  | { readonly type: 'function.case'; readonly id: string; readonly case: RegressionCase }
  /** The case of this input is one no more. */
  | { readonly type: 'function.uncased'; readonly id: string; readonly input: Json }
  /** A tombstone: it can be restored for ever. `takenWith`: the id of the function whose deletion took it along. */
  | { readonly type: 'function.deleted'; readonly id: string; readonly takenWith: string | null }
  | { readonly type: 'function.restored'; readonly id: string }
  /** New, or as it stands after a change: whole, so that each state can be read. */
  | { readonly type: 'guidance.stored'; readonly guidance: GuidanceEntry }
  | { readonly type: 'guidance.staled'; readonly id: string; readonly reason: string }
  | { readonly type: 'guidance.renewed'; readonly id: string; readonly reason: string }
  | { readonly type: 'guidance.deleted'; readonly id: string; readonly takenWith: string | null }
  | { readonly type: 'guidance.restored'; readonly id: string }
  | { readonly type: 'environment.stored'; readonly environment: EnvironmentEntry }
  | { readonly type: 'environment.deleted' | 'environment.restored'; readonly name: string };

/** What a change is about: an id, or the name of an environment. */
export function entryOf(change: LibraryChange): string {
  switch (change.type) {
    case 'function.stored':
      return change.version.id;
    case 'guidance.stored':
      return change.guidance.id;
    case 'environment.stored':
      return change.environment.name;
    case 'environment.deleted':
    case 'environment.restored':
      return change.name;
    case 'function.raised':
    case 'function.classed':
    case 'function.staled':
    case 'function.renewed':
    case 'function.archived':
    case 'function.pinned':
    case 'function.unpinned':
    case 'function.case':
    case 'function.uncased':
    case 'function.deleted':
    case 'function.restored':
    case 'guidance.staled':
    case 'guidance.renewed':
    case 'guidance.deleted':
    case 'guidance.restored':
      return change.id;
  }
}

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
