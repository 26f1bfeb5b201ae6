import { tierNames } from '../../core/configuration/configuration.ts';
import type { Workflow } from '../../core/workflow/workflow.ts';

/** A workflow and all that it runs within it; null where those are not known. */
export interface AskingWorkflows {
  readonly workflow: Workflow;
  readonly inner: readonly { readonly workflow: Workflow }[] | null;
}

/**
 * What the prompt steps of a workflow, and of those within it, ask for: tiers, names of models, null = the agent's own choice; and the
 * first step that asks for each. Where those within it are not known they may ask for anything.
 */
export function askedModels({ workflow, inner }: AskingWorkflows): ReadonlyMap<string | null, string> {
  const asked = new Map<string | null, string>();
  const ask = (model: string | null, step: string): void => void (asked.has(model) || asked.set(model, step));
  for (const { steps, budget } of [workflow, ...(inner ?? []).map((each) => each.workflow)]) {
    for (const step of steps) {
      if (step.kind === 'prompt') ask(step.model, step.id);
      if (step.kind === 'workflow' && inner === null) for (const model of [null, ...tierNames]) ask(model, step.id);
    }
    const [first] = asked.values();
    // Near the end of a token budget every prompt step asks for this one.
    if (first !== undefined && budget.downgrade !== null) ask(budget.downgrade, first);
  }
  return asked;
}
