import { join } from 'node:path';
import type { Capture } from '../capture/capture.ts';
import { foldersOf } from '../capture/folders.ts';
import { fileModeIn, folderModeIn } from '../capture/modes.ts';
import { shownList, splitNul } from '../paths/byte-path.ts';
import { parseChanges, rawDiff } from '../program/tree-changes.ts';
import { hiddenBy } from '../snapshot/hidden-by.ts';
import type { State } from '../snapshot/state.ts';
import type { Restoring } from './restoring.ts';

/**
 * The target with all that the user's rules hid and its own rules show: a step in a work tree of its own, which holds nothing that is
 * ignored, has changed what is ignored. `now` was read by the target's rules, `users` is the state from before they were the work tree's.
 * What was hidden then was there before the step and stays as it is on the disk.
 */
export async function withBroughtToLight({ repository, to, notes }: Restoring, users: State, now: Capture): Promise<State> {
  const { git, place } = repository;
  const changes = parseChanges((await git.shadow(place, ['diff-index', '--cached', ...rawDiff, to.tree])).stdout);
  // What is tracked was never hidden, though a rule may say so: where that is gone from the target, the step has removed it.
  const seen = new Set(await pathsIn({ repository, to: users }));
  const came = new Set(changes.filter((change) => change.status === 'A' && !seen.has(change.path)).map((change) => change.path));
  const seenFolders = foldersOf(
    [...seen].map((path) => ({ path })),
    users.leftovers.emptyFolders,
  );
  const { emptyFolders, nested, gitFolders, unreadable, hiddenRules, special } = to.leftovers;
  const more = {
    emptyFolders: newIn(now.emptyFolders, [...emptyFolders, ...seenFolders]),
    nested: newIn(now.nested, nested),
    gitFolders: newIn(now.gitFolders, gitFolders),
    unreadable: newIn(now.unreadable, unreadable),
    rules: newIn(
      now.hiddenRules.map(({ path }) => path),
      hiddenRules.map(({ path }) => path),
    ),
    special: newIn(Object.keys(now.special ?? {}), Object.keys({ ...special, ...users.leftovers.special })),
  };
  const folders = [...more.emptyFolders, ...more.nested, ...more.gitFolders];
  const asked = [...came, ...more.rules, ...more.special, ...more.unreadable, ...folders.map((path) => `${path}/`)];
  const answer = await hiddenBy(repository, users, [...new Set(asked)]);
  if (answer.size === 0) return to;
  const isHidden = (path: string): boolean => answer.has(path) || answer.has(`${path}/`);
  const files = now.entries.filter((entry) => came.has(entry.path) && answer.has(entry.path));
  const all = (known: readonly string[], found: readonly string[]): string[] => [...known, ...found.filter(isHidden)].sort();
  const words = `was ignored before what is ignored was changed, and stays as it is: ${shownList([...answer].sort(), 5)}`;
  if (!notes.includes(words)) notes.push(words);
  return {
    ...to,
    tree: await treeWith(
      { repository, to },
      files.map(({ path, mode, oid }) => `${mode.toString(8)} ${oid}\t${path}\0`),
    ),
    modes: await modesWith({ repository, to }, now, files),
    leftovers: {
      emptyFolders: all(emptyFolders, more.emptyFolders),
      nested: all(nested, more.nested),
      gitFolders: all(gitFolders, more.gitFolders),
      unreadable: all(unreadable, more.unreadable),
      hiddenRules: [...hiddenRules, ...now.hiddenRules.filter(({ path }) => more.rules.includes(path) && isHidden(path))],
      ...(special === undefined
        ? {}
        : {
            special: {
              ...special,
              ...Object.fromEntries(Object.entries(now.special ?? {}).filter(([path]) => more.special.includes(path) && isHidden(path))),
            },
          }),
    },
  };
}

function newIn(now: readonly string[], known: readonly string[]): string[] {
  const have = new Set(known);
  return now.filter((path) => !have.has(path));
}

type Target = Pick<Restoring, 'repository' | 'to'>;

async function treeWith({ repository: { git, place }, to }: Target, rows: readonly string[]): Promise<string> {
  const indexFile = join(place.shadowDir, 'merged');
  await git.shadow(place, ['read-tree', to.tree], { indexFile });
  await git.shadow(place, ['update-index', '--add', '-z', '--index-info'], { indexFile, stdin: Buffer.from(rows.join(''), 'latin1') });
  return (await git.shadow(place, ['write-tree'], { indexFile })).stdout.toString().trim();
}

async function pathsIn({ repository: { git, place }, to }: Target): Promise<string[]> {
  return splitNul((await git.shadow(place, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', to.tree])).stdout);
}

/** The bits of what came to light, and of the folders that are there for it alone, as they are now. */
async function modesWith(target: Target, now: Capture, files: Capture['entries']): Promise<State['modes']> {
  const { to } = target;
  const paths = await pathsIn(target);
  const known = new Set(
    foldersOf(
      paths.map((path) => ({ path })),
      to.leftovers.emptyFolders,
    ),
  );
  const folders = foldersOf(now.entries, now.emptyFolders).filter((folder) => !known.has(folder));
  return {
    ...to.modes,
    files: { ...to.modes.files, ...Object.fromEntries(files.map((entry) => [entry.path, fileModeIn(now.modes, entry)])) },
    folders: { ...to.modes.folders, ...Object.fromEntries(folders.map((folder) => [folder, folderModeIn(now.modes, folder)])) },
    ...(now.modes.unreadable === undefined && to.modes.unreadable === undefined
      ? {}
      : { unreadable: { ...now.modes.unreadable, ...to.modes.unreadable } }),
  };
}
