import { listed, quoted } from '../../model/shown-text.ts';
import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import type { Item } from '../fields/fields.ts';
import type { ReadStep, StepIndex } from '../step-index.ts';
import type { Rule } from './rule.ts';

/** Each child of a parallel step is there, can be run beside others, and belongs to it alone. */
export const checkGroups: Rule = (_workflow, index, diagnoses) => {
  const taken = new Map<string, ReadStep>();
  for (const step of index.steps) {
    for (const item of step.values.parallel?.value ?? []) {
      const child = runnableChild(item, step, index, diagnoses);
      if (child === null) continue;
      const other = taken.get(item.text);
      if (other === undefined) taken.set(item.text, step);
      else reportShared(item, other, step, diagnoses);
    }
  }
};

function runnableChild({ text, place }: Item, step: ReadStep, { byId, ids }: StepIndex, diagnoses: Diagnoses): ReadStep | null {
  const child = byId.get(text);
  if (child === undefined) {
    const near = diagnoses.didYouMean(text, ids, '');
    diagnoses.report('workflow/parallel-child', place, `parallel step ${quoted(text)} not found`, `${near} steps: ${listed(ids)}`.trim());
    return null;
  }
  if (child === step) {
    diagnoses.report('workflow/parallel-child', place, `parallel ${step.label} can not run itself`, 'list the steps that it is to run');
    return null;
  }
  const unrunnable = whyUnrunnable(child);
  if (unrunnable !== null) {
    const message = `parallel ${step.label} can not run ${child.label}, which ${unrunnable.what}`;
    diagnoses.report('workflow/parallel-child', place, message, unrunnable.hint);
    return null;
  }
  if (child.gated && child.values.isolate === undefined && !child.unread.has('isolate')) {
    const message = `${child.label} can not run in parallel: its loop has a gate, which puts the whole workspace back`;
    diagnoses.report(
      'workflow/gated-child',
      place,
      message,
      'give it a work tree of its own, isolate: worktree; or run it before or after the group',
    );
  }
  return child;
}

function whyUnrunnable({ bodies, values }: ReadStep): { what: string; hint: string } | null {
  if (bodies.includes('parallel')) return { what: 'is parallel itself', hint: 'list its children here instead' };
  if (bodies.includes('approve')) return { what: 'waits for a person', hint: 'ask before or after the group' };
  if (bodies.includes('workflow')) return { what: 'is a run of its own', hint: 'run it before or after the group' };
  if (values.foreach === undefined) return null;
  return { what: 'is repeated by foreach', hint: 'run it before or after the group; its max_parallel runs items at the same time' };
}

function reportShared({ text, place }: Item, other: ReadStep, step: ReadStep, diagnoses: Diagnoses): void {
  const message =
    other === step
      ? `${step.label} lists ${quoted(text)} twice`
      : `${quoted(text)} is a child in two lists: ${other.label} runs it already`;
  diagnoses.report('workflow/shared-child', place, message, 'a step runs once; delete it from one place');
}
