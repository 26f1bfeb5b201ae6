import { fail, ok, type Result } from '../../model/result.ts';
import type { LibraryChange } from '../entries/library-change.ts';
import type { LibraryView } from '../entries/library-view.ts';
import type { StagedLibrary } from '../entries/staged-library.ts';
import { undoSet } from '../undo/undo-set.ts';
import { addCase, removeCase } from './decide-cases.ts';
import { deleteEnvironment, putEnvironment, restoreEnvironment } from './decide-environments.ts';
import { addFunction, setEnvironment } from './decide-functions.ts';
import { addGuidance, deleteGuidance, restoreGuidance, updateGuidance } from './decide-guidance.ts';
import { Deciding } from './deciding.ts';
import { deleteFunction } from './delete-function.ts';
import type { EditFault } from './edit-fault.ts';
import type { EditSet, LibraryEdit } from './library-edit.ts';
import { activateFunction, archiveFunction, pinFunction, raiseEffect, unpinFunction } from './mark-function.ts';
import { restoreFunction } from './restore-function.ts';
import { settle } from './settle.ts';

/** What a set of edits comes to: its changes in their order, and what people should know of it. */
export interface Decided {
  readonly changes: readonly LibraryChange[];
  readonly remarks: readonly string[];
  /** Ids by edit; null where an edit makes or names none. */
  readonly ids: readonly (string | null)[];
  /** The library after it, and which of its entries it touches. */
  readonly after: StagedLibrary;
  /** Which edit made a function (by its id) or an environment (by its name) what it is. */
  readonly madeBy: ReadonlyMap<string, number>;
}

/**
 * Decides a set of edits against a library as it stands: the whole of it, or all that is wrong with it. What follows from the edits is
 * among the changes: what became stale, and effect classes that went up or down.
 */
export function decideEdits(set: EditSet, view: LibraryView): Result<Decided, readonly EditFault[]> {
  const deciding = new Deciding(set, view);
  const ids = set.edits.map((edit, place) => {
    deciding.edit = place;
    return decideEdit(deciding, edit);
  });
  settle(deciding);
  if (deciding.faults.length > 0) return fail(deciding.faults.toSorted((one, other) => one.edit - other.edit));
  const { staged, remarks, madeBy } = deciding;
  return ok({ changes: staged.changes, remarks, ids, after: staged, madeBy });
}

function decideEdit(deciding: Deciding, edit: LibraryEdit): string | null {
  switch (edit.kind) {
    case 'add_function':
      return addFunction(deciding, edit);
    case 'delete_function':
      return deleteFunction(deciding, edit);
    case 'restore_function':
      return restoreFunction(deciding, edit.id);
    case 'archive_function':
      return archiveFunction(deciding, edit.name);
    case 'activate_function':
      return activateFunction(deciding, edit.name);
    case 'raise_effect':
      return raiseEffect(deciding, edit.name, edit.effectClass);
    case 'pin_function':
      return pinFunction(deciding, edit.name, edit.holder);
    case 'unpin_function':
      return unpinFunction(deciding, edit.name, edit.holder);
    case 'add_case':
      return addCase(deciding, edit.name, edit.case);
    case 'remove_case':
      return removeCase(deciding, edit.name, edit.input);
    case 'set_environment':
      return setEnvironment(deciding, edit.name, edit.environment);
    case 'add_guidance':
      return addGuidance(deciding, edit);
    case 'update_guidance':
      return updateGuidance(deciding, edit.id, edit.delta);
    case 'delete_guidance':
      return deleteGuidance(deciding, edit.id);
    case 'restore_guidance':
      return restoreGuidance(deciding, edit.id);
    case 'put_environment':
      return putEnvironment(deciding, edit);
    case 'delete_environment':
      return deleteEnvironment(deciding, edit.name);
    case 'restore_environment':
      return restoreEnvironment(deciding, edit.name);
    case 'undo_set':
      return undoSet(deciding, edit.set);
  }
}
