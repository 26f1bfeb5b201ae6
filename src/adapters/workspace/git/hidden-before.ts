import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { joinNul, splitNul } from './byte-path.ts';
import type { State } from './record.ts';
import { writeExcludes } from './shadow.ts';
import type { Repository } from './state.ts';
import type { TreeChange } from './tree-changes.ts';

/**
 * Those of the added paths that the rules of `before` ignore: files that a step has only brought to light by changing the rules
 * (a `.env`, say), and that were the user's all along. They are no part of what it did.
 */
export async function hiddenBefore(
  { git, place }: Repository,
  before: State,
  after: State,
  changes: readonly TreeChange[],
): Promise<ReadonlySet<string>> {
  const added = changes.filter((change) => change.status === 'A').map((change) => change.path);
  const excludeOf = (state: State): Buffer => state.files.get('common:info/exclude')?.bytes ?? Buffer.alloc(0);
  const sameRules = excludeOf(before).equals(excludeOf(after)) && !changes.some((change) => /(^|\/)\.gitignore$/.test(change.path));
  if (added.length === 0 || sameRules) return new Set();
  const workTree = join(place.shadowDir, 'rules');
  const indexFile = join(place.shadowDir, 'rules-index');
  await rm(workTree, { recursive: true, force: true });
  await mkdir(workTree);
  try {
    await writeExcludes(place, excludeOf(before), before.leftovers.nested);
    await git.shadow(place, ['read-tree', before.tree], { workTree, indexFile });
    const listing = splitNul((await git.shadow(place, ['ls-files', '-z'], { workTree, indexFile })).stdout);
    const rules = listing.filter((path) => /(^|\/)\.gitignore$/.test(path));
    await git.shadow(place, ['checkout-index', '-f', '-z', '--stdin'], { workTree, indexFile, stdin: joinNul(rules) });
    const answer = await git.shadow(place, ['check-ignore', '--no-index', '-z', '--stdin'], {
      workTree,
      indexFile,
      stdin: joinNul(added),
      env: { GIT_LITERAL_PATHSPECS: '0' },
      answers: [1],
    });
    return new Set(splitNul(answer.stdout));
  } finally {
    await rm(workTree, { recursive: true, force: true });
  }
}
