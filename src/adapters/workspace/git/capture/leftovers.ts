import { readdirSync } from 'node:fs';
import { isWithin, onDisk, splitNul, statOf } from '../paths/byte-path.ts';
import type { SpecialFiles } from '../paths/special-files.ts';
import type { Place } from '../place/place.ts';
import type { Git } from '../program/git.ts';
import { isOwn } from '../repository/shadow.ts';

/** What a tree of files cannot hold, in byte paths, each list sorted. */
export interface Leftovers {
  /** Folders without a file that is tracked or not ignored, their parents first. */
  readonly emptyFolders: readonly string[];
  /** Repositories inside of this one, submodules too: never touched. */
  readonly nested: readonly string[];
  /** Folders of this work tree that hold a `.git` of their own beside files that belong to it. */
  readonly gitFolders: readonly string[];
  /** What may not be read. */
  readonly unreadable: readonly string[];
  /** Ignore files that are ignored themselves, as tools put them into their caches ("*" hides its own file); content in base64. */
  readonly hiddenRules: readonly HiddenRule[];
  /** Absent from records before they were read. */
  readonly special?: SpecialFiles;
}

export interface HiddenRule {
  readonly path: string;
  readonly content: string;
}

/** Ignore rules for paths that the user had locked: whatever a step has opened there is theirs and belongs to no snapshot. */
export const rulesFor = (paths: readonly string[]): Buffer =>
  Buffer.from(paths.map((path) => `\n/${path.replace(/[\\*?[\]!# ]/g, '\\$&').replace(/[\n\r]/g, '?')}`).join(''), 'latin1');

/** What is neither ignored nor in the shadow's index, as git prints it. */
export const listOthers = async (git: Git, place: Place): Promise<Buffer> =>
  (await git.shadow(place, ['ls-files', '-o', '--directory', '--exclude-standard', '-z'])).stdout;

/** Looks at those `others` that are there after everything has been added to the shadow's index. */
export async function findLeftovers(
  git: Git,
  place: Place,
  others: Promise<Buffer>,
  nestedKnown: readonly string[],
): Promise<Omit<Leftovers, 'hiddenRules' | 'special'>> {
  const listing = await others;
  const walk = {
    emptyFolders: [] as string[],
    nested: nestedKnown.filter((path) => statOf(place.root, path) !== null),
    gitFolders: [] as string[],
    unreadable: [] as string[],
  };
  const rest = splitNul(listing).filter((path) => !isOwn(place, path.replace(/\/$/, '')));
  let ignored: ReadonlySet<string> | null = null;
  const pending = rest.toReversed();
  while (pending.length > 0) {
    const listed = pending.pop() as string;
    const path = listed.replace(/\/$/, '');
    const stat = statOf(place.root, path);
    if (!stat || walk.nested.some((nested) => isWithin(path, nested))) continue;
    if (!stat.isDirectory()) {
      if (stat.isFile() || stat.isSymbolicLink()) walk.unreadable.push(path);
      continue;
    }
    if (statOf(place.root, `${path}/.git`)) {
      walk.nested.push(path);
      continue;
    }
    const names = folderNames(place.root, path);
    if (names === null) {
      walk.unreadable.push(path);
      continue;
    }
    walk.emptyFolders.push(path);
    if (names.length === 0) continue;
    // Folders to look into, and files that `add -A` would have taken could it read them.
    ignored ??= await ignoredPaths(git, place);
    for (const name of names.toReversed())
      if (!ignored.has(`${path}/${name}`) && !isOwn(place, `${path}/${name}`)) pending.push(`${path}/${name}`);
  }
  return { ...walk, emptyFolders: walk.emptyFolders.sort(), nested: [...new Set(walk.nested)].sort(), unreadable: walk.unreadable.sort() };
}

async function ignoredPaths(git: Git, place: Place): Promise<ReadonlySet<string>> {
  const listing = await git.shadow(place, ['ls-files', '-o', '-i', '--directory', '--exclude-standard', '-z']);
  return new Set(splitNul(listing.stdout).map((path) => path.replace(/\/$/, '')));
}

/** Byte names, sorted; null of a folder that may not be read. */
export function folderNames(root: string, path: string): string[] | null {
  try {
    return readdirSync(onDisk(root, path), { encoding: 'buffer' })
      .map((name) => name.toString('latin1'))
      .sort();
  } catch {
    return null;
  }
}
