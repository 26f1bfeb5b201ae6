import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Failure } from '../../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../../core/model/result.ts';
import type { GitWorkspaceOptions } from '../opening.ts';
import { isWithin } from '../paths/byte-path.ts';
import { isSpecial } from '../paths/special-files.ts';
import { asideFolder, moveAside } from '../place/move-aside.ts';
import { oidBytesOf, type Place, stateDirOf } from '../place/place.ts';
import type { Git } from '../program/git.ts';
import { brokenRefs } from '../refs/broken-refs.ts';
import { type Head, readHead } from '../refs/head.ts';
import { isRefName } from '../refs/ref-files.ts';
import { refNameBytes } from '../refs/ref-name.ts';
import { removeGitFolderPipes } from '../repository/git-folder-pipes.ts';
import { lostGitLink, putBackGitLink } from '../repository/kept-git-link.ts';
import { repositoryRootOf } from '../repository/locate.ts';
import {
  changedFiles,
  inWords,
  putBackRepositoryFiles,
  type RepositoryFile,
  type RepositoryFiles,
  readRepositoryFiles,
} from '../repository/repository-files.ts';
import { readLatest } from '../snapshot/latest.ts';
import { Records } from '../snapshot/records.ts';
import type { State } from '../snapshot/state.ts';
import { ioTrouble } from '../trouble.ts';

/*
 * An agent can damage the few files without which git does not even start: then no verb of ours runs, and nothing could be put
 * back although all of it is recorded. So these are put right with plain file operations, from the latest snapshot. Only what
 * keeps git from starting: everything else is left as it is, to be recorded and undone like any other change.
 */

const configNames = ['common:config', 'git:config.worktree'];

/**
 * Runs a verb, and once more where it failed and `rescue` found something to put right. `saying` adds what that was to the
 * verb's value; a failure has it in its message.
 */
export async function withRescue<T>(
  verb: () => Promise<Result<T, Failure>>,
  rescue: () => Promise<Result<string[], Failure>>,
  saying: (value: T, said: readonly string[]) => T,
): Promise<Result<T, Failure>> {
  const first = await verb();
  if (first.ok) return first;
  const said = await rescue();
  // What failed first is what the person has to know; that nothing could be done about it only follows from it.
  if (!said.ok || said.value.length === 0) return first;
  const second = await verb();
  if (second.ok) return ok(saying(second.value, said.value));
  return fail({ ...second.failure, message: `${second.failure.message} (${said.value.join('; ')})` });
}

/** Rescues the repository by the latest snapshot of its work tree; see `rescue`. Nothing happens without one. */
export async function rescueLatest(git: Git | null, { cwd, stateDir, blobs }: GitWorkspaceOptions, run: string): Promise<string[]> {
  const real = realpathSync(cwd);
  const root = repositoryRootOf(real);
  const latest = root === null ? null : await readLatest(real, root, stateDir ?? stateDirOf(root));
  if (git === null || root === null || latest === null) return [];
  const lost = lostGitLink(root, stateDir ?? stateDirOf(root), run);
  const linked = lost === null ? null : putBackGitLink({ ...latest.place, gitLink: lost }, run);
  const rescued = await rescue(git, latest.place, await new Records(blobs, null).load(latest.snapshot), run);
  return linked === null ? rescued : [linked, ...rescued];
}

/**
 * Makes a `.git` that git refuses to read startable again, as it was in `latest`. What was there instead is kept under the run's
 * `left` folder. Gives sentences about what it put right: none when git starts, or when the objects are gone and nothing helps.
 */
async function rescue(git: Git, place: Place, latest: State, run: string): Promise<string[]> {
  if (!existsSync(join(place.commonDir, 'objects')) || !existsSync(place.gitDir)) return [];
  const pipes = removeGitFolderPipes(place);
  const damaged = [...new Set([...pipes, ...putKindsRight(place, run), ...(await putHeadRight(place, run, latest.head))])];
  const wanted = new Map(readRepositoryFiles(place));
  // A folder that was no folder any more has lost all its files; in one that still is, they are as the agent wants them.
  for (const folder of ['info', 'hooks']) if (damaged.includes(folder)) takeOver(wanted, latest.files, `common:${folder}/`);
  for (const name of pipes) for (const owner of ['common', 'git']) takeOver(wanted, latest.files, `${owner}:${name}`);
  if (damaged.includes('config') || !(await starts(git, place))) for (const name of configNames) takeOver(wanted, latest.files, name);
  if (!(await starts(git, place)) && putPackedRefsRight(place, run)) damaged.push('packed-refs');
  for (const { path, name } of brokenRefs(place)) {
    copyAside(place, run, path);
    rmSync(path);
    damaged.push(name);
  }
  damaged.push(...putFilesRight(place, run, wanted).filter((name) => !damaged.some((said) => isWithin(name, said))));
  if (damaged.length === 0) return [];
  return [`git could not use .git as it was left; put right: ${damaged.join(', ')} (what was there is kept in .pawl/runs/${run}/left/)`];
}

const starts = (git: Git, place: Place): Promise<boolean> =>
  git.user(place, ['for-each-ref', '--count=1']).then(
    () => true,
    () => false,
  );

/** Folders where files belong and the other way round; gives the names. Git makes most of what is missing by itself. */
function putKindsRight(place: Place, run: string): string[] {
  const right: string[] = [];
  for (const name of ['config', 'info', 'hooks', 'refs']) {
    const stat = statOf(join(place.commonDir, name));
    const isRight = name === 'config' ? stat?.isFile() : stat?.isDirectory();
    if (stat === null ? name !== 'refs' : isRight || stat.isSymbolicLink()) continue;
    if (stat !== null) outOfTheWay(place, run, join(place.commonDir, name));
    if (name !== 'config') mkdirSync(join(place.commonDir, name), { recursive: true });
    right.push(name);
  }
  const index = statOf(join(place.gitDir, 'index'));
  if (index !== null && !index.isFile() && !index.isSymbolicLink()) {
    outOfTheWay(place, run, join(place.gitDir, 'index'));
    right.push('index');
  }
  return right;
}

/** Keeps of packed-refs what is whole; the refs that were in the rest come back with the others. Says whether there was any harm. */
function putPackedRefsRight(place: Place, run: string): boolean {
  const path = join(place.commonDir, 'packed-refs');
  const stat = statOf(path);
  if (stat === null || stat.isSymbolicLink()) return false;
  if (!stat.isFile()) {
    outOfTheWay(place, run, path);
    return true;
  }
  const lines = readFileSync(path, 'latin1').split('\n');
  const oid = `[0-9a-f]{${oidBytesOf(place) * 2}}`;
  const whole = lines
    .slice(0, -1)
    .filter((line) => new RegExp(`^${oid} refs/`).test(line) && isRefName(line.slice(oidBytesOf(place) * 2 + 1)));
  // Without a header git takes nothing for granted: neither their order, nor that what a tag leads to is said.
  const text = whole.map((line) => `${line}\n`).join('');
  copyAside(place, run, path);
  writeFileSync(`${path}.pawl`, text, 'latin1');
  renameSync(`${path}.pawl`, path);
  return true;
}

async function putHeadRight(place: Place, run: string, head: Head): Promise<string[]> {
  const path = join(place.gitDir, 'HEAD');
  if ((await readHead(place).catch(() => null)) !== null) return [];
  const stat = statOf(path);
  if (stat?.isFile()) copyAside(place, run, path);
  else if (stat !== null) outOfTheWay(place, run, path);
  await writeFile(`${path}.pawl`, refNameBytes('branch' in head ? `ref: ${head.branch}\n` : `${head.commit}\n`));
  await rename(`${path}.pawl`, path);
  return ['HEAD'];
}

/** What is replaced or removed is copied first: no snapshot has recorded it. */
function putFilesRight(place: Place, run: string, wanted: RepositoryFiles): string[] {
  const present = readRepositoryFiles(place);
  for (const name of changedFiles(present, wanted)) {
    if (present.get(name)?.link !== false) continue;
    const [folder, path] = name.startsWith('git:') ? [place.gitDir, name.slice(4)] : [place.commonDir, name.slice('common:'.length)];
    copyAside(place, run, join(folder, path));
  }
  return putBackRepositoryFiles(place, wanted).map((name) => inWords([name]));
}

function takeOver(wanted: Map<string, RepositoryFile>, from: RepositoryFiles, start: string): void {
  for (const name of [...wanted.keys()]) if (name.startsWith(start)) wanted.delete(name);
  for (const [name, file] of from) if (name.startsWith(start)) wanted.set(name, file);
}

function outOfTheWay(place: Place, run: string, path: string): void {
  const stat = statOf(path);
  if (stat !== null && isSpecial(stat)) {
    rmSync(path);
    return;
  }
  const within = Buffer.from(relative(place.root, path)).toString('latin1');
  // The git folder of a linked work tree lies elsewhere, perhaps on another disk.
  if (within.startsWith('..') || moveAside(place, run, within) === null)
    throw ioTrouble(`${path} is not what git needs there, and cannot be moved aside`, 'Move it away by hand, then try again.');
}

function copyAside(place: Place, run: string, path: string): void {
  const name = relative(path.startsWith(place.gitDir) ? place.gitDir : place.commonDir, path);
  const base = asideFolder(place, run);
  let target = join(base, '.git', name);
  for (let number = 2; existsSync(target); number++) target = join(`${base}.${number}`, '.git', name);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(path, target);
}

const statOf = (path: string): Stats | null => lstatSync(path, { throwIfNoEntry: false }) ?? null;
