import { checkTasks } from '../../adapters/store/sqlite/examine-tasks.ts';
import { rootOf, stateFolder } from '../project/root.ts';
import { type Finding, troubleOf } from './finding.ts';

/** The tasks of this folder: whether all of them can be read. Nothing where there are none. */
export async function taskFindings(cwd: string): Promise<Finding[]> {
  const checked = await checkTasks(stateFolder(rootOf(cwd)));
  if (!checked.ok) return [troubleOf('tasks', 'bad', checked.failure)];
  if (checked.value === null) return [];
  const { tasks, occurrences } = checked.value;
  return [{ what: 'tasks', state: 'good', found: `${tasks} tasks, due ${occurrences} times so far` }];
}
