import { copyFileSync, existsSync, lstatSync, mkdirSync, realpathSync, type Stats } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { asideFolder, moveAside } from './aside.ts';
import { isWithin } from './byte-path.ts';
import type { Git } from './git.ts';
import type { GitWorkspaceOptions } from './opening.ts';
import { type Place, repositoryRootOf, stateDirOf } from './place.ts';
import { Records, type State } from './record.ts';
import { refNameBytes } from './ref-name.ts';
import { type Head, readHead } from './refs.ts';
import { changedFiles, inWords, putBackRepositoryFiles, type RepositoryFiles, readRepositoryFiles } from './repository-files.ts';
import { ioTrouble } from './trouble.ts';

/*
 * An agent can damage the few files without which git does not even start: then no verb of ours runs, and nothing could be put
 * back although all of it is recorded. So these are put right with plain file operations, from the latest snapshot. Only what
 * keeps git from starting: everything else is left as it is, to be recorded and undone like any other change.
 */

/** The latest snapshot of a work tree, and where that lay: git cannot be asked any more when this is needed. */
interface Latest {
  readonly version: 1;
  readonly snapshot: string;
  readonly place: Pick<Place, 'root' | 'gitDir' | 'commonDir' | 'objectFormat'>;
}

const configNames = ['common:config', 'git:config.worktree'];

/** Remembers the latest snapshot's record by its id. */
export async function rememberLatest(place: Place, snapshot: string): Promise<void> {
  const { root, gitDir, commonDir, objectFormat } = place;
  const latest: Latest = { version: 1, snapshot, place: { root, gitDir, commonDir, objectFormat } };
  const file = fileOf(place.stateDir);
  await writeFile(`${file}.new`, JSON.stringify(latest));
  await rename(`${file}.new`, file);
}

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
  if (git === null || latest === null) return [];
  return rescue(git, latest.place, await new Records(blobs).load(latest.snapshot), run);
}

/** null without a snapshot, and where the work tree lies elsewhere since. */
async function readLatest(cwd: string, root: string, stateDir: string): Promise<{ snapshot: string; place: Place } | null> {
  try {
    const latest = JSON.parse(await readFile(fileOf(stateDir), 'utf8')) as Latest;
    if (latest.version !== 1 || latest.place.root !== root) return null;
    return { snapshot: latest.snapshot, place: { ...latest.place, cwd, stateDir, shadowDir: join(stateDir, 'git') } };
  } catch {
    return null;
  }
}

/**
 * Makes a `.git` that git refuses to read startable again, as it was in `latest`. What was there instead is kept under the run's
 * `left` folder. Gives sentences about what it put right: none when git starts, or when the objects are gone and nothing helps.
 */
async function rescue(git: Git, place: Place, latest: State, run: string): Promise<string[]> {
  if (!existsSync(join(place.commonDir, 'objects')) || !existsSync(place.gitDir)) return [];
  const damaged = [...putKindsRight(place, run), ...(await putHeadRight(place, run, latest.head))];
  const wanted = new Map(readRepositoryFiles(place));
  // A folder that was no folder any more has lost all its files; in one that still is, they are as the agent wants them.
  for (const folder of ['info', 'hooks']) if (damaged.includes(folder)) takeOver(wanted, latest.files, `common:${folder}/`);
  if (damaged.includes('config') || !(await starts(git, place))) for (const name of configNames) takeOver(wanted, latest.files, name);
  damaged.push(...putFilesRight(place, run, wanted).filter((name) => !damaged.some((said) => isWithin(name, said))));
  if (damaged.length === 0) return [];
  return [`git could not use .git as it was left; put right: ${damaged.join(', ')} (what was there is kept in .pawl/runs/${run}/left/)`];
}

const fileOf = (stateDir: string): string => join(stateDir, 'git', 'latest.json');

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

function takeOver(wanted: Map<string, { mode: number; bytes: Buffer; link: boolean }>, from: RepositoryFiles, start: string): void {
  for (const name of [...wanted.keys()]) if (name.startsWith(start)) wanted.delete(name);
  for (const [name, file] of from) if (name.startsWith(start)) wanted.set(name, file);
}

function outOfTheWay(place: Place, run: string, path: string): void {
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
