import { canonicalText } from '../../model/canonical-json.ts';
import type { Deciding } from '../edits/deciding.ts';
import type { GuidanceEntry } from '../entries/library-entry.ts';
import { type Course, changedSince, guidanceWords, reasonsSince } from './undo-course.ts';

const contentOf = ({ title, sections, functionIds }: GuidanceEntry): string =>
  canonicalText({ title, sections: sections.map((each) => ({ ...each })), functionIds: [...functionIds] });

/** What a set did to guidance is taken back. */
export function undoGuidance(deciding: Deciding, { was, left, now }: Course<GuidanceEntry>): void {
  const { id } = now;
  const isLater = now.version > left.version;
  // What was changed and taken back again is as it was left.
  const isChanged = isLater && contentOf(now) !== contentOf(left);
  if (was === null || was.isDeleted) {
    if (isChanged && !now.isDeleted) changedSince(deciding, guidanceWords(now));
    if (!now.isDeleted) deciding.change({ type: 'guidance.deleted', id, takenWith: null });
    return;
  }
  if (left.isDeleted && deciding.staged.guidanceOf(id)?.isDeleted) deciding.change({ type: 'guidance.restored', id });
  else if (now.isDeleted && !left.isDeleted) {
    deciding.remark(`${guidanceWords(now)} was deleted since, and stays so`);
    return;
  }
  if (!isLater) {
    deciding.agreeing.add(id);
    for (const reason of reasonsSince(was.status, left.status)) deciding.change({ type: 'guidance.renewed', id, reason });
  }
  if (left.version === was.version) return;
  if (isChanged) changedSince(deciding, guidanceWords(now));
  deciding.change({ type: 'guidance.stored', guidance: { ...was, version: now.version + 1, atMs: deciding.set.atMs } });
}
