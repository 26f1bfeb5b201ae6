import { difference, type Run } from '../../../../core/certify/gate/equivalence.ts';
import { RecordedReplay, type Replayed } from '../../../../core/certify/gate/recorded-replay.ts';
import type { Compared, ReplaySet, TracedRun } from '../../../../core/certify/replay-batch.ts';
import { effectsOf, type Material, materialOf } from '../../../../core/certify/world/material.ts';
import { ServedWorld } from '../../../../core/certify/world/served.ts';
import type { World } from '../../../../core/certify/world/world.ts';
import { hearMethods } from './heard-methods.ts';
import { Postconditions } from './postconditions.ts';
import { functionOf, Kit, type StoredFunction } from './program.ts';
import { runWith } from './run.ts';
import { tamperedWith } from './standard-objects.ts';

/** Runs programs in worlds, many in one process. */
export class Engine {
  private readonly material: Material;
  private readonly batch: Pick<ReplaySet, 'contract' | 'primitives'>;
  private readonly postconditions: Postconditions;
  private readonly kit = new Kit();
  private readonly served = new WeakMap<World, ServedWorld>();

  constructor(batch: ReplaySet) {
    this.material = materialOf(batch.cassettes);
    this.batch = batch;
    this.postconditions = new Postconditions(batch.contract);
    hearMethods(this.kit);
    this.tampered = tamperedWith();
  }

  /** What a program changed of the standard objects, after which nothing that was run here counts; null = nothing. */
  readonly tampered: () => string | null;

  /** Each recording, answered from itself. */
  async recorded(program: string): Promise<readonly Replayed[]> {
    const work = this.compiled(program);
    const found: Replayed[] = [];
    for (const { cassette } of this.material.recorded) {
      const replay = new RecordedReplay(cassette);
      this.kit.begin(null);
      const run = work === null ? crashed : await runWith(replay, cassette.input, work, this.batch.primitives, this.kit);
      found.push({ run, reads: replay.reads, unrecorded: replay.unrecorded });
    }
    return found;
  }

  /** Each world once. */
  async runs(program: string, worlds: readonly World[]): Promise<readonly Run[]> {
    const work = this.compiled(program);
    const runs: Run[] = [];
    for (const world of worlds) runs.push(work === null ? crashed : effectsAlone(await this.run(work, world, null)));
    return runs;
  }

  /** The same with all comparisons that were made. */
  async traced(program: string, worlds: readonly World[]): Promise<readonly TracedRun[]> {
    const work = this.compiled(program);
    const runs: TracedRun[] = [];
    for (const world of worlds) {
      const compared: Compared[] = [];
      runs.push({ ...(work === null ? crashed : effectsAlone(await this.run(work, world, compared))), compared });
    }
    return runs;
  }

  /** The postconditions that a program breaks in each world. */
  async broken(program: string, worlds: readonly World[]): Promise<readonly (readonly string[])[]> {
    const work = this.compiled(program);
    const found: (readonly string[])[] = [];
    for (const world of worlds) found.push(work === null ? [] : this.postconditions.broken(await this.run(work, world, null), world));
    return found;
  }

  /** Of each program the worlds, by number, in which it does not do what `program` does there; `enough`: no more than so many. */
  async differing(
    program: string,
    others: readonly string[],
    worlds: readonly World[],
    enough: number | null,
  ): Promise<readonly (readonly number[])[]> {
    const runs = await this.runs(program, worlds);
    const found: number[][] = [];
    for (const other of others) {
      const work = this.compiled(other);
      const differs: number[] = [];
      let endless = 0;
      found.push(differs);
      if (work === null) continue;
      for (const [at, world] of worlds.entries()) {
        const run = await this.run(work, world, null);
        if (difference(runs[at] as Run, run, this.batch.contract) === null) continue;
        differs.push(at);
        if (!run.outcome.ok && endings.has(run.outcome.error)) endless += 1;
        // One that goes round without an end costs as much as a thousand that do not, and is told from the program anyway.
        if ((enough !== null && differs.length >= enough) || endless > 1) break;
      }
    }
    return found;
  }

  private async run(work: StoredFunction, world: World, compared: Compared[] | null): Promise<Run> {
    const served = this.served.get(world) ?? new ServedWorld(world, this.material);
    this.served.set(world, served);
    this.kit.begin(compared);
    const answering = served.begin((site, sign, left, right) => this.kit.hear(site, sign, left, right));
    const run = await runWith(answering, world.input, work, this.batch.primitives, this.kit);
    this.kit.heard = null;
    return run;
  }

  private compiled(program: string): StoredFunction | null {
    try {
      return functionOf(program, this.kit);
    } catch {
      return null;
    }
  }
}

const endings = new Set(['ENDLESS', 'BUDGET']);

/** Reads are the world's, which whoever asks has: what comes back would be ten times as much. */
const effectsAlone = ({ outcome, calls }: Run): Run => ({ outcome, calls: effectsOf(calls) });

const crashed: Run = { outcome: { ok: false, error: 'CRASH' }, calls: [] };
