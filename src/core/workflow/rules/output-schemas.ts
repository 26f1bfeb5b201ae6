import { checkSchema } from '../output-schema/check-schema.ts';
import { patternBudget } from '../texts/pattern.ts';
import type { Rule } from './rule.ts';

/** The schema of each reply is there, and can be checked against. */
export const checkOutputSchemas: Rule = (_workflow, { steps }, diagnoses) => {
  const patterns = patternBudget();
  for (const { label, values } of steps) {
    const { output } = values;
    if (output === undefined) continue;
    const { schema } = output.value.values;
    if (schema !== undefined) checkSchema(schema.value, diagnoses, patterns);
    else if (output.value.unread.size === 0) {
      const message = `the output of ${label} has no schema`;
      diagnoses.report('workflow/invalid-schema', output.key, message, 'say what the reply is: {schema: {type: object}}');
    }
  }
};
