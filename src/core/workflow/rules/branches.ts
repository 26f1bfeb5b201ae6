import { listed, quoted } from '../../model/shown-text.ts';
import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import type { Fields } from '../fields/fields.ts';
import { isBlank, type ReadStep, type StepIndex } from '../step-index.ts';
import type { Rule } from './rule.ts';

/** The target that ends the run, unless a step is called so. */
const endTarget = 'end';

/** Each way on says when and where, and is one that can be taken. */
export const checkBranches: Rule = (_workflow, index, diagnoses) => {
  for (const step of index.steps) {
    const { branch } = step.values;
    if (branch === undefined) continue;
    for (const entry of branch.value) checkEntry(entry, step, index, diagnoses);
    const group = step.id === null ? undefined : index.groupOf.get(step.id);
    if (group !== undefined) {
      const message = `the branch of ${step.label} is ignored while ${group.label} runs it`;
      diagnoses.report(
        'workflow/ignored-branch',
        branch.key,
        message,
        'all children run, then the walk goes on; branch in a step after them',
      );
    }
    if (step.bodies.includes('parallel')) {
      const message = `the branch of ${step.label} is ignored: a parallel step has no output of its own`;
      diagnoses.report('workflow/ignored-branch', branch.key, message, 'branch in a step after it');
    }
  }
};

function checkEntry({ values, unread, place }: Fields<'branch'>, step: ReadStep, { byId, ids }: StepIndex, diagnoses: Diagnoses): void {
  if (isBlank(values.when?.value) && !unread.has('when')) {
    diagnoses.report(
      'workflow/empty-when',
      values.when?.place ?? place,
      `empty when in a branch of ${step.label}`,
      'say which word in the output takes this way',
    );
  }
  const target = values.goto;
  if (target === undefined || target.value === '') {
    if (unread.has('goto')) return;
    diagnoses.report(
      'workflow/branch-target',
      target?.place ?? place,
      `branch target not found: this way out of ${step.label} has no goto`,
      `steps: ${listed(ids)}`,
    );
    return;
  }
  if (byId.has(target.value) || target.value === endTarget) return;
  const near = diagnoses.didYouMean(target.value, [...ids, endTarget], '');
  diagnoses.report(
    'workflow/branch-target',
    target.place,
    `branch target ${quoted(target.value)} not found`,
    `${near} steps: ${listed(ids)}`.trim(),
  );
}
