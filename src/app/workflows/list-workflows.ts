import { join } from 'node:path';
import { rootOf } from '../project/root.ts';
import { checkedWorkflow } from './checked-workflow.ts';
import { builtInFolder, namesIn, ownFolder } from './workflow-source.ts';

export interface WorkflowRow {
  readonly name: string;
  /** One line of purpose. */
  readonly description: string;
  readonly builtIn: boolean;
  /** Whether it can be run; false = it has mistakes. */
  readonly valid: boolean;
}

/** The workflows that can be run by name here: the repository's own first, then the built-in ones they do not replace. */
export async function listWorkflows(cwd: string): Promise<WorkflowRow[]> {
  const root = rootOf(cwd);
  const own = await namesIn(join(root, ownFolder));
  const builtIn = (await namesIn(builtInFolder)).filter((name) => !own.includes(name));
  return Promise.all(
    [...own, ...builtIn].map(async (name) => {
      const checked = await checkedWorkflow(name, cwd, root);
      const description = checked.ok ? checked.value.workflow.description : checked.failure.message;
      return { name, description, builtIn: !own.includes(name), valid: checked.ok };
    }),
  );
}
