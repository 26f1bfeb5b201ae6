import { processSandbox } from '../../adapters/sandbox/process/process-sandbox.ts';
import { type Replayed, replayCells } from '../../agent/replay-cells.ts';
import { outermostRun } from '../../core/model/names.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { findRun } from '../history/find-run.ts';
import { libraryPackages } from '../library/library-packages.ts';
import { openForReading } from '../project/open-project.ts';
import { memoryBytes } from '../surroundings/code-memory.ts';
import type { ActOptions } from './act-options.ts';
import { actPackages } from './act-packages.ts';
import { actPlace } from './act-place.ts';
import { declaredPrimitives } from './act-primitives.ts';
import { functionPackages } from './function-packages.ts';
import { projectOf } from './load-functions.ts';
import { pinsOfRun } from './run-pins.ts';

export interface ReplayOptions extends Pick<ActOptions, 'cwd' | 'primitives' | 'signal'> {
  /** Its id, or 'last'. */
  readonly run: string;
  /** 'weak': its code runs although a layer of isolation is missing on this machine; default as the act's did. */
  readonly sandbox?: 'strict' | 'weak';
}

export type ReplayedAct = Replayed & { readonly run: string };

/** Runs the code of an act once more, every call of it answered from the journal: touches nothing, asks nobody. */
export async function replayAct(options: ReplayOptions): Promise<Result<ReplayedAct, Refusal>> {
  const { run, cwd = process.cwd(), signal = new AbortController().signal } = options;
  const opened = await openForReading(cwd);
  if (!opened.ok) return opened;
  const store = opened.value;
  try {
    const found = await findRun(store, run);
    if (!found.ok) return found;
    const first = found.value[0];
    if (first?.event.type !== 'act.started') {
      const message = `run ${first?.run ?? run} is no act: only what a model's code did can be replayed`;
      return fail({ code: 'run/no-act', message, hint: 'pawl run WORKFLOW --replay FILE  plays a recording of a workflow' });
    }
    const { settings } = first.event;
    const pins = await pinsOfRun(store, outermostRun(first.run));
    if (!pins.ok) return fail(refusalOf('store/unavailable', pins.failure));
    const place = await actPlace(cwd, settings.runToken, options.primitives, pins.value);
    if (!place.ok) return place;
    const sandbox = processSandbox({ weak: (options.sandbox ?? (settings.weakSandbox ? 'weak' : 'strict')) === 'weak' });
    try {
      const replayed = await replayCells({
        blobs: store.blobs,
        sandbox,
        settings,
        history: found.value,
        primitives: declaredPrimitives(place.value, store.blobs),
        packages: actPackages(place.value, first.run, {}),
        functionPackages: functionPackages(place.value.functions, libraryPackages(projectOf(place.value.root), {}), false),
        session: { memoryBytes, packages: null },
        signal,
      });
      return replayed.ok ? ok({ ...replayed.value, run: first.run }) : fail(refusalOf('run/not-replayed', replayed.failure));
    } finally {
      await sandbox.close();
    }
  } finally {
    await store.close();
  }
}
