import { joinNul } from './byte-path.ts';
import type { State } from './record.ts';
import type { Repository } from './state.ts';
import { parseChanges, rawDiff, type TreeChange } from './tree-changes.ts';

/** How many files that look changed are put through the clean filters to see whether they are; past that they count as changed. */
const mostToFilter = 100;

/** Those of the changed paths that the user had changed already: in the files or in the staging area, new ones too. */
export async function alsoUncommitted(repository: Repository, before: State, parent: string | null, changes: readonly TreeChange[]): Promise<string[]> {
  const { git, place } = repository;
  const base = parent ?? (await git.shadow(place, ['mktree'], { stdin: '' })).stdout.toString().trim();
  const diff = async (tree: string): Promise<TreeChange[]> => parseChanges((await git.shadow(place, ['diff-tree', '-r', ...rawDiff, base, tree])).stdout);
  const [inFiles, inStaging] = await Promise.all([diff(before.tree), before.stagingTree === null ? [] : diff(before.stagingTree)]);
  const touched = new Set(changes.map((change) => change.path));
  const yours = new Set(inStaging.map((change) => change.path).filter((path) => touched.has(path)));
  const candidates = inFiles.filter((change) => touched.has(change.path) && !yours.has(change.path));
  const converted = await pathsWithConversions(repository, candidates.filter((change) => change.status === 'M'));
  for (const change of candidates) {
    if (converted.has(change.path) && converted.size <= mostToFilter && (await cleanedBlob(repository, change)) === change.oldOid) continue;
    yours.add(change.path);
  }
  return [...yours].sort();
}

/** Paths whose blob may differ from their bytes: by attributes, or by core.autocrlf for all. */
async function pathsWithConversions({ git, place }: Repository, changes: readonly TreeChange[]): Promise<ReadonlySet<string>> {
  if (changes.length === 0) return new Set();
  const setting = await git.user(place, ['config', '--get', 'core.autocrlf'], { answers: [1] });
  const paths = changes.map((change) => change.path);
  if (/^(true|input)\s*$/i.test(setting.stdout.toString())) return new Set(paths);
  const answer = await git.user(place, ['check-attr', '-z', '--stdin', 'text', 'crlf', 'eol', 'filter', 'ident', 'working-tree-encoding'], { stdin: joinNul(paths) });
  const parts = answer.stdout.toString('latin1').split('\0');
  const found = new Set<string>();
  for (let at = 0; at + 2 < parts.length; at += 3) if (parts[at + 2] !== 'unspecified' && parts[at + 2] !== 'unset') found.add(parts[at] as string);
  return found;
}

/** The blob that git would make of a file's bytes in a snapshot. */
async function cleanedBlob({ git, place }: Repository, change: TreeChange): Promise<string> {
  const bytes = await git.shadow(place, ['cat-file', 'blob', change.newOid]);
  const path = Buffer.from(change.path, 'latin1').toString('utf8');
  // A name that is no UTF-8 cannot be an argument; its file counts as changed.
  if (Buffer.from(path).toString('latin1') !== change.path) return '';
  const answer = await git.user(place, ['hash-object', '--stdin', `--path=${path}`], { stdin: bytes.stdout, answers: [128] });
  return answer.stdout.toString().trim();
}
