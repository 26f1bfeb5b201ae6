import type { Call } from '../../../ports/runner.ts';
import { modelNamed } from '../../agent-cli/tiers.ts';

/** Names from the catalog that codex 0.171.0 brings; it keeps none for "the newest of its kind". */
export const codexTiers = { smart: 'gpt-6.2-astra', general: 'gpt-6.2-sol', fast: 'gpt-6-luna' };

/**
 * The arguments of the `codex` program for a call; the table in docs/runners.md says the same. `exec` never asks anyone: what the
 * sandbox does not allow fails. A folder that is no repository is Pawl's to judge, so that codex need not.
 */
export function argumentsOf(call: Call, unsafe: boolean): string[] {
  const model = modelNamed(call.model, codexTiers);
  return [
    'exec',
    '--json',
    '--skip-git-repo-check',
    ...(unsafe ? ['--dangerously-bypass-approvals-and-sandbox'] : ['--sandbox', 'workspace-write']),
    ...(model === null ? [] : ['--model', model]),
    // The prompt comes on stdin.
    '-',
  ];
}
