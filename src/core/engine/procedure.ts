import { parallelChildren, type Step, type Workflow } from '../workflow/workflow.ts';

/** A workflow with what the engine looks up at every step worked out once. */
export interface Procedure {
  readonly workflow: Workflow;
  readonly has: (id: string) => boolean;
  /** Throws for a step that the workflow does not have: such a journal is another workflow's. */
  readonly stepOf: (id: string) => Step;
  /** The step of the walk that a branch to this id leads to: itself, or what follows where it is the child of a group. */
  readonly stepAt: (id: string) => Step | null;
  /** The next step of the walk behind this one, in the file's order; null at the end. Children of groups are passed over. */
  readonly stepAfter: (id: string) => Step | null;
  /** The first step of the walk; null where all steps are children of groups. */
  readonly firstStep: () => Step | null;
}

export function procedureOf(workflow: Workflow): Procedure {
  const places = new Map(workflow.steps.map((step, place) => [step.id, { step, place }]));
  const children = parallelChildren(workflow);
  const find = (id: string) => {
    const found = places.get(id);
    if (found === undefined) throw new Error(`the journal names the step "${id}", which the workflow does not have`);
    return found;
  };
  const walkFrom = (place: number): Step | null => {
    for (let at = place; ; at++) {
      const step = workflow.steps[at];
      if (step === undefined || !children.has(step.id)) return step ?? null;
    }
  };
  return {
    workflow,
    has: (id) => places.has(id),
    stepOf: (id) => find(id).step,
    stepAt: (id) => walkFrom(find(id).place),
    stepAfter: (id) => walkFrom(find(id).place + 1),
    firstStep: () => walkFrom(0),
  };
}
