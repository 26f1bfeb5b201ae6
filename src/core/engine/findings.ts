import type { Findings } from '../events/event-parts.ts';
import { unmetRequirement } from '../workflow/texts/requirement.ts';
import { sentinelMatches } from '../workflow/texts/sentinel.ts';
import type { Step } from '../workflow/workflow.ts';

/**
 * What the engine has to know about a step's text: `require` sees `raw`; `until` and `branch` see `output`, which for a
 * command is `raw` with its exit code behind it and for a prompt the same text. `shown` is `raw` as it may be repeated to people.
 */
export function findingsOf(step: Step, raw: string, output: string, shown: string = raw): Findings {
  const until = step.kind === 'prompt' ? (step.loop?.until ?? null) : null;
  const branch = step.branch.findIndex((entry) => sentinelMatches(output, entry.when));
  return {
    unmet: step.require === null ? null : unmetRequirement(step.require, raw, shown),
    until: until !== null && sentinelMatches(output, until),
    branch: branch === -1 ? null : branch,
    misshapen: null,
  };
}

/** Whether anything in a step looks at its text; where nothing does, a large output need not be read back. */
export const looksAtOutput = (step: Step): boolean =>
  step.require !== null || step.branch.length > 0 || (step.kind === 'prompt' && step.loop !== null);

export const noFindings: Findings = { unmet: null, until: false, branch: null, misshapen: null };

/**
 * The last number that a text has: digits with a sign, a fraction and an exponent as they may come, thousands in groups (`1,000`).
 * Null = none, or one that is too large to be compared.
 */
export function lastNumber(text: string): number | null {
  const last = [...text.matchAll(/(?<![\w.,])[-+]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w])/g)].at(-1);
  const number = last === undefined ? Number.NaN : Number(last[0].replaceAll(',', ''));
  return Number.isFinite(number) ? number : null;
}
