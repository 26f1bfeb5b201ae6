import { shown } from '../../model/shown-text.ts';
import { compileRe2 } from '../requirement.ts';
import { isBlank } from '../step-index.ts';
import type { Rule } from './rule.ts';

/** Checks on outputs are there, can be met, and are looked at. */
export const checkRequirements: Rule = (_workflow, { steps }, diagnoses) => {
  const budget = { sizeLeft: largestPatterns };
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

/**
 * What the patterns of one file may come to together, in nodes. Compiling takes about 1 µs a node (measured), and a pattern of
 * 30 characters can ask for 20 000: without a limit a file of 1 MiB would keep a validator busy for minutes.
 */
const largestPatterns = 500_000;

/** Why RE2 does not take a pattern; null where it does. */
function patternFault(pattern: string, budget: { sizeLeft: number }): { what: string; hint: string } | null {
  budget.sizeLeft -= pattern.length * repeatsIn(pattern);
  if (budget.sizeLeft < 0)
    return {
      what: 'the patterns of this file are too large together',
      hint: 'repeat less: {1,1000} and the like are written out when compiled',
    };
  try {
    compileRe2(pattern);
    return null;
  } catch (error) {
    return { what: (error as Error).message.replace('error parsing regexp: ', ''), hint: hintFor(pattern) };
  }
}

/** How often the counted repeats of a pattern may repeat a part of it: RE2 itself refuses more than 1000. */
function repeatsIn(pattern: string): number {
  let repeats = 1;
  for (const [, least, most] of pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) repeats *= Math.max(1, Number(most || least));
  return Math.min(repeats, 1000);
}

const hintFor = (pattern: string): string =>
  /\(\?<?[=!]|\\[1-9]/.test(pattern)
    ? 'the syntax is RE2: no lookaround and no backreferences, as these can take for ever'
    : 'the syntax is RE2; in double quotes YAML wants each backslash twice';
