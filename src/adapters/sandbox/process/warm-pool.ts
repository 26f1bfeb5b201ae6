import type { Failure } from '../../../core/model/failure.ts';
import type { Result } from '../../../core/model/result.ts';
import type { Worker } from './worker.ts';
import type { WorkerKind, WorkerLaunch } from './worker-launch.ts';

interface Spare {
  readonly kind: WorkerKind;
  readonly starting: Promise<Result<Worker, Failure>>;
}

/** Keeps one worker ready, of the kind that was last asked for: to start one takes longer than all else that opening needs. */
export class WarmPool {
  readonly #launch: WorkerLaunch;
  #spare: Spare | null = null;
  #closed = false;

  constructor(launch: WorkerLaunch) {
    this.#launch = launch;
  }

  async take(kind: WorkerKind): Promise<Result<Worker, Failure>> {
    const spare = this.#spare;
    if (spare && same(spare.kind, kind)) {
      this.#spare = null;
      const worker = await spare.starting;
      if (worker.ok && !worker.value.dead) return worker;
    }
    return this.#launch.start(kind, false);
  }

  /** Starts the next one, if there is none of that kind. */
  prepare(kind: WorkerKind): void {
    if (this.#closed || (this.#spare && same(this.#spare.kind, kind))) return;
    void this.#drop();
    this.#spare = { kind, starting: this.#launch.start(kind, true) };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#drop();
  }

  async #drop(): Promise<void> {
    const spare = this.#spare;
    this.#spare = null;
    const worker = await spare?.starting;
    if (worker?.ok) await worker.value.kill();
  }
}

const same = (one: WorkerKind, other: WorkerKind): boolean => one.memoryBytes === other.memoryBytes && one.packages === other.packages;
