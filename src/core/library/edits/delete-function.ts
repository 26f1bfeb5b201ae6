import type { FunctionEntry } from '../entries/library-entry.ts';
import { type Deciding, namesText } from './deciding.ts';
import type { LibraryEdit } from './library-edit.ts';
import { livingFunction } from './living-function.ts';
import { allReferencesTo, referencesText, referencesTo } from './references.ts';

type DeleteFunction = Extract<LibraryEdit, { readonly kind: 'delete_function' }>;

/** A tombstone. With `cascade` it takes along all that cannot stay without it, and says what. */
export function deleteFunction(deciding: Deciding, { name, cascade }: DeleteFunction): string | null {
  const entry = livingFunction(deciding, name);
  if (entry === null) return null;
  const { id } = entry;
  const along = allReferencesTo(deciding.staged, entry);
  const isHeld = refusePinned(deciding, [entry, ...along.callers], cascade);
  if (!cascade && along.callers.length + along.guidance.length > 0) {
    deciding.fault(
      'library/in-use',
      `${name} cannot go alone: it is named by ${referencesText(referencesTo(deciding.staged, [entry]))}`,
      `with --cascade (cascade: true) it takes along ${referencesText(along)}; all of it can be restored`,
    );
  } else if (!isHeld) {
    for (const { id: guidance } of along.guidance) deciding.change({ type: 'guidance.deleted', id: guidance, takenWith: id });
    for (const caller of along.callers) deciding.change({ type: 'function.deleted', id: caller.id, takenWith: id });
    deciding.change({ type: 'function.deleted', id, takenWith: null });
    if (along.callers.length + along.guidance.length > 0) deciding.remark(`with ${name} went ${referencesText(along)}`);
  }
  return id;
}

/** A model deletes nothing that is held; a person does where they say so. */
function refusePinned(deciding: Deciding, going: readonly FunctionEntry[], cascade: boolean): boolean {
  let isHeld = false;
  for (const { name, pins } of going) {
    if (pins.length === 0 || (cascade && deciding.set.by === 'person')) continue;
    isHeld = true;
    deciding.fault(
      'library/pinned',
      `${name} is held by ${namesText(pins)}`,
      deciding.set.by === 'person' ? 'let it go first, or say --cascade (cascade: true)' : 'only a person may delete it',
    );
  }
  return isHeld;
}
