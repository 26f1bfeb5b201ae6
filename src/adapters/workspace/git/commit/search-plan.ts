import type { CommitPlan } from '../../../../core/events/event-parts.ts';
import { shown } from '../paths/byte-path.ts';
import { parseChanges, rawDiff, type TreeChange } from '../program/tree-changes.ts';
import type { Repository } from '../repository.ts';

/** So many files are read by one process. */
const filesAtOnce = 200;

const gitlink = '160000';

/** The paths of a planned commit, as it has them, where they or their new content are what is looked for. */
export async function searchPlan(
  { git, place }: Repository,
  { commit, parent }: CommitPlan,
  isSought: (bytes: Uint8Array) => boolean,
): Promise<string[]> {
  if (commit === parent) return [];
  const trees = parent === null ? ['--root', commit] : [parent, commit];
  const listed = await git.user(place, ['diff-tree', '-r', '--no-commit-id', ...rawDiff, ...trees]);
  const changes = parseChanges(listed.stdout).filter(({ status }) => status !== 'D');
  const found = new Set(changes.map(({ path }) => path).filter((path) => isSought(Buffer.from(path, 'latin1'))));
  const files = changes.filter(({ newMode }) => newMode !== gitlink);
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const some = files.slice(at, at + filesAtOnce);
    const read = await git.user(place, ['cat-file', '--batch'], { stdin: some.map(({ newOid }) => `${newOid}\n`).join('') });
    for (const path of soughtIn(read.stdout, some, isSought)) found.add(path);
  }
  return changes.flatMap(({ path }) => (found.has(path) ? [shown(path)] : []));
}

/** Reads what `cat-file --batch` says: of each object a line that ends in its size, its bytes, a newline. */
function soughtIn(output: Buffer, changes: readonly TreeChange[], isSought: (bytes: Uint8Array) => boolean): string[] {
  const found: string[] = [];
  let at = 0;
  for (const { path } of changes) {
    const begin = output.indexOf('\n', at) + 1;
    const bytes = Number(output.toString('latin1', at, begin - 1).split(' ')[2]);
    if (isSought(output.subarray(begin, begin + bytes))) found.push(path);
    at = begin + bytes + 1;
  }
  return found;
}
