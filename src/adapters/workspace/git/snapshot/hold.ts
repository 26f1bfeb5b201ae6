import type { Place } from '../place/place.ts';
import type { Git } from '../program/git.ts';
import { makeRefs, type NewRef } from '../refs/new-refs.ts';
import { isRemote, type Refs } from '../refs/refs.ts';
import type { Repository } from '../repository.ts';
import type { State } from './state.ts';

/*
 * What keeps a run's objects from gc: under refs/pawl/<run>/ a ref `<name>` for each snapshot, pointing to the tree of its files
 * (so `git diff pawl/<run>/<name>` works), `<name>.index` for what was staged, and `held/<id>` for every commit and tag that was
 * in reach. Trees and commits that exist anyway: nothing of it shows in `git log --all` but what an undone iteration made.
 */

/** A snapshot's name as part of a ref. Step names may hold what git refuses in one. */
function refPartOf(name: string): string {
  const part = name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses them in a ref
    .replace(/[\u0000-\u0020~^:?*[\\\u007f/]+/g, '-')
    .replace(/\.\.+|@\{/g, '-')
    .replace(/^[.-]+|[.]+$|\.lock$/g, '');
  return part === '' || part === 'held' || part === '@' ? `${part}-snapshot` : part;
}

/** Makes the refs that hold a state; gives the snapshot's name, which is another than asked for where that is taken by another tree. */
export async function hold({ git, place, made }: Repository, run: string, name: string, state: State, held: Refs): Promise<string> {
  const base = `refs/pawl/${run}`;
  const part = freePart(refPartOf(name), state, held, base);
  const wanted = new Map<string, string>([[`${base}/${part}`, state.tree]]);
  if (state.stagingTree !== null) wanted.set(`${base}/${part}.index`, state.stagingTree);
  for (const oid of commitsOf(state)) wanted.set(`${base}/held/${oid}`, oid);
  await writeHeld(
    git,
    place,
    [...wanted].filter(([ref, oid]) => held.get(ref) !== oid),
  );
  await holdAgain(
    git,
    place,
    [...made].filter(([ref]) => ref.startsWith(`${base}/`) && !held.has(ref)),
  );
  for (const [ref, oid] of wanted) made.set(ref, oid);
  return part;
}

/** Makes anew what a step has removed of the refs that hold earlier snapshots, as far as their objects are still there. */
async function holdAgain(git: Git, place: Place, lost: readonly NewRef[]): Promise<void> {
  for (const [ref, oid] of lost.length === 0 ? [] : await makeRefs(place, lost))
    await git.user(place, ['update-ref', ref, oid], { answers: [1, 128] });
}

/** Holds one more tree beside a snapshot's, under a name that follows from it. */
export async function holdTree(git: Git, place: Place, run: string, name: string, tree: string): Promise<void> {
  await writeHeld(git, place, [[`refs/pawl/${run}/${name}`, tree]]);
}

/** Where a person finds a commit that no branch has any more. */
export const heldName = (run: string, oid: string): string => `pawl/${run}/held/${oid}`;

async function writeHeld(git: Git, place: Place, refs: readonly (readonly [string, string])[]): Promise<void> {
  const left = await makeRefs(place, refs);
  if (left.length === 0) return;
  // A branch may name an object that is not there: nothing can hold it, and git would refuse all of them for it.
  const listed = await git.user(place, ['cat-file', '--batch-check'], { stdin: left.map(([, oid]) => `${oid}\n`).join('') });
  const lines = listed.stdout.toString().split('\n');
  const there = left.filter((_, at) => lines[at]?.endsWith(' missing') === false);
  if (there.length === 0) return;
  await git.user(place, ['update-ref', '--stdin'], { stdin: there.map(([ref, oid]) => `update ${ref} ${oid}\n`).join('') });
}

function freePart(part: string, state: State, held: Refs, base: string): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? part : `${part}.${number}`;
    const [tree, index] = [held.get(`${base}/${candidate}`), held.get(`${base}/${candidate}.index`)];
    if ((tree === undefined || tree === state.tree) && (index === undefined || index === state.stagingTree)) return candidate;
  }
}

/** Every commit and tag that the user could reach by a name: branches, tags, HEAD, the whole stash list. */
export function commitsOf(state: State): Set<string> {
  const found = new Set<string>();
  for (const [name, value] of state.refs) if (!isRemote(name) && !value.startsWith('ref: ')) found.add(value);
  if ('commit' in state.head) found.add(state.head.commit);
  for (const oid of stashEntries(state.stash)) found.add(oid);
  return found;
}

/** The commits of a stash log, oldest first. */
export function stashEntries(log: Buffer): string[] {
  return log
    .toString('latin1')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((oid) => /^[0-9a-f]{40,64}$/.test(oid));
}
