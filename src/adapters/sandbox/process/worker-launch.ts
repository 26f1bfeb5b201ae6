import { setTimeout as delay } from 'node:timers/promises';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { Bound } from './bubblewrap-arguments.ts';
import { type ChildFiles, childFiles } from './child-files.ts';
import { fenced } from './fenced-command.ts';
import { limitMemory, memoryLimitMissing } from './memory-limit.ts';
import { nodeFlags } from './node-arguments.ts';
import { programFile } from './program-file.ts';
import { Worker, type WorkerCommand } from './worker.ts';

/** What has to be known when a worker starts. */
export interface WorkerKind {
  readonly memoryBytes: number;
  /** A folder, by its real path; null = none. */
  readonly packages: string | null;
}

export interface LaunchOptions {
  /** Whether code may run where a layer is missing. */
  readonly weak: boolean;
  /** The program bubblewrap; null = do without. */
  readonly bubblewrap: string | null;
}

/** A start takes 60 to 300 ms, on a machine that is busy. */
const startMs = 20_000;

const weakHint =
  "Or say `--sandbox weak` (in a program `sandbox: 'weak'`): then such code runs without that layer, and `pawl doctor` says what is open.";

/** Starts workers behind as many layers as there are, and refuses where one is missing and that was not allowed. */
export class WorkerLaunch {
  readonly #options: LaunchOptions;
  readonly #files: ChildFiles = childFiles();

  constructor(options: LaunchOptions) {
    this.#options = options;
  }

  /** A worker that waits for its session. `warm`: it also loads what is rarely needed, first. */
  async start(kind: WorkerKind, warm: boolean): Promise<Result<Worker, Failure>> {
    const missing = memoryLimitMissing();
    if (missing !== null && !this.#options.weak) return fail(refused(`The memory of code cannot be limited: ${missing}.`));
    const program = this.#options.bubblewrap;
    if (program === null) {
      if (!this.#options.weak) return fail(refused(noBubblewrap));
      return this.#ready(withoutOrphans(this.#command(kind, warm)), kind, missing === null);
    }
    const behind = await this.#ready(await fenced(program, this.#command(kind, warm), this.#bound(kind)), kind, missing === null);
    if (behind.ok || !this.#options.weak) return behind;
    return this.#ready(withoutOrphans(this.#command(kind, warm)), kind, missing === null);
  }

  #command({ memoryBytes, packages }: WorkerKind, warm: boolean): WorkerCommand {
    const flags = nodeFlags(this.#bound({ memoryBytes, packages }), memoryBytes);
    return { program: process.execPath, args: [...flags, this.#files.entry, packages ?? '-', warm ? 'warm' : 'cold'], fenced: false };
  }

  #bound({ packages }: WorkerKind): readonly Bound[] {
    return packages === null ? this.#files.readable : [...this.#files.readable, { path: packages, real: packages }];
  }

  async #ready(command: WorkerCommand, { memoryBytes }: WorkerKind, limited: boolean): Promise<Result<Worker, Failure>> {
    const worker = new Worker(command);
    const abort = new AbortController();
    const ready = await Promise.race([
      new Promise<'ready'>((resolve) => {
        worker.onFrame = ({ t }) => t === 'ready' && resolve('ready');
      }),
      worker.ended,
      delay(startMs, 'late' as const, { signal: abort.signal }).catch(() => 'late' as const),
    ]);
    abort.abort();
    try {
      if (ready === 'ready') {
        if (limited) await limitMemory(nodeOf(worker), memoryBytes);
        return ok(worker);
      }
    } catch (error) {
      await worker.kill();
      return fail(refused(`The memory of code cannot be limited: ${(error as Error).message.trim()}.`));
    }
    await worker.kill();
    const why = ready === 'late' ? `did not start within ${startMs / 1000} seconds.` : `could not start. ${ready.message}`;
    return fail(refused(`The process for code ${why}${command.fenced ? ` ${noNamespaces}` : ''}`));
  }
}

function nodeOf({ pid }: Worker): number {
  if (pid === null) throw new Error('the process of Node was not found in /proc');
  return pid;
}

/** Where nothing else does, the kernel is asked to end a worker that outlives this process in an endless loop. */
function withoutOrphans(command: WorkerCommand): WorkerCommand {
  const setpriv = process.platform === 'linux' ? programFile('setpriv') : null;
  return setpriv === null
    ? command
    : { ...command, program: setpriv, args: ['--pdeathsig', 'KILL', '--', command.program, ...command.args] };
}

/** Why there is none, and what to do. */
export const noBubblewrap =
  process.platform === 'linux'
    ? 'Code of a model runs inside bubblewrap, and its program `bwrap` is not on PATH. Install it (the package `bubblewrap` of Debian, Ubuntu, Fedora, Arch and Alpine).'
    : `Code of a model runs in namespaces of its own, which ${process.platform} does not have. Run Pawl on Linux, with bubblewrap.`;

/** What is mostly the matter where bubblewrap is there and does not start anything. */
export const noNamespaces =
  'bubblewrap needs unprivileged user namespaces: allow them (sysctl, AppArmor, or the container that Pawl runs in), or run Pawl where they are allowed.';

const refused = (message: string): Failure => ({ kind: 'refused', message, hint: weakHint });
