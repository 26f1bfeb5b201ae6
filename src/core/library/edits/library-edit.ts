import type { EffectClass } from '../../model/effect-class.ts';
import type { Json } from '../../model/json.ts';
import type { FunctionVersion, GuidanceSection, Provenance, RegressionCase } from '../entries/library-entry.ts';

/** A function that is to be stored, as it was read: nothing of it was run. */
export interface Candidate extends Omit<FunctionVersion, 'id' | 'version' | 'provenance' | 'atMs' | 'sourceDigest' | 'codeDigest'> {
  readonly source: string;
  /** Normalised, for its digest. */
  readonly normalised: string;
  readonly cases: readonly RegressionCase[];
}

/** What can be asked of the library. Each set of edits is carried out whole, or not at all, with all that is wrong told at once. */
export type LibraryEdit =
  /** `overwrite`: a name that exists gets a new version. `force`: although there is a duplicate. */
  | {
      readonly kind: 'add_function';
      readonly candidate: Candidate;
      readonly overwrite: boolean;
      readonly force: boolean;
      /** Names of functions that it was made of: their cases become its own. */
      readonly parents?: readonly string[];
      /** Names that it calls and that lie elsewhere, in folders of the project. */
      readonly elsewhere?: readonly string[];
    }
  /** `cascade`: living functions and guidance that refer to it go too. */
  | { readonly kind: 'delete_function'; readonly name: string; readonly cascade: boolean }
  | { readonly kind: 'restore_function'; readonly id: string }
  | { readonly kind: 'archive_function' | 'activate_function'; readonly name: string }
  | { readonly kind: 'raise_effect'; readonly name: string; readonly effectClass: EffectClass }
  | { readonly kind: 'pin_function' | 'unpin_function'; readonly name: string; readonly holder: string }
  | { readonly kind: 'add_case'; readonly name: string; readonly case: RegressionCase }
  | { readonly kind: 'remove_case'; readonly name: string; readonly input: Json }
  | { readonly kind: 'set_environment'; readonly name: string; readonly environment: string | null }
  | {
      readonly kind: 'add_guidance';
      readonly title: string;
      readonly sections: readonly GuidanceSection[];
      /** Names of living functions. */
      readonly functions: readonly string[];
    }
  | { readonly kind: 'update_guidance'; readonly id: string; readonly delta: GuidanceDelta }
  | { readonly kind: 'delete_guidance' | 'restore_guidance'; readonly id: string }
  | {
      readonly kind: 'put_environment';
      readonly name: string;
      readonly packages: readonly string[];
      readonly manifest: string;
      readonly lock: string;
      /** Whether there must be one of this name (`update`) or none (`add`). */
      readonly exists: boolean;
    }
  | { readonly kind: 'delete_environment' | 'restore_environment'; readonly name: string }
  /** Takes back everything that a set brought: by changes of its own, so that this can be taken back too. */
  | { readonly kind: 'undo_set'; readonly set: string };

/** Named sections are replaced, added or removed; never the whole. What is left out stays. */
export interface GuidanceDelta {
  readonly title?: string;
  readonly replace?: readonly GuidanceSection[];
  readonly add?: readonly GuidanceSection[];
  readonly remove?: readonly string[];
  readonly functions?: readonly string[];
}

/** Edits that belong together. Applied at most once by its id. */
export interface EditSet {
  readonly id: string;
  readonly atMs: number;
  readonly by: Provenance['by'];
  readonly run: string | null;
  readonly model: string | null;
  readonly why: string;
  readonly edits: readonly LibraryEdit[];
}

/** What came of a set: the numbers of its changes in the log, and what people should know of it (near functions, constants that want to be parameters). */
export interface Applied {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Whether it had been applied before. */
  readonly wasApplied: boolean;
  readonly remarks: readonly string[];
  /** Ids by edit; null where an edit makes or names none. */
  readonly ids: readonly (string | null)[];
}
