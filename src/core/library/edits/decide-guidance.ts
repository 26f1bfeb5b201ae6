import { afterDelta, checkGuidance } from '../entries/guidance-text.ts';
import type { GuidanceEntry } from '../entries/library-entry.ts';
import { type Deciding, titleText } from './deciding.ts';
import type { GuidanceDelta, LibraryEdit } from './library-edit.ts';
import { livingFunction } from './living-function.ts';

type AddGuidance = Extract<LibraryEdit, { readonly kind: 'add_guidance' }>;

/** New guidance about living functions. */
export function addGuidance(deciding: Deciding, { title, sections, functions }: AddGuidance): string {
  const id = deciding.newId('g');
  checkGuidance(deciding, title, sections);
  deciding.change({
    type: 'guidance.stored',
    guidance: {
      id,
      title: title.trim(),
      sections,
      functionIds: idsOf(deciding, functions),
      status: { kind: 'active' },
      isDeleted: false,
      takenWith: null,
      provenance: deciding.provenance([]),
      version: 1,
      atMs: deciding.set.atMs,
    },
  });
  return id;
}

/** Named sections change, the others stay. Whoever changes it has looked at it: it is not stale any more. */
export function updateGuidance(deciding: Deciding, id: string, delta: GuidanceDelta): string {
  const entry = livingGuidance(deciding, id);
  if (entry === null) return id;
  const sections = afterDelta(deciding, entry, delta);
  const title = delta.title ?? entry.title;
  checkGuidance(deciding, title, sections);
  const functionIds = delta.functions === undefined ? entry.functionIds : idsOf(deciding, delta.functions);
  const { atMs } = deciding.set;
  const status = { kind: 'active' } as const;
  const guidance = { ...entry, title: title.trim(), sections, functionIds, status, version: entry.version + 1, atMs };
  deciding.change({ type: 'guidance.stored', guidance });
  return id;
}

/** A tombstone. */
export function deleteGuidance(deciding: Deciding, id: string): string {
  if (livingGuidance(deciding, id) !== null) deciding.change({ type: 'guidance.deleted', id, takenWith: null });
  return id;
}

export function restoreGuidance(deciding: Deciding, id: string): string {
  const entry = deciding.staged.guidanceOf(id);
  if (entry === null) deciding.fault('library/unknown-id', `there is no guidance ${id}`, idHint);
  else if (entry.isDeleted) deciding.change({ type: 'guidance.restored', id });
  else
    deciding.fault('library/not-deleted', `the guidance ${titleText(entry.title)} (${id}) is not deleted`, 'there is nothing to restore');
  return id;
}

const idHint = 'pawl library list --kind guidance  shows the ids';

function livingGuidance(deciding: Deciding, id: string): GuidanceEntry | null {
  const entry = deciding.staged.guidanceOf(id);
  if (entry !== null && !entry.isDeleted) return entry;
  if (entry === null) deciding.fault('library/unknown-id', `there is no guidance ${id}`, idHint);
  else
    deciding.fault(
      'library/unknown-id',
      `the guidance ${titleText(entry.title)} (${id}) is deleted`,
      `bring it back: pawl library restore ${id}`,
    );
  return null;
}

const idsOf = (deciding: Deciding, names: readonly string[]): readonly string[] => [
  ...new Set(names.flatMap((name) => livingFunction(deciding, name)?.id ?? [])),
];
