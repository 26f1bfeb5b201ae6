import type { Field } from '../fields/fields.ts';
import type { Rule } from './rule.ts';

/** Numbers that would mean nothing, or the contrary of what they are for. */
export const checkSmallestNumbers: Rule = (_workflow, { steps }, diagnoses) => {
  for (const { values } of steps) {
    const { foreach, retry, loop } = values;
    check(retry?.value.values.max, 'retry.max', 1, 'delete the retry to try only once');
    check(foreach?.value.values.max_parallel, 'foreach.max_parallel', 1, 'write 1 for one after the other');
    check(
      loop?.value.values.gate?.value.values.tolerance,
      'gate.tolerance',
      0,
      'measure says which way is worse; write how much of it is fine',
    );
  }

  function check(field: Field<number> | undefined, name: string, least: number, hint: string): void {
    if (field !== undefined && field.value < least)
      diagnoses.report('workflow/number-too-small', field.place, `${name} is ${field.value}; it must be at least ${least}`, hint);
  }
};
