import { parallelChildren, type Step, type Workflow } from '../workflow/workflow.ts';

/** A workflow with what the engine looks up at every step worked out once. */
export interface Procedure {
  readonly workflow: Workflow;
  readonly stepOf: (id: string) => Step;
  /** The first step of the walk at or after this place in the file; null at the end. Children of groups are passed over. */
  readonly walkFrom: (index: number) => Step | null;
  readonly indexOf: (id: string) => number | undefined;
}

export function procedureOf(workflow: Workflow): Procedure {
  const indices = new Map(workflow.steps.map((step, index) => [step.id, index]));
  const children = parallelChildren(workflow);
  return {
    workflow,
    indexOf: (id) => indices.get(id),
    stepOf(id) {
      const step = workflow.steps[indices.get(id) ?? -1];
      if (step === undefined) throw new Error(`the journal names the step "${id}", which the workflow does not have`);
      return step;
    },
    walkFrom(index) {
      let at = index;
      while (at < workflow.steps.length && children.has((workflow.steps[at] as Step).id)) at++;
      return workflow.steps[at] ?? null;
    },
  };
}
