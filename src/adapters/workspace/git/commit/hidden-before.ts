import type { TreeChange } from '../program/tree-changes.ts';
import { excludesOf } from '../repository/repository-files.ts';
import type { Repository } from '../repository.ts';
import { hiddenBy, isIgnoreFile } from '../snapshot/hidden-by.ts';
import type { State } from '../snapshot/state.ts';

/**
 * Those of the added paths that the rules of `before` ignore: files that a step has only brought to light by changing the rules
 * (a `.env`, say), and that were the user's all along. They are no part of what it did.
 */
export async function hiddenBefore(
  repository: Repository,
  before: State,
  after: State,
  changes: readonly TreeChange[],
): Promise<ReadonlySet<string>> {
  const added = changes.filter((change) => change.status === 'A').map((change) => change.path);
  const sameRules =
    excludesOf(before.files).equals(excludesOf(after.files)) &&
    !changes.some((change) => isIgnoreFile(change.path)) &&
    keepsHiddenRules(before, after);
  return sameRules ? new Set() : hiddenBy(repository, before, added);
}

/** Whether every ignore file that hides itself is still there as it was. */
function keepsHiddenRules(before: State, after: State): boolean {
  const now = new Map(after.leftovers.hiddenRules.map((rule) => [rule.path, rule.content]));
  return before.leftovers.hiddenRules.every((rule) => now.get(rule.path) === rule.content);
}
