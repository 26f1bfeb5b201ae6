import type { GuidanceDelta } from '../../core/library/edits/library-edit.ts';
import { readSections } from '../../core/library/entries/guidance-sections.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import type { Result } from '../../core/model/result.ts';
import { type AppliedSet, applyEdits } from './apply-edits.ts';
import { changingLibrary } from './open-library.ts';

export interface NewGuidance {
  readonly title: string;
  /** Markdown; headings of the second level (`## …`) begin its sections. */
  readonly text: string;
  /** Names of stored functions that it is about. */
  readonly functions: readonly string[];
}

/** Stores guidance: the how, where a function is the what. */
export const addGuidance = (cwd: string, { title, text, functions }: NewGuidance): Promise<Result<AppliedSet, Refusal>> =>
  changingLibrary(cwd, (_, open) =>
    applyEdits(open, [{ kind: 'add_guidance', title, sections: readSections(text), functions }], `add guidance "${title}"`),
  );

/** Changes named sections of guidance; the others stay. */
export const updateGuidance = (cwd: string, id: string, delta: GuidanceDelta): Promise<Result<AppliedSet, Refusal>> =>
  changingLibrary(cwd, (_, open) => applyEdits(open, [{ kind: 'update_guidance', id, delta }], `change guidance ${id}`));
