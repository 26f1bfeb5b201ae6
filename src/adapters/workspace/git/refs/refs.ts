import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../place/place.ts';
import type { Git } from '../program/git.ts';
import { type ReadRef, type ReadRefs, readRefFiles } from './ref-files.ts';
import { refNameBytes, refNameOf } from './ref-name.ts';

/** Full ref name to what it holds: an object id, or `ref: <name>` for a symbolic one. */
export type Refs = ReadonlyMap<string, string>;

/** Snapshots that do not know of other work trees were taken when only these were read: what they lack elsewhere says nothing. */
const oldNamespaces = /^refs\/(heads|tags|stash|remotes|notes|replace|original|bisect)(\/|$)/;

/** Whether a snapshot that knows of these work trees (null: one that is too old to) would have the ref, had it been there. */
export const isRecorded = (name: string, worktrees: readonly string[] | null): boolean => worktrees !== null || oldNamespaces.test(name);

/**
 * The configuration with which git has last worked. A step may have left one that git refuses, and with it everything: that must
 * come out at the next verb, so with any other one git is asked, although the refs could be read without it.
 */
const understood = new WeakMap<Git, string>();

/** Says that git works with the configuration as it is now. */
export function configurationWorks(git: Git, place: Place): void {
  const config = configOf(place);
  if (config !== null) understood.set(git, config);
}

/** null where a file of it is none. */
function configOf(place: Place): string | null {
  const texts = [join(place.commonDir, 'config'), join(place.gitDir, 'config.worktree')].map((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return '';
    return stat.isFile() ? readFileSync(path, 'latin1') : null;
  });
  return texts.includes(null) ? null : texts.join('\0');
}

/** All refs of the repository, wherever people and their tools keep work, and those that a run of Pawl holds; none of other runs. */
export async function readRefs(git: Git, place: Place, run: string): Promise<{ refs: Refs; held: Refs }> {
  const own = `refs/pawl/${run}/`;
  const refs = new Map<string, string>();
  const held = new Map<string, string>();
  const config = configOf(place);
  const isUnderstood = config !== null && understood.get(git) === config;
  const read = (isUnderstood ? readRefFiles(place, run) : null) ?? (await listRefs(git, place));
  if (config !== null) understood.set(git, config);
  for (const [name, { oid, symbolic }] of read) {
    if (name.startsWith(own)) held.set(name, oid);
    else if (!name.startsWith('refs/pawl/')) refs.set(name, symbolic ? `ref: ${symbolic}` : oid);
  }
  return { refs, held };
}

/** All refs as git says them. */
export async function listRefs(git: Git, place: Place): Promise<ReadRefs> {
  const answer = await git.user(place, ['for-each-ref', '--format=%(objectname) %(refname) %(symref)']);
  const refs = new Map<string, ReadRef>();
  for (const line of refNameOf(answer.stdout).split('\n')) {
    const [oid, name, symbolic] = line.split(' ');
    if (oid && name) refs.set(name, { oid, symbolic: symbolic || null });
  }
  return refs;
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
