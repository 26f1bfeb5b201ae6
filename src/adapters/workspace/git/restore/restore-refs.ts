import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readRegular } from '../paths/regular-file.ts';
import type { Place } from '../place/place.ts';
import { type Head, readHead, sameHead } from '../refs/head.ts';
import { checkedOutElsewhere, hasOtherWorktrees, worktreeNames } from '../refs/linked-worktrees.ts';
import { isPlainRefName, refNameBytes } from '../refs/ref-name.ts';
import { isOfOneWorktree, isRecorded, isRemote, type Refs, readRefs, shortRef } from '../refs/refs.ts';
import type { Repository } from '../repository.ts';
import { heldName, stashEntries } from '../snapshot/hold.ts';
import { allOf, refusal } from '../trouble.ts';

/** Refs, HEAD and the stash list as they are to be. */
export interface WantedRefs {
  readonly refs: Refs;
  readonly head: Head;
  readonly stash: Buffer;
  /** The linked work trees that the snapshot knows of; null of one too old to. */
  readonly worktrees: readonly string[] | null;
  /** Where HEAD was when an iteration began that ends on another branch; that branch, too, is this work tree's to put back. */
  readonly startHead?: Head;
}

/** What work trees share, and what is this one's own in it. */
interface Sharing {
  /** Branches that another of the user's work trees has checked out, with its path. */
  readonly elsewhere: ReadonlyMap<string, string>;
  readonly shared: boolean;
  /** Whether a ref that moved or came since can be the work of another of the user's work trees. */
  readonly mayBeOthers: (name: string) => boolean;
}

function sharingOf(place: Place, run: string, wanted: WantedRefs): Sharing {
  const known = wanted.worktrees ?? worktreeNames(place);
  const shared = hasOtherWorktrees(place, known);
  const own = [wanted.head, wanted.startHead].flatMap((head) => (head && 'branch' in head ? [head.branch] : []));
  const isOwn = (name: string): boolean =>
    own.some((branch) => name === branch || inTheWay(name, branch)) ||
    isOfOneWorktree(name) ||
    (name.startsWith('refs/heads/pawl/') && name.endsWith(`/${run}`));
  return { elsewhere: checkedOutElsewhere(place, known), shared, mayBeOthers: (name) => shared && !isOwn(name) };
}

/** Whether a ref that moved or came since a state can be the work of another of the user's work trees, and stays as it is. */
export function mayBeOthersSince(place: Place, run: string, then: Omit<WantedRefs, 'startHead'>): (name: string) => boolean {
  const { elsewhere, mayBeOthers } = sharingOf(place, run, then);
  return (name) => elsewhere.has(name) || mayBeOthers(name);
}

/** Git cannot have both `a` and `a/b`. */
const inTheWay = (one: string, other: string): boolean => one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

/**
 * Refuses when a branch, a tag or HEAD stands where neither the state that was left nor the wanted one has it: somebody else
 * has moved it meanwhile, and putting it back would undo their work.
 */
export async function checkUnmoved(
  { git, place }: Repository,
  run: string,
  left: { readonly refs: Refs; readonly head: Head },
  wanted: WantedRefs,
): Promise<void> {
  const [{ refs }, head] = await allOf([readRefs(git, place, run), readHead(place)]);
  const { elsewhere, mayBeOthers } = sharingOf(place, run, wanted);
  for (const name of new Set([...refs.keys(), ...left.refs.keys()])) {
    if (isRemote(name) || name === 'refs/stash' || elsewhere.has(name)) continue;
    const now = refs.get(name);
    if (now !== undefined && mayBeOthers(name)) continue;
    if (now !== left.refs.get(name) && now !== wanted.refs.get(name)) throw movedTrouble(shortRef(name), left.refs.get(name), now);
  }
  if (!sameHead(head, left.head) && !sameHead(head, wanted.head)) throw movedTrouble('HEAD', inWords(left.head), inWords(head));
}

function movedTrouble(name: string, from: string | undefined, to: string | undefined): Error {
  const short = (value: string | undefined): string =>
    value === undefined ? 'nothing' : /^[0-9a-f]{40,}$/.test(value) ? value.slice(0, 12) : shortRef(value);
  return refusal(
    `${name} was moved by somebody else since Pawl last looked (${short(from)} → ${short(to)}); nothing was changed`,
    'Look at what moved it (git reflog). To take back the run as a whole later: pawl undo RUN.',
  );
}

const inWords = (head: Head): string => ('branch' in head ? head.branch : head.commit);

/** Makes refs, HEAD and stash what they were; gives sentences about what that undid. Refs of other work trees stay. */
export async function putBackRefs(repository: Repository, run: string, wanted: WantedRefs): Promise<string[]> {
  const { git, place } = repository;
  const { refs: seen } = await readRefs(git, place, run);
  const notes = await putBackSeenRefs(repository, run, wanted);
  // A symbolic ref that led nowhere, which git does not list, leads somewhere again once that is back.
  const { refs } = await readRefs(git, place, run);
  return [...refs.keys()].some((name) => !seen.has(name) && !wanted.refs.has(name))
    ? [...notes, ...(await putBackSeenRefs(repository, run, wanted))]
    : notes;
}

async function putBackSeenRefs(repository: Repository, run: string, wanted: WantedRefs): Promise<string[]> {
  const { git, place } = repository;
  const notes: string[] = [];
  const [{ refs }, head] = await allOf([readRefs(git, place, run), readHead(place)]);
  const { elsewhere, shared, mayBeOthers } = sharingOf(place, run, wanted);
  const addedWith = new Map([...checkedOutElsewhere(place)].filter(([name]) => !elsewhere.has(name)));
  const deletes: string[] = [];
  const updates: string[] = [];
  const symbolic: (readonly [string, string])[] = [];
  for (const name of [...new Set([...refs.keys(), ...wanted.refs.keys()])].sort()) {
    const [now, then] = [refs.get(name), wanted.refs.get(name)];
    if (now === then || (name === 'refs/stash' && shared) || (isRemote(name) && now !== undefined)) continue;
    if (then === undefined && !isRecorded(name, wanted.worktrees)) continue;
    const where = elsewhere.get(name);
    if (now !== undefined && where !== undefined) {
      notes.push(
        `the branch ${shortRef(name)} ${then === undefined ? 'came since' : 'moved since'}, but another work tree has it checked out (${where}); it was left as it is`,
      );
    } else if (now !== undefined && mayBeOthers(name)) {
      notes.push(
        then === undefined
          ? `${kindOf(name)} ${shortRef(name)} came since; another work tree may have made it, so it was left`
          : `${kindOf(name)} ${shortRef(name)} moved since; another work tree may have done that, so it was left; before it was at ${atWhat(then)}`,
      );
    } else if (shared && now === undefined && [...refs.keys()].some((other) => mayBeOthers(other) && inTheWay(name, other))) {
      notes.push(
        `${kindOf(name)} ${shortRef(name)} is gone and cannot come back beside one that was left; it was at ${atWhat(then ?? '')}`,
      );
    } else if (then === undefined) {
      deletes.push(`option no-deref\ndelete ${name}\n`);
      if (name !== 'refs/stash' && now)
        notes.push(`${kindOf(name)} ${shortRef(name)}, made since, is gone; its commit is kept as ${heldName(run, now)}`);
    } else if (then.startsWith('ref: ')) {
      symbolic.push([name, then.slice(5)]);
    } else {
      if (isRemote(name) && !(await exists(repository, then))) continue;
      updates.push(`option no-deref\nupdate ${name} ${then}\n`);
      if (name !== 'refs/stash')
        notes.push(
          now === undefined
            ? `${kindOf(name)} ${shortRef(name)}, removed since, is back`
            : `${kindOf(name)} ${shortRef(name)} is back at ${then.slice(0, 12)}; it had moved to ${heldName(run, now)}`,
        );
    }
  }
  for (const [name, path] of addedWith) {
    if (refs.get(name) !== wanted.refs.get(name) && !mayBeOthers(name))
      notes.push(`${kindOf(name)} ${shortRef(name)} is checked out in a work tree that came since (${path}); its files were not touched`);
  }
  // Apart, because git refuses to make refs/heads/a/b in the same transaction that removes refs/heads/a.
  if (deletes.length > 0) await git.user(place, ['update-ref', '--stdin'], { stdin: refNameBytes(deletes.join('')) });
  if (updates.length > 0)
    await git.user(place, ['update-ref', '-m', 'pawl: put back', '--stdin'], { stdin: refNameBytes(updates.join('')) });
  for (const [name, target] of symbolic) {
    if (isPlainRefName(name) && isPlainRefName(target)) await git.user(place, ['symbolic-ref', name, target]);
    else notes.push(`${kindOf(name)} ${shortRef(name)}, which stands for ${shortRef(target)}, could not be put back: a name is not UTF-8`);
  }
  notes.push(...(await putBackStash(repository, wanted.stash, shared)));
  if (!sameHead(head, wanted.head)) {
    await setHead(repository, wanted.head, 'pawl: put back');
    notes.push(`HEAD is back ${'branch' in wanted.head ? `on ${shortRef(wanted.head.branch)}` : `at ${wanted.head.commit.slice(0, 12)}`}`);
  }
  return notes;
}

/** Points HEAD to a branch, which need not exist yet, or detaches it. Moves no branch. */
export async function setHead({ git, place }: Repository, head: Head, reason: string): Promise<void> {
  if ('branch' in head && !isPlainRefName(head.branch)) {
    // The arguments of a program are UTF-8 here, and `update-ref --stdin` sets symbolic refs only since git 2.46.
    const file = join(place.gitDir, 'HEAD');
    await writeFile(`${file}.pawl`, refNameBytes(`ref: ${head.branch}\n`));
    await rename(`${file}.pawl`, file);
  } else if ('branch' in head) await git.user(place, ['symbolic-ref', '-m', reason, 'HEAD', head.branch]);
  else await git.user(place, ['update-ref', '--no-deref', '-m', reason, 'HEAD', head.commit]);
}

/** An object's id in short, or the name that a symbolic ref stands for. */
const atWhat = (value: string): string => (value.startsWith('ref: ') ? shortRef(value.slice(5)) : value.slice(0, 12));

const kindOf = (name: string): string => (name.startsWith('refs/heads/') ? 'branch' : name.startsWith('refs/tags/') ? 'tag' : 'ref');

async function exists({ git, place }: Repository, oid: string): Promise<boolean> {
  return (await git.user(place, ['cat-file', '-e', oid], { answers: [1, 128] })).code === 0;
}

/**
 * The list itself is a log: its bytes are put back once the ref is. Work trees share one list, and others may have used it
 * since; then only entries that are lost come back.
 */
async function putBackStash({ git, place }: Repository, wanted: Buffer, shared: boolean): Promise<string[]> {
  const file = join(place.commonDir, 'logs', 'refs', 'stash');
  const now = readRegular(file) ?? Buffer.alloc(0);
  if (now.equals(wanted)) return [];
  if (!shared) {
    if (wanted.length === 0) return ['the stash list is empty again'];
    // Without any log left, git has not made the folder again.
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.pawl`, wanted);
    await rename(`${file}.pawl`, file);
    return ['the stash list is back as it was'];
  }
  const present = new Set(stashEntries(now));
  const lines = wanted
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
  const lost = stashEntries(wanted)
    .map((oid, at) => ({ oid, words: lines[at]?.split('\t')[1] ?? 'put back by pawl' }))
    .filter(({ oid }) => !present.has(oid));
  for (const { oid, words } of lost) await git.user(place, ['stash', 'store', '-q', '-m', words, oid]);
  return lost.length === 0 ? [] : [`${lost.length} lost ${lost.length === 1 ? 'entry is' : 'entries are'} back in the stash list`];
}
