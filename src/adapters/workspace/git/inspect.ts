import type { Failure } from '../../../core/model/failure.ts';
import type { WorkspaceReport } from '../../../ports/workspace.ts';
import { shownList, splitNul, statOf } from './byte-path.ts';
import type { Git } from './git.ts';
import type { Place } from './place.ts';
import { conversionsNow } from './prepared.ts';
import { headCommit, readHead, readRefs, shortRef } from './refs.ts';
import { operationInWords } from './repository-files.ts';
import { lockHint, lockInWords } from './staging.ts';
import { allOf } from './trouble.ts';

/** Looks at a repository, changes nothing in it. */
export async function inspectRepository(git: Git, place: Place): Promise<WorkspaceReport> {
  const [status, head, { refs }, nested] = await allOf([
    readStatus(git, place),
    readHead(place),
    readRefs(git, place, 'none'),
    nestedIn(git, place),
  ]);
  const notes =
    nested.length === 0
      ? []
      : [
          `not covered by snapshots, left alone: ${shownList(nested, 5)} (${nested.length === 1 ? 'a repository' : 'repositories'} inside of this one)`,
        ];
  return {
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

/** `git status` without the filters it may run, submodules left alone. */
async function readStatus(git: Git, place: Place): Promise<{ dirty: number; unmerged: string[] }> {
  const off = (await conversionsNow(git, place))
    .map((setting) => /^(filter\.[\s\S]*)\.(?:clean|smudge|process|required)$/.exec(setting.split('\n', 1)[0] ?? '')?.[1])
    .filter((driver) => driver !== undefined);
  const settings = [...new Set(off)].flatMap((driver) => [
    [`${driver}.clean`, ''],
    [`${driver}.process`, ''],
    [`${driver}.required`, 'false'],
  ]) as [string, string][];
  const answer = await git.user(
    place,
    ['status', '--porcelain=v2', '-z', '--untracked-files=all', '--ignore-submodules=all', '--no-renames'],
    { env: git.settings(settings) },
  );
  const rows = splitNul(answer.stdout);
  return { dirty: rows.length, unmerged: rows.filter((row) => row.startsWith('u ')).map((row) => row.split(' ').slice(10).join(' ')) };
}

/** Submodules, and repositories among the untracked. */
async function nestedIn(git: Git, place: Place): Promise<string[]> {
  const [staged, untracked] = await allOf([
    git.user(place, ['ls-files', '-s', '-z']),
    git.user(place, ['ls-files', '-o', '--directory', '--exclude-standard', '-z']),
  ]);
  const submodules = splitNul(staged.stdout)
    .filter((row) => row.startsWith('160000 '))
    .map((row) => row.slice(row.indexOf('\t') + 1));
  const own = place.stateDir.slice(place.root.length + 1);
  const others = splitNul(untracked.stdout)
    .filter((path) => path.endsWith('/') && path !== `${own}/`)
    .map((path) => path.slice(0, -1))
    .filter((path) => statOf(place.root, `${path}/.git`) !== null);
  return [...new Set([...submodules, ...others])].sort();
}
