import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { splitNul } from './byte-path.ts';
import type { Capture, Capturer } from './capture.ts';
import type { Git } from './git.ts';
import type { Place } from './place.ts';
import type { Records, State } from './record.ts';
import { type Refs, readHead, readRefs } from './refs.ts';
import { type RepositoryFiles, readOperations, readRepositoryFiles } from './repository-files.ts';
import { readStaging, type Staging, treeOfStaging } from './staging.ts';
import { allOf } from './trouble.ts';

/** One work tree with all that is needed to read and change it. */
export interface Repository {
  readonly git: Git;
  readonly place: Place;
  readonly records: Records;
  readonly capturer: Capturer;
  readonly stagings: StagingCache;
}

/** What was worked out for an index, by the digest of its bytes. */
export class StagingCache {
  tree: { readonly digest: string; readonly tree: string | null } | null = null;
  tracked: { readonly digest: string; readonly paths: readonly string[] } | null = null;
}

/** Reads the whole state: files, staging, refs, configuration. `held` are the refs that the run holds already. */
export async function readState(repository: Repository, run: string): Promise<{ state: State; held: Refs; capture: Capture }> {
  const { git, place } = repository;
  const files = readRepositoryFiles(place);
  const staging = await readStaging(place);
  const [capture, { refs, held }, head, tree, stash] = await allOf([
    captureFiles(repository, files, trackedThoughIgnored(repository, staging)),
    readRefs(git, place, run),
    readHead(place),
    stagingTreeOf(repository, staging),
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
  };
  return { state, held, capture };
}

/** Reads the files alone, by the ignore rules of the given repository files; `tracked` paths belong to them although they are ignored. */
export function captureFiles(
  repository: Repository,
  files: RepositoryFiles,
  tracked: Promise<readonly string[]> | readonly string[],
  alsoNested: readonly string[] = [],
): Promise<Capture> {
  return repository.capturer.capture({
    userExclude: files.get('common:info/exclude')?.bytes ?? Buffer.alloc(0),
    tracked,
    alsoNested,
  });
}

/** Paths that the user's index has although a rule ignores them: `add -A` alone would never see them. */
async function trackedThoughIgnored({ git, place, stagings }: Repository, staging: Staging): Promise<readonly string[]> {
  if (staging.bytes === null) return [];
  const digest = digestOf(staging.bytes);
  if (stagings.tracked?.digest !== digest) {
    const answer = await git.user(place, ['ls-files', '-ci', '--exclude-standard', '-z'], { answers: [128] });
    stagings.tracked = { digest, paths: [...new Set(splitNul(answer.stdout))] };
  }
  return stagings.tracked.paths;
}

async function stagingTreeOf({ git, place, stagings }: Repository, staging: Staging): Promise<string | null> {
  if (staging.bytes === null) return null;
  const digest = digestOf(staging.bytes);
  if (stagings.tree?.digest !== digest)
    stagings.tree = { digest, tree: await treeOfStaging(git, place, staging, join(place.shadowDir, 'staging')) };
  return stagings.tree.tree;
}

const digestOf = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex');
