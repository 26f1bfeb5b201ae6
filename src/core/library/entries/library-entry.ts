import type { EffectClass } from '../../model/effect-class.ts';
import type { Failure } from '../../model/failure.ts';
import type { Json } from '../../model/json.ts';
import type { Result } from '../../model/result.ts';

/** Where an entry came from. */
export interface Provenance {
  readonly by: 'person' | 'actor' | 'librarian';
  /** The run or review that made it; null = none did. */
  readonly run: string | null;
  /** Who wrote it, where a model did. */
  readonly model: string | null;
  /** Ids of entries that it was made of. */
  readonly parents: readonly string[];
}

/** `stale` keeps why; an archived entry is found by its name alone, and never offered. */
export type EntryStatus =
  | { readonly kind: 'active' }
  | { readonly kind: 'stale'; readonly reasons: readonly string[] }
  | { readonly kind: 'archived' };

/** One version of a stored function, for good. Its source lies apart, under `sourceDigest`. */
export interface FunctionVersion {
  /** Kept over versions, never given twice. */
  readonly id: string;
  readonly name: string;
  /** From 1. */
  readonly version: number;
  /** Of the text as it was given. */
  readonly sourceDigest: string;
  /** Of the normalised source: it does not change with formatting, comments or types. */
  readonly codeDigest: string;
  readonly description: string;
  /** JSON Schemas as they are derived from the types that are written. `{}` = any JSON. */
  readonly input: Json;
  readonly returns: Json;
  /** Names of what its argument holds. */
  readonly parameters: readonly string[];
  /** As code calls them below `ctx`: "fs.read". */
  readonly primitives: readonly string[];
  /** Names of the stored functions that it calls. */
  readonly dependsOn: readonly string[];
  /** Packages of npm that it imports. */
  readonly imports: readonly string[];
  /** What reading it found: the maximum over its primitives, without the functions that it calls. */
  readonly ownEffectClass: EffectClass;
  /** The name of its environment; null = it needs none. */
  readonly environment: string | null;
  readonly tags: readonly string[];
  readonly provenance: Provenance;
  readonly atMs: number;
}

/** A call with what it gave, on which every later version must agree. */
export interface RegressionCase {
  readonly input: Json;
  readonly output: Json;
  /** The run that it was seen in; null = a person wrote it. */
  readonly run: string | null;
  /** All of the world that it is ever tried in, in the order in which the calls were made. Left out = it has none. */
  readonly calls?: readonly CaseCall[];
  /** What `Date` says in it, in milliseconds since 1970; left out = 0. */
  readonly atMs?: number;
}

/** What a primitive was asked, and what it gave; without secrets, as the journal of a run has it. */
export interface CaseCall {
  /** As code calls it below `ctx`. */
  readonly primitive: string;
  readonly args: readonly Json[];
  readonly result: Result<Json, Failure>;
  /** Its place among the results, from 1: races fall the same way again. */
  readonly order: number;
}

/** A function as it stands: its versions, oldest first. */
export interface FunctionEntry {
  readonly id: string;
  readonly name: string;
  readonly versions: readonly FunctionVersion[];
  /** The gravest of its primitives, of the functions that it calls as they stand, and of what it was raised to. */
  readonly effectClass: EffectClass;
  /** By hand; it stays over versions. null = it was not. */
  readonly raisedTo: EffectClass | null;
  readonly status: EntryStatus;
  readonly isDeleted: boolean;
  /** The id of the function whose deletion took it along; null = it lives, or was deleted itself. */
  readonly takenWith: string | null;
  /** What holds its versions, as people read it ("task weekly-report"): a librarian may not delete them. */
  readonly pins: readonly string[];
  readonly cases: readonly RegressionCase[];
}

/** The how: a recipe in named sections (Markdown). Its text is its sections in order, each under its heading. */
export interface GuidanceEntry {
  readonly id: string;
  /** 1–200 characters. */
  readonly title: string;
  readonly sections: readonly GuidanceSection[];
  readonly functionIds: readonly string[];
  readonly status: EntryStatus;
  readonly isDeleted: boolean;
  /** As of a function. */
  readonly takenWith: string | null;
  readonly provenance: Provenance;
  /** From 1, raised with each change. */
  readonly version: number;
  readonly atMs: number;
}

/** `heading` '' = what stands before the first one. */
export interface GuidanceSection {
  readonly heading: string;
  readonly text: string;
}

/** A pinned set of packages that functions share. */
export interface EnvironmentEntry {
  readonly name: string;
  readonly version: number;
  /** Exact, as "name@1.2.3". */
  readonly packages: readonly string[];
  /** The texts of npm's two files. */
  readonly manifest: string;
  readonly lock: string;
  readonly isDeleted: boolean;
}

/** How often an entry was shown, used, and used in a run that then succeeded. */
export interface EntryUses {
  readonly shown: number;
  readonly used: number;
  readonly helped: number;
}

/** The newest version, which is the one that is called. */
export const newest = ({ versions }: FunctionEntry): FunctionVersion => versions.at(-1) as FunctionVersion;
