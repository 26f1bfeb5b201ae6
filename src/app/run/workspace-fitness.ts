import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { isRunStep, type Workflow } from '../../core/workflow/workflow.ts';
import type { WorkspaceReport } from '../../ports/workspace.ts';

const makeRepository = 'git init && git add -A && git commit -m "start"  makes it one';

/** Why a workflow may not run in such a place; null = it may. */
export function whyUnfit(workflow: Workflow, { facts, obstacle }: WorkspaceReport): Refusal | null {
  const gated = workflow.steps.find((step) => step.kind === 'prompt' && step.loop !== null && step.loop.gate !== null);
  if (facts.kind === 'plain' && gated !== undefined) {
    return {
      code: 'run/needs-repository',
      message: `the step "${gated.id}" has a gate, which can only undo in a git repository, and ${facts.root} is none`,
      hint: makeRepository,
    };
  }
  const apart = workflow.steps.find((step) => isRunStep(step) && step.isolated);
  if (facts.kind === 'plain' && apart !== undefined) {
    return {
      code: 'run/needs-repository',
      message: `the step "${apart.id}" asks for a work tree of its own, which only a git repository can have, and ${facts.root} is none`,
      hint: makeRepository,
    };
  }
  if (obstacle !== null && workflow.steps.some((step) => step.kind === 'prompt')) return refusalOf('run/workspace-obstacle', obstacle);
  return null;
}

/** Whether what the run does is recorded, and so can be put back: not in the midst of a merge, which a snapshot cannot hold. */
export const isRecorded = ({ facts, obstacle }: WorkspaceReport): boolean => facts.kind === 'git' && obstacle === null;
