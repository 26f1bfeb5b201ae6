import { dirname, isAbsolute, join } from 'node:path';
import type { Diagnostic } from '../../core/model/diagnostic.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { parseWorkflow } from '../../core/workflow/parse-workflow.ts';
import type { Workflow } from '../../core/workflow/workflow.ts';
import { findWorkflow, type WorkflowSource } from './workflow-source.ts';

export interface CheckedWorkflow {
  readonly workflow: Workflow;
  readonly source: WorkflowSource;
  readonly warnings: readonly Diagnostic[];
  /** All that it runs within it, at any depth, each once; null where that is not known, as its files may be gone. */
  readonly inner: readonly InnerWorkflow[] | null;
}

/** A workflow that runs within another. */
export interface InnerWorkflow extends Pick<CheckedWorkflow, 'workflow' | 'source'> {
  /** What `besideOf` makes of how a step names it. */
  readonly key: string;
}

/**
 * Finds a workflow and checks it, and those that it runs within it; every mistake in a file at once. `around`: the texts of those that
 * run this one.
 */
export async function checkedWorkflow(
  nameOrPath: string,
  cwd: string,
  root: string,
  around: readonly string[] = [],
): Promise<Result<CheckedWorkflow, Refusal>> {
  const source = await findWorkflow(nameOrPath, cwd, root);
  if (!source.ok) return source;
  const { file, text } = source.value;
  const { workflow, diagnostics } = parseWorkflow(text);
  if (workflow !== null) {
    const inner = await innerWorkflows(workflow, source.value, { cwd, root, around });
    return inner.ok ? ok({ workflow, source: source.value, warnings: diagnostics, inner: inner.value }) : inner;
  }
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return fail({
    code: 'run/invalid-workflow',
    message: `${file} has ${errors === 1 ? 'a mistake' : `${errors} mistakes`} and was not run`,
    diagnostics: { file, source: text, list: diagnostics },
  });
}

interface Around {
  readonly cwd: string;
  readonly root: string;
  readonly around: readonly string[];
}

/** The workflows that steps run; what is wrong with one is found out before anything is run, not in the middle of it. */
async function innerWorkflows(
  { steps }: Workflow,
  source: WorkflowSource,
  { cwd, root, around }: Around,
): Promise<Result<InnerWorkflow[], Refusal>> {
  const texts = [...around, source.text];
  const all = new Map<string, InnerWorkflow>();
  for (const step of steps) {
    if (step.kind !== 'workflow') continue;
    const key = besideOf(source, step.file, cwd);
    const found = await findWorkflow(key, cwd, root);
    if (found.ok && texts.includes(found.value.text)) {
      const message = `the step "${step.id}" of ${source.file} runs ${step.file}, which comes back to itself and would never end`;
      return fail({ code: 'run/nested-too-deep', message, hint: 'a loop over a prompt, or a branch back, repeats within one workflow' });
    }
    const checked = await checkedWorkflow(key, cwd, root, texts);
    if (!checked.ok) return fail({ ...checked.failure, message: `the step "${step.id}" of ${source.file}: ${checked.failure.message}` });
    for (const inner of [{ ...checked.value, key }, ...(checked.value.inner ?? [])]) {
      all.set(inner.key, { key: inner.key, workflow: inner.workflow, source: inner.source });
    }
  }
  return ok([...all.values()]);
}

/** Where a workflow lies that another one names: a path is meant from the folder of that one; a name is looked up as always. */
export function besideOf({ file: outer, builtIn }: WorkflowSource, file: string, cwd: string): string {
  const isPath = file.includes('/') || /\.ya?ml$/.test(file);
  if (!isPath || isAbsolute(file) || builtIn) return file;
  return join(dirname(isAbsolute(outer) ? outer : join(cwd, outer)), file);
}
