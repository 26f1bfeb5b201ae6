import { realpath } from 'node:fs/promises';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { Sandbox, SandboxLayer, Session, SessionRequest } from '../../../ports/sandbox.ts';
import { triedLayers } from './layers.ts';
import { ProcessSession } from './process-session.ts';
import { programFile } from './program-file.ts';
import { WarmPool } from './warm-pool.ts';
import { type LaunchOptions, WorkerLaunch } from './worker-launch.ts';

export interface ProcessSandboxOptions {
  /** Lets code run where a layer is missing; default false. */
  readonly weak?: boolean;
  /** The program bubblewrap; default `bwrap` on PATH, null = do without. */
  readonly bubblewrap?: string | null;
  /** Whether a process is kept ready once the first session has been opened; default true. */
  readonly keepWarm?: boolean;
}

/** Code in processes of its own: `node --permission`, inside bubblewrap, with limited memory. */
export function processSandbox(options: ProcessSandboxOptions = {}): Sandbox {
  return new ProcessSandbox({ weak: false, bubblewrap: programFile('bwrap'), keepWarm: true, ...options });
}

class ProcessSandbox implements Sandbox {
  readonly #options: LaunchOptions & { readonly keepWarm: boolean };
  readonly #launch: WorkerLaunch;
  readonly #pool: WarmPool;
  readonly #sessions = new Set<ProcessSession>();
  #layers: Promise<readonly SandboxLayer[]> | null = null;

  constructor(options: LaunchOptions & { readonly keepWarm: boolean }) {
    this.#options = options;
    this.#launch = new WorkerLaunch(options);
    this.#pool = new WarmPool(this.#launch);
  }

  layers(): Promise<readonly SandboxLayer[]> {
    this.#layers ??= triedLayers(this.#options.bubblewrap, new ProcessSandbox({ ...this.#options, weak: true, keepWarm: false }));
    return this.#layers;
  }

  async open(request: SessionRequest): Promise<Result<Session, Failure>> {
    const packages = await realFolder(request.packages);
    if (!packages.ok) return packages;
    const kind = { memoryBytes: request.memoryBytes, packages: packages.value };
    const another = async () => {
      const taken = await this.#pool.take(kind);
      if (this.#options.keepWarm) this.#pool.prepare(kind);
      return taken;
    };
    const worker = await this.#pool.take(kind);
    if (!worker.ok) return worker;
    const session = new ProcessSession({ request, worker: worker.value, another, onClosed: (closed) => this.#sessions.delete(closed) });
    this.#sessions.add(session);
    const opened = await session.open();
    if (this.#options.keepWarm) this.#pool.prepare(kind);
    return opened.ok ? ok(session) : opened;
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), ...[...this.#sessions].map((session) => session.close())]);
  }
}

async function realFolder(folder: string | null): Promise<Result<string | null, Failure>> {
  if (folder === null) return ok(null);
  try {
    return ok(await realpath(folder));
  } catch (error) {
    return fail({ kind: 'not_found', message: `The folder of packages ${folder} cannot be used: ${(error as Error).message}` });
  }
}
