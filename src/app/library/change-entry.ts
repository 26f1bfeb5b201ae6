import type { LibraryEdit } from '../../core/library/edits/library-edit.ts';
import type { LibraryView } from '../../core/library/entries/library-view.ts';
import type { EffectClass } from '../../core/model/effect-class.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Library } from '../../ports/library.ts';
import { type AppliedSet, applyEdits } from './apply-edits.ts';
import { changingLibrary } from './open-library.ts';

/** Deletes a function by its name, or guidance by its id. With `cascade` what refers to it goes along. */
export const deleteEntry = (cwd: string, name: string, cascade = false): Promise<Result<AppliedSet, Refusal>> =>
  change(cwd, `delete ${name}`, (view) =>
    isGuidance(view, name) ? { kind: 'delete_guidance', id: name } : { kind: 'delete_function', name, cascade },
  );

/** Brings a deleted function back by its name or id, or guidance by its id. Of several of a name the one that was deleted last. */
export const restoreEntry = (cwd: string, name: string): Promise<Result<AppliedSet, Refusal>> =>
  change(cwd, `restore ${name}`, (view) => {
    if (isGuidance(view, name)) return { kind: 'restore_guidance', id: name };
    const named = view.named(name);
    return { kind: 'restore_function', id: (named.findLast(({ isDeleted }) => isDeleted) ?? named.at(-1))?.id ?? name };
  });

/** Says that a function does more than its analysis found. */
export const raiseEffect = (cwd: string, name: string, effectClass: EffectClass): Promise<Result<AppliedSet, Refusal>> =>
  change(cwd, `raise ${name} to ${effectClass}`, () => ({ kind: 'raise_effect', name, effectClass }));

/** Gives a function another environment, as its next version. null = none. */
export const setFunctionEnvironment = (cwd: string, name: string, environment: string | null): Promise<Result<AppliedSet, Refusal>> =>
  change(cwd, `set the environment of ${name}`, () => ({ kind: 'set_environment', name, environment }));

/** Offered to nobody any more, or again. */
export const archiveFunction = (cwd: string, name: string, isArchived: boolean): Promise<Result<AppliedSet, Refusal>> =>
  change(cwd, `${isArchived ? 'archive' : 'activate'} ${name}`, () => ({
    kind: isArchived ? 'archive_function' : 'activate_function',
    name,
  }));

/** Takes the case of this number away, as `pawl library show` counts them from 1: the function need not give that any more. */
export const removeCase = (cwd: string, name: string, number: number): Promise<Result<AppliedSet, Refusal>> =>
  changingLibrary(cwd, async (library, open) => {
    const cases = await looking(library, (view) => view.living(name)?.cases ?? []);
    if (!cases.ok) return cases;
    const found = cases.value[number - 1];
    if (found === undefined)
      return fail({
        code: 'library/unknown-id',
        message: `${name} has no case ${number}`,
        hint: cases.value.length === 0 ? 'it has none' : `it has 1 to ${cases.value.length}: pawl library show ${name}`,
      });
    return applyEdits(open, [{ kind: 'remove_case', name, input: found.input }], `remove case ${number} of ${name}`);
  });

/** Takes back everything that a set of edits or a review brought. */
export const undoChangeSet = (cwd: string, set: string): Promise<Result<AppliedSet, Refusal>> =>
  change(cwd, `undo ${set}`, () => ({ kind: 'undo_set', set }));

const isGuidance = (view: LibraryView, id: string): boolean => view.guidanceOf(id) !== null;

const change = (cwd: string, why: string, editOf: (view: LibraryView) => LibraryEdit): Promise<Result<AppliedSet, Refusal>> =>
  changingLibrary(cwd, async (library, open) => {
    const edit = await looking(library, editOf);
    return edit.ok ? applyEdits(open, [edit.value], why) : edit;
  });

async function looking<T>(library: Library, work: (view: LibraryView) => T): Promise<Result<T, Refusal>> {
  const found = await library.look(work);
  return found.ok ? ok(found.value) : fail(refusalOf('library/unavailable', found.failure));
}
