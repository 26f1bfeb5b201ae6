import type { Blobs } from '../../../ports/blobs.ts';
import type { Programs } from '../../../ports/programs.ts';
import { Capturer } from './capture.ts';
import { Git } from './git.ts';
import { locate, repositoryRootOf } from './place.ts';
import { Records } from './record.ts';
import { type Repository, StagingCache } from './state.ts';
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
}

/** Finds git and the repository when they are first needed. A failure is not remembered, since the person may put it right. */
export class Opening {
  readonly #options: GitWorkspaceOptions;
  #git: Promise<Git | null> | null = null;
  #repository: Promise<Repository | null> | null = null;

  constructor(options: GitWorkspaceOptions) {
    this.#options = options;
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

  async #open(): Promise<Repository | null> {
    const { cwd, blobs, stateDir } = this.#options;
    const git = await this.git();
    if (git === null) {
      if (repositoryRootOf(cwd) === null) return null;
      throw refusal('git is not installed (not found on PATH), and this folder is a git repository', 'Install git 2.30 or newer.');
    }
    const place = await locate(git, cwd, stateDir);
    if (place === null) return null;
    return { git, place, records: new Records(blobs), capturer: new Capturer(git, place), stagings: new StagingCache(), seen: null };
  }
}
