import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RestoreReport, Snapshot } from '../../../core/events/event-parts.ts';
import type { Failure } from '../../../core/model/failure.ts';
import type { Result } from '../../../core/model/result.ts';
import type { RunPlace, Workspace, WorkspaceChanges } from '../../../ports/workspace.ts';
import { apply } from './commit/apply.ts';
import { commit, rememberPlan } from './commit/commit.ts';
import { planCommit } from './commit/commit-plan.ts';
import { searchPlan } from './commit/search-plan.ts';
import { type GitWorkspaceOptions, Opening } from './opening.ts';
import type { Place } from './place/place.ts';
import { inspectRepository } from './prepare/inspect.ts';
import { plainRefusal, plainReport } from './prepare/plain-folder.ts';
import { hide, prepare } from './prepare/prepare.ts';
import { preparedFor } from './prepare/prepared.ts';
import type { Seen } from './prepare/seen.ts';
import { discoverSettings } from './prepare/settings.ts';
import { forgetRun, keptRefs } from './refs/kept-refs.ts';
import { refuseGitFolderPipes } from './repository/git-folder-pipes.ts';
import { ensureShadow } from './repository/shadow.ts';
import type { Repository } from './repository.ts';
import { changesSince, differsFrom } from './restore/differs-from.ts';
import { rescueLatest, withRescue } from './restore/rescue.ts';
import { restore } from './restore/restore.ts';
import { takeSnapshot } from './snapshot/take-snapshot.ts';
import { allOf, attempt, refusal } from './trouble.ts';

/**
 * The workspace of a run: a git work tree, or a plain folder (which can be inspected, and refuses everything else). Nothing is
 * looked at before the first call. One object serves one owner: calls must not overlap.
 */
export function gitWorkspace(options: GitWorkspaceOptions, opening: Opening = new Opening(options)): Workspace {
  const notesOfPlans = new Map<string, readonly string[]>();

  const within = <T>(run: string | null, steps: (repository: Repository, seen: Seen | null) => Promise<T>): Promise<Result<T, Failure>> =>
    attempt(async () => {
      if (run !== null) opening.refuseLostGitLink(run);
      const repository = await opening.repository();
      if (repository === null) throw plainRefusal(options.cwd);
      const { seen } = repository;
      repository.seen = null;
      checkAlive(repository.place);
      refuseGitFolderPipes([repository.place.gitDir, repository.place.commonDir]);
      if (run !== null) ensureShadow(repository.place, (await preparedFor(repository.git, repository.place, run)).excludesFile);
      return steps(repository, seen);
    });

  const rescuing = <T>(
    { run }: RunPlace,
    steps: (repository: Repository) => Promise<T>,
    saying: (value: T, said: readonly string[]) => T,
  ): Promise<Result<T, Failure>> =>
    withRescue(
      () => within(run, steps),
      () => attempt(async () => rescueLatest(await opening.git(), options, run)),
      saying,
    );

  return {
    inspect: () =>
      attempt(async () => {
        opening.refusePipes();
        const git = await opening.git();
        // At once: the configuration is the same wherever in the repository the folder turns out to lie.
        const [repository, settings] = await allOf([opening.repository(), git === null ? [] : discoverSettings(git, options.cwd)]);
        if (repository === null) return plainReport(options.cwd);
        const { report, seen } = await inspectRepository(repository.git, repository.place, settings);
        repository.seen = seen;
        return report;
      }),
    prepare: (run) => within(null, (repository, seen) => prepare(repository, run, seen)),
    hide: () => within(null, hide),
    snapshot: (run, name) => rescuing(run, (repository) => takeSnapshot(repository, run.run, name), withWarnings),
    restore: (run, to, left) => rescuing(run, (repository) => restore(repository, run.run, to, left), withNotes),
    planCommit: (run, before, after, subject) =>
      within(run.run, async (repository) => {
        const planned = await planCommit(repository, run, before, after, subject);
        if (planned === null) return null;
        await rememberPlan(repository.place, planned.plan, after);
        notesOfPlans.set(planned.plan.commit, planned.notes);
        return planned.plan;
      }),
    searchPlan: (run, plan, isSought) => within(run.run, (repository) => searchPlan(repository, plan, isSought)),
    commit: (run, before, plan) =>
      within(run.run, (repository) => commit(repository, run.run, before, plan, notesOfPlans.get(plan.commit) ?? [])),
    apply: (run, from, tip) => within(null, (repository) => apply(repository, run.run, from, tip)),
    differsFrom: (run, snapshot) => rescuing(run, (repository) => differsFrom(repository, run.run, snapshot), withDifference),
    changesSince: (run, states) => rescuing(run, (repository) => changesSince(repository, run.run, states), withChange),
    kept: () =>
      attempt(async () => {
        const repository = await opening.repository();
        return repository === null ? [] : keptRefs(repository.git, repository.place);
      }),
    forget: (run) =>
      attempt(async () => {
        const repository = await opening.repository();
        if (repository !== null) await forgetRun(repository.git, repository.place, run);
      }),
  };
}

export type { GitWorkspaceOptions } from './opening.ts';

type Snapshotted = { snapshot: Snapshot; warnings: string[] };

const withWarnings = ({ snapshot, warnings }: Snapshotted, said: readonly string[]): Snapshotted => ({
  snapshot,
  warnings: [...warnings, ...said],
});

const withNotes = (report: RestoreReport, said: readonly string[]): RestoreReport => ({ ...report, notes: [...said, ...report.notes] });

const withDifference = (differs: string | null, said: readonly string[]): string =>
  [...(differs === null ? [] : [differs]), ...said].join('; ');

const withChange = ({ besides, ...changes }: WorkspaceChanges, said: readonly string[]): WorkspaceChanges => ({
  ...changes,
  besides: [...(besides === null ? [] : [besides]), ...said].join('; ') || null,
});

/** An agent that removed `.git` took every object along, those of the snapshots too. Better said than made worse. */
function checkAlive(place: Place): void {
  if (existsSync(join(place.gitDir, 'HEAD')) && existsSync(join(place.commonDir, 'objects'))) return;
  throw refusal(
    `the repository is gone: ${place.gitDir} was removed or damaged since Pawl last looked, and its objects (every commit, every snapshot of this run) with it; nothing was changed`,
    'The files are as the last step left them. Bring .git back from a backup or a clone, then try again.',
  );
}
