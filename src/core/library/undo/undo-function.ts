import { isOfInput, isSameCase } from '../cases/case-input.ts';
import { type Deciding, namesText } from '../edits/deciding.ts';
import { referencesText, referencesTo } from '../edits/references.ts';
import { restoreFunction } from '../edits/restore-function.ts';
import { type FunctionEntry, newest, type RegressionCase } from '../entries/library-entry.ts';
import { type Course, changedSince, reasonsSince } from './undo-course.ts';

/** What a set added goes, all together: they may call one another. */
export function dropFunctions(deciding: Deciding, courses: readonly Course<FunctionEntry>[]): void {
  const going = courses.filter(({ now }) => !now.isDeleted);
  for (const { left, now } of going) if (now.versions.length > left.versions.length) changedSince(deciding, `the function ${now.name}`);
  const group = going.map(({ now }) => now);
  const references = referencesTo(deciding.staged, group);
  if (references.callers.length + references.guidance.length > 0) {
    deciding.fault(
      'library/in-use',
      `${namesText(group.map(({ name }) => name))} cannot go: by now there is what names them, ${referencesText(references)}`,
      'undo or delete what refers to them first',
    );
  }
  for (const { id, name, pins } of group) {
    if (pins.length > 0) deciding.fault('library/pinned', `${name} is held by ${namesText(pins)}`, 'let it go first');
    deciding.change({ type: 'function.deleted', id, takenWith: null });
  }
}

/** What a set changed or deleted is as it was, with the cases that it had; those that other sets brought stay. */
export function putFunctionBack(deciding: Deciding, { was, left, now }: Course<FunctionEntry>): void {
  const { id, name } = now;
  const before = was as FunctionEntry;
  // Another one that this undoing brought back may have brought it along.
  if (left.isDeleted && deciding.staged.functionOf(id)?.isDeleted) restoreFunction(deciding, id);
  else if (now.isDeleted && !left.isDeleted) {
    deciding.remark(`${name} was deleted since, and stays so`);
    return;
  }
  if (left.versions.length > before.versions.length) {
    if (now.versions.length > left.versions.length) changedSince(deciding, `the function ${name}`);
    const { atMs } = deciding.set;
    const version = { ...newest(before), version: newest(now).version + 1, provenance: deciding.provenance([]), atMs };
    deciding.change({ type: 'function.stored', version });
    deciding.remark(`${name} is as it was in its version ${newest(before).version}, which is its version ${version.version} now`);
  }
  putCasesBack(deciding, id, { was: before.cases, left: left.cases, now: now.cases });
  if (left.raisedTo !== before.raisedTo && now.raisedTo === left.raisedTo)
    deciding.change({ type: 'function.raised', id, effectClass: before.raisedTo });
  for (const holder of left.pins) if (!before.pins.includes(holder)) deciding.change({ type: 'function.unpinned', id, holder });
  for (const holder of before.pins) if (!left.pins.includes(holder)) deciding.change({ type: 'function.pinned', id, holder });
  if (now.versions.length === left.versions.length) {
    deciding.agreeing.add(id);
    for (const reason of reasonsSince(before.status, left.status)) deciding.change({ type: 'function.renewed', id, reason });
  }
  const wasArchived = before.status.kind === 'archived';
  if (wasArchived === (left.status.kind === 'archived')) return;
  deciding.change(wasArchived ? { type: 'function.archived', id } : { type: 'function.renewed', id, reason: null });
}

/** The former version need not agree with what came with the later one. What somebody has changed since stays as they left it. */
function putCasesBack(deciding: Deciding, id: string, { was, left, now }: Record<'was' | 'left' | 'now', readonly RegressionCase[]>): void {
  const has = (cases: readonly RegressionCase[], one: RegressionCase): boolean => cases.some((each) => isSameCase(each, one));
  for (const brought of left.filter((each) => !has(was, each)))
    if (has(now, brought)) deciding.change({ type: 'function.uncased', id, input: brought.input });
  for (const gone of was.filter((each) => !has(left, each)))
    if (!now.some((each) => isOfInput(each, gone.input) && !has(left, each))) deciding.change({ type: 'function.case', id, case: gone });
}
