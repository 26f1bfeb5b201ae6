import { shown } from '../../model/shown-text.ts';
import { isBlank } from '../step-index.ts';
import { patternBudget, patternFault } from '../texts/pattern.ts';
import type { Rule } from './rule.ts';

/** Checks on outputs are there, can be met, and are looked at. */
export const checkRequirements: Rule = (_workflow, { steps }, diagnoses) => {
  const budget = patternBudget();
  for (const { label, values, bodies } of steps) {
    const { require } = values;
    if (require === undefined) continue;
    const { values: checks, unread } = require.value;
    const contains = checks.contains?.value ?? [];
    const some = checks.non_empty?.value || contains.length > 0 || !isBlank(checks.until?.value) || !isBlank(checks.last_line_regex?.value);
    if (!some && unread.size === 0) {
      diagnoses.report(
        'workflow/empty-require',
        require.key,
        'require must declare at least one check',
        'non_empty: true, contains, until or last_line_regex',
      );
    }
    for (const { text, place } of contains) {
      if (isBlank(text))
        diagnoses.report(
          'workflow/blank-contains',
          place,
          'require.contains must not include blank strings',
          'every output has one; delete it, or use non_empty',
        );
    }
    const regex = checks.last_line_regex;
    const fault = regex === undefined ? null : patternFault(regex.value, budget);
    if (regex !== undefined && fault !== null) {
      diagnoses.report('workflow/invalid-regex', regex.place, `require.last_line_regex is invalid: ${shown(fault.what)}`, fault.hint);
    }
    if (bodies.includes('parallel')) {
      const message = `the require of ${label} is ignored: a parallel step has no output of its own`;
      diagnoses.report('workflow/ignored-require', require.key, message, 'put it on its children');
    }
  }
};
