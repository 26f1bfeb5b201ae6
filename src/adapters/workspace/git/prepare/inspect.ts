import type { Failure } from '../../../../core/model/failure.ts';
import type { WorkspaceReport } from '../../../../ports/workspace.ts';
import { lockHint, lockInWords } from '../index/index-lock.ts';
import { readStaging } from '../index/staging.ts';
import { ancestorsOf, isWithin, shownList, splitNul, statOf } from '../paths/byte-path.ts';
import type { Place } from '../place/place.ts';
import type { Git } from '../program/git.ts';
import { headCommit, readHead } from '../refs/head.ts';
import { readRefs, shortRef } from '../refs/refs.ts';
import { operationInWords } from '../repository/operations.ts';
import { isOwn } from '../repository/shadow.ts';
import { allOf } from '../trouble.ts';
import type { Seen } from './seen.ts';
import { conversionsIn, keyOf } from './settings.ts';

/** Looks at a repository, changes nothing in it. `settings` is its configuration. */
export async function inspectRepository(
  git: Git,
  place: Place,
  settings: readonly string[],
): Promise<{ readonly report: WorkspaceReport; readonly seen: Seen }> {
  const [status, head, { refs }, submodules] = await allOf([
    readStatus(git, place, settings),
    readHead(place),
    readRefs(git, place, 'none'),
    submodulesIn(git, place),
  ]);
  const nested = [...new Set([...submodules, ...repositoriesAround(place, status.untracked)])].sort();
  const notes =
    nested.length === 0
      ? []
      : [
          `not covered by snapshots, left alone: ${shownList(nested, 5)} (${nested.length === 1 ? 'a repository' : 'repositories'} inside of this one)`,
        ];
  const report: WorkspaceReport = {
    facts: {
      kind: 'git',
      root: place.root,
      cwd: place.cwd,
      branch: 'branch' in head ? shortRef(head.branch) : null,
      head: headCommit(head, refs),
      dirtyFiles: status.dirty,
    },
    obstacle: obstacleIn(place, status.unmerged, refs.has('refs/heads/pawl')),
    notes,
  };
  return { report, seen: { settings, refs, stateHidden: !status.untracked.some((path) => isOwn(place, path)) } };
}

function obstacleIn(place: Place, unmerged: readonly string[], hasPawlBranch: boolean): Failure | null {
  const lock = lockInWords(place);
  if (lock !== null) return { kind: 'refused', message: lock, hint: lockHint };
  const operation = operationInWords(place);
  if (operation !== null)
    return {
      kind: 'refused',
      message: `${operation} is under way in ${place.root}`,
      hint: 'Finish or abort it first (git status says how).',
    };
  if (unmerged.length > 0)
    return {
      kind: 'refused',
      message: `unmerged paths in ${place.root}: ${shownList(unmerged)}`,
      hint: 'Resolve the conflicts and git add them first.',
    };
  if (hasPawlBranch) return pawlBranchFailure('pawl');
  return null;
}

/** A branch that stands where the folder of Pawl's branches must be. */
export const pawlBranchFailure = (branch: string): Failure => ({
  kind: 'refused',
  message: `there is a branch called ${branch}, so git cannot make branches below ${branch}/`,
  hint: `Rename it (git branch -m ${branch} ${branch}-old), or commit where you are with --no-branch.`,
});

interface Status {
  readonly dirty: number;
  readonly unmerged: readonly string[];
  /** Files, and whole repositories; a repository's path without the "/" at its end. */
  readonly untracked: readonly string[];
}

/** `git status` without the filters it may run, submodules left alone. */
async function readStatus(git: Git, place: Place, settings: readonly string[]): Promise<Status> {
  const drivers = conversionsIn(settings)
    .map((setting) => /^(filter\.[\s\S]*)\.(?:clean|smudge|process|required)$/.exec(keyOf(setting))?.[1])
    .filter((driver) => driver !== undefined);
  const off = [...new Set(drivers)].flatMap((driver) => [
    [`${driver}.clean`, ''],
    [`${driver}.process`, ''],
    [`${driver}.required`, 'false'],
  ]) as [string, string][];
  const answer = await git.user(
    place,
    ['status', '--porcelain=v2', '-z', '--untracked-files=all', '--ignore-submodules=all', '--no-renames'],
    { env: git.settings(off) },
  );
  const rows = splitNul(answer.stdout);
  return {
    dirty: rows.length,
    unmerged: rows.filter((row) => row.startsWith('u ')).map((row) => row.split(' ').slice(10).join(' ')),
    untracked: rows.filter((row) => row.startsWith('? ')).map((row) => row.slice(2).replace(/\/$/, '')),
  };
}

/** Repositories among the untracked, the outermost of each. */
function repositoriesAround(place: Place, untracked: readonly string[]): string[] {
  const folders = new Set(untracked.flatMap((path) => [path, ...ancestorsOf(path)]));
  const found = [...folders].filter((folder) => !isOwn(place, folder) && statOf(place.root, `${folder}/.git`) !== null);
  return found.filter((folder) => !found.some((other) => other !== folder && isWithin(folder, other)));
}

/** Whether some entry of an index may be a submodule: their mode, as it stands in every version of the file. */
const gitlinkMode = Buffer.of(0, 0, 0xe0, 0);

/** Git is asked only where the index may hold one; a split or a sparse index does not tell. */
async function submodulesIn(git: Git, place: Place): Promise<string[]> {
  const { bytes, shared } = await readStaging(place);
  if (bytes === null || (shared.size === 0 && !bytes.includes('sdir') && !bytes.includes(gitlinkMode))) return [];
  const staged = await git.user(place, ['ls-files', '-s', '-z']);
  return splitNul(staged.stdout)
    .filter((row) => row.startsWith('160000 '))
    .map((row) => row.slice(row.indexOf('\t') + 1));
}
