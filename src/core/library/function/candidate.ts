import type { EffectClass } from '../../model/effect-class.ts';
import type { Result } from '../../model/result.ts';
import type { Redactor } from '../../secrets/redactor.ts';
import type { CodeFacts, Unreadable } from './code-facts.ts';

/** A function that somebody wants to store. */
export interface Candidate {
  readonly facts: Result<CodeFacts, Unreadable>;
  /** The environment that its packages come from; null = none. */
  readonly environment: string | null;
  /** What somebody says that it does at most; null = what the analysis finds. */
  readonly effectClass: EffectClass | null;
  /** Whether a function that has its name becomes a new version. */
  readonly overwrite: boolean;
}

/** What a candidate is held against. */
export interface Surroundings {
  /** By dotted name, what any call of it does at most. */
  readonly primitives: ReadonlyMap<string, EffectClass>;
  /** Living functions by name. */
  readonly functions: ReadonlyMap<string, EffectClass>;
  /** Packages by environment. */
  readonly environments: ReadonlyMap<string, readonly string[]>;
  readonly redactor: Redactor;
}
