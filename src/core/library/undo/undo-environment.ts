import { deleteEnvironment } from '../edits/decide-environments.ts';
import type { Deciding } from '../edits/deciding.ts';
import type { EnvironmentEntry } from '../entries/library-entry.ts';
import { type Course, changedSince } from './undo-course.ts';

/** What a set did to an environment is taken back. */
export function undoEnvironment(deciding: Deciding, { was, left, now }: Course<EnvironmentEntry>): void {
  const { name } = now;
  // What was changed and taken back again is as it was left.
  if (now.version > left.version && (now.manifest !== left.manifest || now.lock !== left.lock)) {
    changedSince(deciding, `the environment ${name}`);
    return;
  }
  if (was === null || was.isDeleted) {
    if (!now.isDeleted) deleteEnvironment(deciding, name);
    return;
  }
  if (now.isDeleted && left.isDeleted) deciding.change({ type: 'environment.restored', name });
  else if (now.isDeleted) {
    deciding.remark(`the environment ${name} was deleted since, and stays so`);
    return;
  }
  if (left.version > was.version) deciding.change({ type: 'environment.stored', environment: { ...was, version: now.version + 1 } });
}
