import type { Run } from '../core/certify/gate/equivalence.ts';
import type { Replayed } from '../core/certify/gate/recorded-replay.ts';
import type { ReplaySet, TracedRun } from '../core/certify/replay-batch.ts';
import type { World } from '../core/certify/world/world.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';

/** Runs programs on recorded and on changed worlds, sealed off from everything else. */
export interface Replayer {
  /** Fails where there is no place to run them in. */
  open(set: ReplaySet): Promise<Result<Replays, Failure>>;
}

/**
 * The runs of one task. Programs are statements that end in `return` of the function (`source/replay/runnable.ts`). Each fails where a
 * program ended the process, ran out of time, or changed the standard objects that it shares with what judges it.
 */
export interface Replays {
  /** Every recording, answered from itself. `ambient`: what the process takes for the time and for chance. */
  recorded(program: string, ambient: { readonly nowMs: number; readonly seed: string }): Promise<Result<readonly Replayed[], Failure>>;
  runs(program: string, worlds: readonly World[]): Promise<Result<readonly Run[], Failure>>;
  /** The same with the comparisons that were made. */
  traced(program: string, worlds: readonly World[]): Promise<Result<readonly TracedRun[], Failure>>;
  /** The postconditions that it breaks in each world, by their ids. */
  broken(program: string, worlds: readonly World[]): Promise<Result<readonly (readonly string[])[], Failure>>;
  /** Of each program the worlds, by number, in which it does not do what `program` does there; `enough`: no more than so many. */
  differing(
    program: string,
    others: readonly string[],
    worlds: readonly World[],
    enough: number | null,
  ): Promise<Result<readonly (readonly number[])[], Failure>>;
  close(): Promise<void>;
}
