import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';
import type { Result } from '../../../core/model/result.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Programs } from '../../../ports/programs.ts';
import type { Workspace } from '../../../ports/workspace.ts';
import { apply } from './apply.ts';
import { Capturer } from './capture.ts';
import { commit, rememberPlan } from './commit.ts';
import { planCommit } from './commit-plan.ts';
import { differsFrom } from './differs.ts';
import { Git } from './git.ts';
import { inspectRepository } from './inspect.ts';
import { forgetRun, keptRefs } from './kept.ts';
import { locate, type Place, repositoryRootOf } from './place.ts';
import { plainRefusal, plainReport } from './plain.ts';
import { prepare } from './prepare.ts';
import { preparedFor } from './prepared.ts';
import { Records } from './record.ts';
import { restore } from './restore.ts';
import { ensureShadow } from './shadow.ts';
import { takeSnapshot } from './snapshot.ts';
import { type Repository, StagingCache } from './state.ts';
import { attempt, refusal } from './trouble.ts';

export interface GitWorkspaceOptions {
  /** Where commands and agents run: the top of a work tree or a folder below it. */
  readonly cwd: string;
  readonly programs: Programs;
  readonly blobs: Blobs;
  /** Pawl's folder; `.pawl` at the top of the work tree unless given. */
  readonly stateDir?: string;
  /** The environment git inherits, but for its GIT_* names; that of this process unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * The workspace of a run: a git work tree, or a plain folder (which can be inspected, and refuses everything else). Nothing is
 * looked at before the first call. One object serves one owner: calls must not overlap.
 */
export function gitWorkspace(options: GitWorkspaceOptions): Workspace {
  let opened: Promise<Repository | null> | null = null;
  const notesOfPlans = new Map<string, readonly string[]>();

  const open = async (): Promise<Repository | null> => {
    const git = await Git.find(options.programs, options.env ?? process.env);
    if (git === null) {
      if (repositoryRootOf(options.cwd) === null) return null;
      throw refusal('git is not installed (not found on PATH), and this folder is a git repository', 'Install git 2.30 or newer.');
    }
    const place = await locate(git, options.cwd, options.stateDir);
    return place && { git, place, records: new Records(options.blobs), capturer: new Capturer(git, place), stagings: new StagingCache() };
  };
  /** Opens once; a failure is not remembered, since the person may put it right. */
  const look = async (): Promise<Repository | null> => {
    opened ??= open();
    try {
      return await opened;
    } catch (error) {
      opened = null;
      throw error;
    }
  };
  const within = <T>(run: string | null, steps: (repository: Repository) => Promise<T>): Promise<Result<T, Failure>> =>
    attempt(async () => {
      const repository = await look();
      if (repository === null) throw plainRefusal(options.cwd);
      checkAlive(repository.place);
      if (run !== null) await ensureShadow(repository.place, (await preparedFor(repository.git, repository.place, run)).excludesFile);
      return steps(repository);
    });

  return {
    inspect: () =>
      attempt(async () => {
        const repository = await look();
        return repository === null ? plainReport(options.cwd) : inspectRepository(repository.git, repository.place);
      }),
    prepare: (run) => within(null, (repository) => prepare(repository, run)),
    snapshot: (run, name) => within(run.run, (repository) => takeSnapshot(repository, run.run, name)),
    restore: (run, to, left) => within(run.run, (repository) => restore(repository, run.run, to, left)),
    planCommit: (run, before, after, subject) =>
      within(run.run, async (repository) => {
        const planned = await planCommit(repository, run, before, after, subject);
        if (planned === null) return null;
        await rememberPlan(repository.place, planned.plan, after);
        notesOfPlans.set(planned.plan.commit, planned.notes);
        return planned.plan;
      }),
    commit: (run, before, plan) =>
      within(run.run, (repository) => commit(repository, run.run, before, plan, notesOfPlans.get(plan.commit) ?? [])),
    apply: (run, from, tip) => within(null, (repository) => apply(repository, run.run, from, tip)),
    differsFrom: (run, snapshot) => within(run.run, (repository) => differsFrom(repository, run.run, snapshot)),
    kept: () =>
      attempt(async () => {
        const repository = await look();
        return repository === null ? [] : keptRefs(repository.git, repository.place);
      }),
    forget: (run) =>
      attempt(async () => {
        const repository = await look();
        if (repository !== null) await forgetRun(repository.git, repository.place, run);
      }),
  };
}

/** An agent that removed `.git` took every object along, those of the snapshots too. Better said than made worse. */
function checkAlive(place: Place): void {
  if (existsSync(join(place.gitDir, 'HEAD')) && existsSync(join(place.commonDir, 'objects'))) return;
  throw refusal(
    `the repository is gone: ${place.gitDir} was removed or damaged since Pawl last looked, and its objects (every commit, every snapshot of this run) with it; nothing was changed`,
    'The files are as the last step left them. Bring .git back from a backup or a clone, then try again.',
  );
}
