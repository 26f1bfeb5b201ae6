import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { joinNul, shown, splitNul } from '../paths/byte-path.ts';
import { parseChanges, rawDiff, type TreeChange } from '../program/tree-changes.ts';
import type { Repository } from '../repository.ts';
import type { State } from '../snapshot/state.ts';
import { allOf } from '../trouble.ts';

/**
 * Those of the changed paths that the user had changed already: in the files or in the staging area, new ones too. `mayFilter`: whether the
 * repository's clean filters may run to find that out, as they do for a commit anyway; else a file that has one counts as not changed.
 */
export async function alsoUncommitted(
  repository: Repository,
  before: State,
  parent: string | null,
  changes: readonly TreeChange[],
  mayFilter = true,
): Promise<string[]> {
  const { git, place } = repository;
  const base = parent ?? (await git.shadow(place, ['mktree'], { stdin: '' })).stdout.toString().trim();
  const diff = async (tree: string): Promise<TreeChange[]> =>
    parseChanges((await git.shadow(place, ['diff-tree', '-r', ...rawDiff, base, tree])).stdout);
  const [inFiles, inStaging] = await allOf([diff(before.tree), before.stagingTree === null ? [] : diff(before.stagingTree)]);
  const touched = new Set(changes.map((change) => change.path));
  const yours = new Set(inStaging.map((change) => change.path).filter((path) => touched.has(path)));
  const candidates = inFiles.filter((change) => touched.has(change.path) && !yours.has(change.path));
  const converted = await pathsWithConversions(
    repository,
    candidates.filter((change) => change.status === 'M'),
  );
  const clean = mayFilter ? await cleanAmong(repository, before.tree, base, converted) : new Set(converted);
  for (const { path } of candidates) if (!clean.has(path)) yours.add(path);
  return [...yours].sort();
}

/** Paths, as they are shown, whose uncommitted work is in the files of `before` and not in those of `after`, nor committed. */
export async function uncommittedGone(
  repository: Repository,
  before: State,
  after: State,
  parent: string | null,
  mayFilter: boolean,
): Promise<string[]> {
  if (before.tree === after.tree) return [];
  const { git, place } = repository;
  const changes = parseChanges((await git.shadow(place, ['diff-tree', '-r', ...rawDiff, before.tree, after.tree])).stdout);
  const gone = new Set(changes.filter((change) => change.status === 'D').map((change) => change.path));
  const inFiles = (state: State): Promise<string[]> =>
    alsoUncommitted(repository, { ...state, stagingTree: null }, parent, changes, mayFilter);
  const then = await inFiles(before);
  if (then.length === 0) return [];
  const now = new Set(await inFiles(after));
  return then.filter((path) => gone.has(path) || !now.has(path)).map(shown);
}

/** Paths whose blob may differ from their bytes: by attributes, or by core.autocrlf for all. */
async function pathsWithConversions({ git, place }: Repository, changes: readonly TreeChange[]): Promise<readonly string[]> {
  if (changes.length === 0) return [];
  const paths = changes.map((change) => change.path);
  const setting = await git.user(place, ['config', '--get', 'core.autocrlf'], { answers: [1] });
  if (/^(true|input)\s*$/i.test(setting.stdout.toString())) return paths;
  const answer = await git.user(place, ['check-attr', '-z', '--stdin', 'text', 'crlf', 'eol', 'filter', 'ident', 'working-tree-encoding'], {
    stdin: joinNul(paths),
  });
  const parts = answer.stdout.toString('latin1').split('\0');
  const found = new Set<string>();
  for (let at = 0; at + 2 < parts.length; at += 3)
    if (parts[at + 2] !== 'unspecified' && parts[at + 2] !== 'unset') found.add(parts[at] as string);
  return [...found];
}

/**
 * Which of the files, as they were in `tree`, come to the very blobs that `base` has. They are laid out in a folder of their own
 * for it, with the attributes of the time: `git hash-object --stdin --path` would be simpler, but git-lfs looks at the size of
 * the file that stands at the path today and cuts the older bytes to it (tried, 3.3.0).
 */
async function cleanAmong({ git, place }: Repository, tree: string, base: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const workTree = join(place.shadowDir, 'laid-out');
  const indexFile = join(place.shadowDir, 'laid-out-index');
  await rm(workTree, { recursive: true, force: true });
  await mkdir(workTree);
  try {
    const listing = splitNul((await git.shadow(place, ['ls-tree', '-r', '-z', '--name-only', tree])).stdout);
    const attributes = listing.filter((path) => /(^|\/)\.gitattributes$/.test(path));
    await git.shadow(place, ['read-tree', tree], { workTree, indexFile });
    await git.shadow(place, ['checkout-index', '-f', '-z', '--stdin'], { workTree, indexFile, stdin: joinNul([...attributes, ...paths]) });
    await git.user(place, ['read-tree', base], { workTree, indexFile });
    await git.user(place, ['update-index', '--add', '-z', '--stdin'], {
      workTree,
      indexFile,
      stdin: joinNul(paths),
      options: ['-c', 'core.safecrlf=false'],
    });
    const differing = parseChanges((await git.user(place, ['diff-index', '--cached', ...rawDiff, base], { workTree, indexFile })).stdout);
    const dirty = new Set(differing.map((change) => change.path));
    return new Set(paths.filter((path) => !dirty.has(path)));
  } finally {
    await rm(workTree, { recursive: true, force: true });
  }
}
