import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { splitNul, statOf } from './byte-path.ts';
import type { Capture, CaptureOptions, Capturer, ReadIndex } from './capture.ts';
import type { Git } from './git.ts';
import { parseIndex } from './index-file.ts';
import { oidBytesOf, type Place } from './place.ts';
import type { Records, State } from './record.ts';
import { type Refs, readHead, readRefs, worktreeNames } from './refs.ts';
import { type RepositoryFiles, readOperations, readRepositoryFiles } from './repository-files.ts';
import type { Seen } from './seen.ts';
import { readStaging, type Staging, treeOfStaging } from './staging.ts';
import { allOf } from './trouble.ts';

/** One work tree with all that is needed to read and change it. */
export interface Repository {
  readonly git: Git;
  readonly place: Place;
  readonly records: Records;
  readonly capturer: Capturer;
  readonly stagings: StagingCache;
  /** Of the verb before, if that was `inspect`. */
  seen: Seen | null;
}

/** What was worked out for an index, by the digest of its bytes. */
export class StagingCache {
  tree: { readonly digest: string; readonly tree: string | null } | null = null;
  /** Every path that is staged; null where only git can tell. */
  staged: { readonly digest: string; readonly paths: readonly string[] | null } | null = null;
  /** Those that the shadow's index, of this key, does not have. */
  absent: { readonly digest: string; readonly shadowKey: string; readonly paths: readonly string[] | null } | null = null;
  ignored: { readonly digest: string; readonly paths: readonly string[] } | null = null;
}

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
    readFile(join(place.commonDir, 'logs', 'refs', 'stash')).catch(() => Buffer.alloc(0)),
  ]);
  const { emptyFolders, nested, gitFolders, unreadable, hiddenRules } = capture;
  const leftovers = { emptyFolders, nested, gitFolders, unreadable, hiddenRules };
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
    userExclude: files.get('common:info/exclude')?.bytes ?? Buffer.alloc(0),
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
  const digest = digestOf(staging.bytes);
  const absent = absentPaths(stagings, digest, staging, added, place);
  if (absent?.every((path) => statOf(place.root, path)?.isDirectory() !== false)) return [];
  if (stagings.ignored?.digest !== digest) {
    const answer = await git.user(place, ['ls-files', '-ci', '--exclude-standard', '-z'], { answers: [128] });
    stagings.ignored = { digest, paths: [...new Set(splitNul(answer.stdout))] };
  }
  return stagings.ignored.paths;
}

function absentPaths(stagings: StagingCache, digest: string, staging: Staging, added: ReadIndex, place: Place): readonly string[] | null {
  const known = stagings.absent;
  if (known?.digest === digest && known.shadowKey === added.key) return known.paths;
  if (stagings.staged?.digest !== digest) stagings.staged = { digest, paths: stagedPaths(staging, place) };
  const have = new Set(added.entries.map((entry) => entry.path));
  const paths = stagings.staged.paths?.filter((path) => !have.has(path)) ?? null;
  stagings.absent = { digest, shadowKey: added.key, paths };
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
  const digest = digestOf(staging.bytes);
  if (stagings.tree?.digest !== digest)
    stagings.tree = { digest, tree: await treeOfStaging(git, place, staging, join(place.shadowDir, 'staging')) };
  return stagings.tree.tree;
}

const digests = new WeakMap<Buffer, string>();

/** Worked out once for bytes that are read once. */
function digestOf(bytes: Buffer): string {
  const digest = digests.get(bytes) ?? createHash('sha1').update(bytes).digest('hex');
  digests.set(bytes, digest);
  return digest;
}
