import { isBlank } from '../step-index.ts';
import type { Rule } from './rule.ts';

/** The workflow's own keys: name, steps, budget. */
export const checkHeading: Rule = ({ values, unread, place }, _index, diagnoses) => {
  if (isBlank(values.name?.value) && !unread.has('name')) {
    diagnoses.report(
      'workflow/missing-name',
      values.name?.place ?? place,
      'missing name: the workflow has none',
      'begin the file with "name: …"',
    );
  }
  if ((values.steps?.value ?? []).length === 0 && !unread.has('steps')) {
    diagnoses.report(
      'workflow/no-steps',
      values.steps?.key ?? place,
      'no steps: the workflow would do nothing',
      'add "steps:" with at least one step',
    );
  }
  const limit = values.budget?.value.values.limit;
  if (limit !== undefined && limit.value < 0) {
    diagnoses.report(
      'workflow/negative-budget',
      limit.place,
      `negative budget: the limit is ${limit.value}`,
      'a number of tokens, or 0 for no limit',
    );
  }
};
