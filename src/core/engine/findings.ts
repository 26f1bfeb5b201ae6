import type { Findings } from '../events/event-parts.ts';
import { unmetRequirement } from '../workflow/requirement.ts';
import { sentinelMatches } from '../workflow/sentinel.ts';
import type { CommandStep, PromptStep } from '../workflow/workflow.ts';

/**
 * What the engine has to know about a step's text: `require` sees `raw`; `until` and `branch` see `output`, which for a
 * command is `raw` with its exit code behind it and for a prompt the same text.
 */
export function findingsOf(step: CommandStep | PromptStep, raw: string, output: string): Findings {
  const until = step.kind === 'prompt' ? (step.loop?.until ?? null) : null;
  const branch = step.branch.findIndex((entry) => sentinelMatches(output, entry.when));
  return {
    unmet: step.require === null ? null : unmetRequirement(step.require, raw),
    until: until !== null && sentinelMatches(output, until),
    branch: branch === -1 ? null : branch,
  };
}

/** Whether anything in a step looks at its text; where nothing does, a large output need not be read back. */
export const looksAtOutput = (step: CommandStep | PromptStep): boolean =>
  step.require !== null || step.branch.length > 0 || (step.kind === 'prompt' && step.loop !== null);

export const noFindings: Findings = { unmet: null, until: false, branch: null };
