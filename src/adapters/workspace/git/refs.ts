import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from './git.ts';
import type { Place } from './place.ts';
import { refNameBytes, refNameOf } from './ref-name.ts';
import { ioTrouble } from './trouble.ts';

/** Where HEAD points: to a branch (which may not exist yet) or straight to a commit. */
export type Head = { readonly branch: string } | { readonly commit: string };

/** Full ref name to what it holds: an object id, or `ref: <name>` for a symbolic one. */
export type Refs = ReadonlyMap<string, string>;

/** Snapshots that do not know of other work trees were taken when only these were read: what they lack elsewhere says nothing. */
const oldNamespaces = /^refs\/(heads|tags|stash|remotes|notes|replace|original|bisect)(\/|$)/;

/** Whether a snapshot that knows of these work trees (null: one that is too old to) would have the ref, had it been there. */
export const isRecorded = (name: string, worktrees: readonly string[] | null): boolean => worktrees !== null || oldNamespaces.test(name);

/** All refs of the repository, wherever people and their tools keep work, and those that a run of Pawl holds; none of other runs. */
export async function readRefs(git: Git, place: Place, run: string): Promise<{ refs: Refs; held: Refs }> {
  const own = `refs/pawl/${run}`;
  const answer = await git.user(place, ['for-each-ref', '--format=%(objectname) %(refname) %(symref)']);
  const refs = new Map<string, string>();
  const held = new Map<string, string>();
  for (const line of refNameOf(answer.stdout).split('\n')) {
    const [oid, name, symbolic] = line.split(' ');
    if (!oid || !name) continue;
    if (name.startsWith(`${own}/`)) held.set(name, oid);
    else if (!name.startsWith('refs/pawl/')) refs.set(name, symbolic ? `ref: ${symbolic}` : oid);
  }
  return { refs, held };
}

/** Reads HEAD from its file: no process, and no trouble where it names a branch that does not exist yet. */
export async function readHead(place: Place): Promise<Head> {
  return headFrom(await readFile(join(place.gitDir, 'HEAD')), join(place.gitDir, 'HEAD'));
}

function headFrom(bytes: Buffer, file: string): Head {
  const text = refNameOf(bytes);
  const symbolic = /^ref:[ \t]*(refs\/[^ \t\r\n]+)[ \t\r\n]*$/.exec(text);
  if (symbolic) return { branch: symbolic[1] as string };
  const commit = /^([0-9a-f]{40}|[0-9a-f]{64})\s*$/.exec(text);
  if (commit) return { commit: commit[1] as string };
  throw ioTrouble(`${file} holds neither a branch nor a commit`, 'Repair it (git fsck), then try again.');
}

export const sameHead = (one: Head, other: Head): boolean =>
  'branch' in one ? 'branch' in other && one.branch === other.branch : 'commit' in other && one.commit === other.commit;

/** The commit HEAD stands at; null on a branch without one. */
export function headCommit(head: Head, refs: Refs): string | null {
  if ('commit' in head) return head.commit;
  const at = resolve(head.branch, refs);
  return at ?? null;
}

/** What a ref comes to through symbolic ones. */
export function resolve(name: string, refs: Refs): string | undefined {
  let at = refs.get(name);
  for (let depth = 0; at?.startsWith('ref: ') && depth < 5; depth++) at = refs.get(at.slice(5));
  return at?.startsWith('ref: ') ? undefined : at;
}

/** "main" of refs/heads/main, or the name as it is. */
export const shortRef = (name: string): string => name.replace(/^refs\/(heads|tags|remotes)\//, '');

/** Refs of what the other side has; recorded, but a fetch (git's own maintenance prefetches) during a run is nobody's harm. */
export const isRemote = (name: string): boolean => name.startsWith('refs/remotes/') || name.startsWith('refs/prefetch/');

/** Refs of which each work tree has its own, so that no other one can have moved them. */
export const isOfOneWorktree = (name: string): boolean => /^refs\/(bisect|worktree|rewritten)\//.test(name);

/**
 * Branches that another work tree of this repository has checked out, by full name, with that work tree's path. Of the linked
 * ones, those in `known` count: an agent's `git worktree add` does not make a branch the user's.
 */
export function checkedOutElsewhere(place: Place, known: readonly string[] = worktreeNames(place)): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const look = (gitDir: string, path: string): void => {
    if (gitDir === place.gitDir) return;
    try {
      const head = headFrom(readFileSync(join(gitDir, 'HEAD')), gitDir);
      if ('branch' in head) found.set(head.branch, path);
    } catch {
      // A work tree whose HEAD cannot be read has nothing checked out.
    }
  };
  look(place.commonDir, place.commonDir);
  for (const name of known) {
    const gitDir = join(place.commonDir, 'worktrees', name);
    const path = worktreePath(gitDir);
    if (path !== null && existsSync(path)) look(gitDir, path);
  }
  return found;
}

/** Whether the repository has more than this work tree, of those in `known`, so that refs and the one stash list are shared. */
export const hasOtherWorktrees = (place: Place, known: readonly string[]): boolean => place.gitDir !== place.commonDir || known.length > 0;

/** Names of the linked work trees, as git has them under `worktrees`, in order; those whose folder is gone as well. */
export function worktreeNames(place: Place): string[] {
  try {
    return readdirSync(join(place.commonDir, 'worktrees')).sort();
  } catch {
    return [];
  }
}

function worktreePath(gitDir: string): string | null {
  try {
    return readFileSync(join(gitDir, 'gitdir'), 'utf8').trim();
  } catch {
    return null;
  }
}

/** Refs as text for a blob, in order of name, so that the same refs are the same blob. */
export const encodeRefs = (refs: Refs): Buffer =>
  refNameBytes(
    [...refs]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  );

export function decodeRefs(bytes: Uint8Array): Refs {
  const refs = new Map<string, string>();
  for (const line of refNameOf(Buffer.from(bytes)).split('\n')) {
    const at = line.indexOf(' ');
    if (at > 0) refs.set(line.slice(0, at), line.slice(at + 1));
  }
  return refs;
}
