import type { CommitPlan } from '../core/events/event-parts.ts';
import { listed } from '../core/model/shown-text.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { Performance } from './performance.ts';

/**
 * What a person has to know of a commit that holds the value of a secret, in a file or in its name. It is made all the same: what a step writes into the work tree is
 * its author's will, and taking the iteration back would undo work that a gate found good. Costs two calls of git, about 8 ms a commit,
 * in runs with secrets alone.
 */
export async function secretsCommitted({ place, secrets }: Performance, workspace: Workspace, plan: CommitPlan): Promise<string[]> {
  const { redactor } = secrets;
  if (redactor.idle) return [];
  const names = new Set<string>();
  const found = await workspace.searchPlan(place, plan, (bytes) => {
    const here = redactor.namesIn(bytes);
    for (const name of here) names.add(name);
    return here.length > 0;
  });
  if (!found.ok) return [`whether the commit ${plan.commit.slice(0, 7)} holds a secret could not be told: ${found.failure.message}`];
  if (found.value.length === 0) return [];
  const which = `the value of ${names.size === 1 ? 'the secret' : 'the secrets'} ${listed([...names])}`;
  return [`the commit ${plan.commit.slice(0, 7)} holds ${which}, in ${listed(found.value)}; take it out before it goes anywhere`];
}
