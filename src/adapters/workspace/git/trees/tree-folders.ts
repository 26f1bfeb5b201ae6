import { lstatSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { GitLink } from '../place/git-link.ts';
import type { Place } from '../place/place.ts';
import { refusal } from '../trouble.ts';

/**
 * Where one work tree of a step's own lies. Its git folder and what Pawl keeps of it are beside it and not inside: whatever an agent
 * removes in its work tree, they stay.
 */
export interface TreeFolders {
  /** `.pawl/trees/<run>`, which holds nothing else than the run's trees. */
  readonly ofRun: string;
  /** The work tree. */
  readonly root: string;
  /** What belongs to it: git folder and state. */
  readonly own: string;
  readonly gitDir: string;
  readonly stateDir: string;
}

/** The folder of a run's trees in Pawl's folder. */
export const treesOf = (stateDir: string, run: string): string => join(stateDir, 'trees', partOf(run));

export function treeFolders(stateDir: string, run: string, name: string): TreeFolders {
  const ofRun = treesOf(stateDir, run);
  const own = join(ofRun, ownFolder, partOf(name));
  return { ofRun, root: join(ofRun, partOf(name)), own, gitDir: join(own, 'git'), stateDir: join(own, 'state') };
}

const ownFolder = '.own';

/** A name as a folder's. Those that the engine gives are one already: a number and a step's id in letters of any script. */
function partOf(name: string): string {
  if (!/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}._-]{0,120}$/u.test(name) || Buffer.byteLength(name) > 255)
    throw new Error(`${JSON.stringify(name)} is no name for a folder`);
  return name;
}

/** What `.git` in the tree is: it leads to the git folder, from wherever the project is moved to. */
const gitLinkOf = ({ root, gitDir }: TreeFolders): GitLink => ({
  link: false,
  mode: 0o644,
  bytes: Buffer.from(`gitdir: ${relative(root, gitDir)}\n`),
});

/** The tree's place; `user` is that of the work tree it was made from. */
export const treePlace = (user: Place, folders: TreeFolders): Place => ({
  cwd: join(folders.root, relative(user.root, user.cwd)),
  root: folders.root,
  gitDir: folders.gitDir,
  commonDir: folders.gitDir,
  gitLink: gitLinkOf(folders),
  objectFormat: user.objectFormat,
  stateDir: folders.stateDir,
  shadowDir: join(folders.stateDir, 'git'),
  snapshotObjects: join(user.commonDir, 'objects'),
});

/**
 * The user's place with a shadow that nobody else uses: several trees may be at work while something is recorded of one, and the
 * shadow of the user's work tree has its own owner.
 */
export const besidePlace = (user: Place, { stateDir }: TreeFolders): Place => ({ ...user, shadowDir: join(stateDir, 'git') });

/** Makes the empty folders of a tree. `stateDir` is Pawl's folder. */
export function makeFolders(stateDir: string, folders: TreeFolders): void {
  makeRealFolder(dirname(folders.ofRun));
  makeRealFolder(folders.ofRun);
  // Without it git would go on to look above once an agent has removed the tree's `.git`, and find the user's repository.
  writeFileSync(join(folders.ofRun, '.git'), 'gitdir: .none\n');
  for (const folder of [folders.root, folders.gitDir, folders.stateDir]) mkdirSync(folder, { recursive: true });
  writeLink(folders);
  // What is moved aside in the tree goes where everything that was moved aside is looked for, and stays when the tree goes.
  mkdirSync(join(stateDir, 'runs'), { recursive: true });
  symlinkSync(relative(folders.stateDir, join(stateDir, 'runs')), join(folders.stateDir, 'runs'));
}

/** A folder that is really one: a link in its place would lead everything below it elsewhere. */
function makeRealFolder(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(path);
  mkdirSync(path, { recursive: true });
}

/**
 * Puts right what an agent may have done to the place itself before a verb works in it: a removed work tree is an empty one, a
 * removed `.git` comes back. Refused where the tree is not there, or leads elsewhere.
 */
export function standUp(folders: TreeFolders): void {
  const { root, gitDir } = folders;
  if (lstatSync(join(gitDir, 'HEAD'), { throwIfNoEntry: false }) === undefined)
    throw refusal(
      `the work tree of its own is gone: ${gitDir} was removed or damaged since Pawl last looked`,
      'What was recorded in it is kept in your repository; start the run anew.',
    );
  if (lstatSync(root, { throwIfNoEntry: false }) === undefined) mkdirSync(root);
  if (!lstatSync(root).isDirectory() || realpathSync(root) !== join(realpathSync(dirname(root)), relative(dirname(root), root)))
    throw refusal(`${root} is no folder any more: a step has put something else in its place; nothing was changed`, 'Start the run anew.');
  if (lstatSync(join(root, '.git'), { throwIfNoEntry: false }) === undefined) writeLink(folders);
}

const writeLink = (folders: TreeFolders): void => writeFileSync(join(folders.root, '.git'), gitLinkOf(folders).bytes);
