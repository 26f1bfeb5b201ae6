import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Programs } from '../../../ports/programs.ts';
import { Capturer } from './capture/capture.ts';
import { StagingCache } from './index/staging-cache.ts';
import { type Place, stateDirOf } from './place/place.ts';
import { Git } from './program/git.ts';
import { configurationWorks } from './refs/refs.ts';
import { refuseGitFolderPipes } from './repository/git-folder-pipes.ts';
import { lostGitLink } from './repository/kept-git-link.ts';
import { locate, repositoryRootOf } from './repository/locate.ts';
import type { Repository } from './repository.ts';
import { Records } from './snapshot/records.ts';
import { refusal } from './trouble.ts';

export interface GitWorkspaceOptions {
  /** Where commands and agents run: the top of a work tree or a folder below it. */
  readonly cwd: string;
  readonly programs: Programs;
  readonly blobs: Blobs;
  /** Pawl's folder; `.pawl` at the top of the work tree unless given. */
  readonly stateDir?: string;
  /** The environment git inherits, but for its GIT_* names; that of this process unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Says where everything lies, for whoever knows it; asked of git from `cwd` unless given. null in a plain folder. */
  readonly locate?: (git: Git) => Promise<Place | null>;
}

/** Finds git and the repository when they are first needed. A failure is not remembered, since the person may put it right. */
export class Opening {
  readonly #options: GitWorkspaceOptions;
  #git: Promise<Git | null> | null = null;
  #repository: Promise<Repository | null> | null = null;

  constructor(options: GitWorkspaceOptions) {
    this.#options = options;
  }

  /**
   * Refuses where a step of this run has removed or replaced a `.git` that only leads to the git folder, and the process that knew
   * it is gone: git would find another repository, or none.
   */
  refuseLostGitLink(run: string): void {
    if (this.#repository !== null) return;
    const { cwd, stateDir } = this.#options;
    const root = repositoryRootOf(realpathSync(cwd));
    const lost = root === null ? null : lostGitLink(root, stateDir ?? stateDirOf(root), run);
    if (lost !== null) throw refusal(`the .git of the work tree ${root} was removed or replaced`, `pawl undo ${run}  puts it back`);
  }

  /** null where it is not installed. */
  git(): Promise<Git | null> {
    this.#git ??= Git.find(this.#options.programs, this.#options.env ?? process.env);
    return this.#git;
  }

  /** null in a plain folder. */
  async repository(): Promise<Repository | null> {
    this.#repository ??= this.#open();
    try {
      return await this.#repository;
    } catch (error) {
      this.#repository = null;
      this.#git = null;
      throw error;
    }
  }

  /** See `refuseGitFolderPipes`: for the repository around the folder, before git is asked which one that is. */
  refusePipes(): void {
    const root = repositoryRootOf(realpathSync(this.#options.cwd));
    if (root !== null) refuseGitFolderPipes([join(root, '.git')]);
  }

  async #open(): Promise<Repository | null> {
    const { cwd, blobs, stateDir } = this.#options;
    const git = await this.git();
    if (git === null) {
      if (repositoryRootOf(cwd) === null) return null;
      throw refusal('git is not installed (not found on PATH), and this folder is a git repository', 'Install git 2.30 or newer.');
    }
    this.refusePipes();
    const place = await (this.#options.locate?.(git) ?? locate(git, cwd, stateDir));
    if (place === null) return null;
    if (this.#options.locate === undefined) configurationWorks(git, place);
    return {
      git,
      place,
      records: new Records(blobs, join(place.shadowDir, 'known-blobs.json')),
      capturer: new Capturer(git, place),
      stagings: new StagingCache(),
      made: new Map(),
      seen: null,
    };
  }
}
