import { join } from 'node:path';
import type { Capture, CaptureOptions, ReadIndex } from '../capture/capture.ts';
import { parseIndex } from '../index/index-file.ts';
import { readStaging, type Staging, treeOfStaging } from '../index/staging.ts';
import type { StagingCache } from '../index/staging-cache.ts';
import { splitNul, statOf } from '../paths/byte-path.ts';
import { readRegular } from '../paths/regular-file.ts';
import { oidBytesOf, type Place } from '../place/place.ts';
import { readHead } from '../refs/head.ts';
import { worktreeNames } from '../refs/linked-worktrees.ts';
import { type Refs, readRefs } from '../refs/refs.ts';
import { readOperations } from '../repository/operations.ts';
import { excludesOf, type RepositoryFiles, readRepositoryFiles } from '../repository/repository-files.ts';
import type { Repository } from '../repository.ts';
import { allOf } from '../trouble.ts';
import type { State } from './state.ts';

/** Reads the whole state: files, staging, refs, configuration. `held` are the refs that the run holds already. */
export async function readState(repository: Repository, run: string): Promise<{ state: State; held: Refs; capture: Capture }> {
  const { git, place } = repository;
  const files = readRepositoryFiles(place);
  const reading = readStaging(place);
  const stagedTree = reading.then((staging) => stagingTreeOf(repository, staging));
  // The files first: all else is done before git has looked at them.
  const [capture, staging, { refs, held }, head, tree, stash] = await allOf([
    captureFiles(repository, files, { tracked: async (added) => trackedThoughIgnored(repository, await reading, added), stagedTree }),
    reading,
    readRefs(git, place, run),
    readHead(place),
    stagedTree,
    readRegular(join(place.commonDir, 'logs', 'refs', 'stash')) ?? Buffer.alloc(0),
  ]);
  const { emptyFolders, nested, gitFolders, unreadable, hiddenRules, special } = capture;
  const leftovers = { emptyFolders, nested, gitFolders, unreadable, hiddenRules, ...(special === undefined ? {} : { special }) };
  const state = {
    tree: capture.tree,
    head,
    refs,
    staging,
    stagingTree: tree,
    files,
    operations: readOperations(place),
    stash,
    modes: capture.modes,
    leftovers,
    worktrees: worktreeNames(place),
  };
  return { state, held, capture };
}

/** Reads the files alone, by the ignore rules of the given repository files. */
export function captureFiles(repository: Repository, files: RepositoryFiles, options: Partial<CaptureOptions>): Promise<Capture> {
  return repository.capturer.capture({
    userExclude: excludesOf(files),
    tracked: async () => [],
    stagedTree: Promise.resolve(null),
    alsoNested: [],
    ...options,
  });
}

/**
 * Paths that the user's index has although a rule ignores them: `add -A` alone would never see them. Git is asked only where a
 * file that is there has not been added, which in most repositories is never.
 */
async function trackedThoughIgnored({ git, place, stagings }: Repository, staging: Staging, added: ReadIndex): Promise<readonly string[]> {
  if (staging.bytes === null) return [];
  const index = stagings.keyOf(staging.bytes);
  const absent = absentPaths(stagings, index, staging, added, place);
  if (absent?.every((path) => statOf(place.root, path)?.isDirectory() !== false)) return [];
  if (stagings.ignored?.index !== index) {
    const answer = await git.user(place, ['ls-files', '-ci', '--exclude-standard', '-z'], { answers: [128] });
    stagings.ignored = { index, paths: [...new Set(splitNul(answer.stdout))] };
  }
  return stagings.ignored.paths;
}

function absentPaths(stagings: StagingCache, index: Buffer, staging: Staging, added: ReadIndex, place: Place): readonly string[] | null {
  const known = stagings.absent;
  if (known?.index === index && known.shadowKey === added.key) return known.paths;
  if (stagings.staged?.index !== index) stagings.staged = { index, paths: stagedPaths(staging, place) };
  const have = new Set(added.entries.map((entry) => entry.path));
  const paths = stagings.staged.paths?.filter((path) => !have.has(path)) ?? null;
  stagings.absent = { index, shadowKey: added.key, paths };
  return paths;
}

/** Every path of an index; null of one that is split or sparse, or that cannot be read: then only git can tell. */
function stagedPaths({ bytes }: Staging, place: Place): readonly string[] | null {
  try {
    const { entries, extensions } = parseIndex(bytes ?? Buffer.alloc(0), oidBytesOf(place));
    return extensions.includes('link') || extensions.includes('sdir') ? null : entries.map((entry) => entry.path);
  } catch {
    return null;
  }
}

async function stagingTreeOf({ git, place, stagings }: Repository, staging: Staging): Promise<string | null> {
  if (staging.bytes === null) return null;
  const index = stagings.keyOf(staging.bytes);
  if (stagings.tree?.index !== index)
    stagings.tree = { index, tree: await treeOfStaging(git, place, staging, join(place.shadowDir, 'staging')) };
  return stagings.tree.tree;
}
