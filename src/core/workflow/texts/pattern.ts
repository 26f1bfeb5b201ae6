import { compileRe2 } from './requirement.ts';

/**
 * What the patterns of one file may come to together, in nodes. Compiling takes about 1 µs a node (measured), and a pattern of
 * 30 characters can ask for 20 000: without a limit a file of 1 MiB would keep a validator busy for minutes.
 */
const largestPatterns = 500_000;

/** What is left of that. */
export interface PatternBudget {
  sizeLeft: number;
}

export const patternBudget = (): PatternBudget => ({ sizeLeft: largestPatterns });

/** Why RE2 does not take a pattern; null where it does. */
export function patternFault(pattern: string, budget: PatternBudget): { what: string; hint: string } | null {
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
