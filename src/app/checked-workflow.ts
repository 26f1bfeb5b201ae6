import type { Diagnostic } from '../core/model/diagnostic.ts';
import type { Refusal } from '../core/model/refusal.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { parseWorkflow } from '../core/workflow/parse-workflow.ts';
import type { Workflow } from '../core/workflow/workflow.ts';
import { findWorkflow, type WorkflowSource } from './workflow-source.ts';

export interface CheckedWorkflow {
  readonly workflow: Workflow;
  readonly source: WorkflowSource;
  readonly warnings: readonly Diagnostic[];
}

/** Finds a workflow and checks it; every mistake in it at once. */
export async function checkedWorkflow(nameOrPath: string, cwd: string, root: string): Promise<Result<CheckedWorkflow, Refusal>> {
  const source = await findWorkflow(nameOrPath, cwd, root);
  if (!source.ok) return source;
  const { file, text } = source.value;
  const { workflow, diagnostics } = parseWorkflow(text);
  if (workflow !== null) return ok({ workflow, source: source.value, warnings: diagnostics });
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return fail({
    code: 'run/invalid-workflow',
    message: `${file} has ${errors === 1 ? 'a mistake' : `${errors} mistakes`} and was not run`,
    diagnostics: { file, source: text, list: diagnostics },
  });
}
