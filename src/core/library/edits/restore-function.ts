import { type FunctionEntry, newest } from '../entries/library-entry.ts';
import type { Deciding } from './deciding.ts';
import { referencesText } from './references.ts';

/** A deleted function lives again, with all that its deletion took along. */
export function restoreFunction(deciding: Deciding, id: string): string {
  const { staged } = deciding;
  const entry = staged.functionOf(id);
  if (entry === null) {
    deciding.fault('library/unknown-id', `there is no function ${id}`, 'pawl library history  shows what was deleted, with its ids');
  } else if (!entry.isDeleted) {
    deciding.fault('library/not-deleted', `the function ${entry.name} (${id}) is not deleted`, 'there is nothing to restore');
  } else if (canComeBack(deciding, entry)) {
    const along = staged.takenWith(id);
    deciding.change({ type: 'function.restored', id });
    const callers = along.functions.filter((caller) => comesAlong(deciding, caller));
    for (const caller of callers) deciding.change({ type: 'function.restored', id: caller.id });
    for (const guidance of along.guidance) deciding.change({ type: 'guidance.restored', id: guidance.id });
    if (callers.length + along.guidance.length > 0)
      deciding.remark(`with ${entry.name} came back ${referencesText({ callers, guidance: along.guidance })}`);
  }
  return id;
}

function canComeBack(deciding: Deciding, entry: FunctionEntry): boolean {
  const { name } = entry;
  const taken = deciding.staged.living(name);
  if (taken !== null) {
    deciding.fault(
      'library/name-taken',
      `there is another function ${name} by now (${taken.id})`,
      `delete that one first, or make the old source its next version: pawl library show ${entry.id} --source`,
    );
  }
  const lacks = lackingEnvironment(deciding, entry);
  if (lacks !== null) {
    deciding.fault(
      'library/unknown-environment',
      `${name} needs the environment ${lacks}, which is deleted`,
      `bring that back first: pawl library env restore ${lacks}`,
    );
  }
  return taken === null && lacks === null;
}

/** One that cannot stays deleted, and is named: it can be restored by itself once there is room for it. */
function comesAlong(deciding: Deciding, { id, name, ...entry }: FunctionEntry): boolean {
  const taken = deciding.staged.living(name) !== null;
  const lacks = lackingEnvironment(deciding, { id, name, ...entry });
  if (!taken && lacks === null) return true;
  deciding.remark(`${name} (${id}) stays deleted: ${taken ? 'its name is taken by now' : `its environment ${lacks} is deleted`}`);
  return false;
}

function lackingEnvironment({ staged }: Deciding, entry: FunctionEntry): string | null {
  const { environment } = newest(entry);
  return environment === null || staged.environmentOf(environment)?.isDeleted === false ? null : environment;
}
