import { decide } from '../core/engine/decide.ts';
import { evolve } from '../core/engine/evolve.ts';
import type { Procedure } from '../core/engine/procedure.ts';
import { initialState, type RunState } from '../core/engine/state.ts';
import type { StoredEvent } from '../core/events/envelope.ts';
import { type Intent, isIntent, type Outcome, type RunEvent } from '../core/events/event.ts';
import type { Failure } from '../core/model/failure.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import type { RunPlace } from '../ports/workspace.ts';
import { CancelWatch } from './cancel-watch.ts';
import { perform } from './perform.ts';
import type { DrivePorts, Performance } from './performance.ts';
import { putBackOpen, type Stopped } from './put-back-open.ts';
import { Recorder } from './recorder.ts';
import { ValueFiles } from './value-files.ts';
import { Values } from './values.ts';

export interface Drive {
  readonly procedure: Procedure;
  readonly place: RunPlace;
  readonly started: Extract<RunEvent, { type: 'run.started' }>;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Aborting it cancels the run; aborted already, nothing is performed at all. */
  readonly signal: AbortSignal;
  /** Called with each event once it is on disk. */
  readonly onEvent: (stored: StoredEvent) => void;
  readonly onActivity: (step: string, line: string) => void;
}

/**
 * Performs a run from its first event to its last: decides, appends, performs what was decided, appends what came of it. An
 * outcome and what follows from it are one append, on disk before anything further is performed. Fails only when the journal
 * can no longer be written: then everything under way is ended, and an attempt that is open is put back if that can be done.
 */
export async function driveRun(ports: DrivePorts, drive: Drive): Promise<Result<RunState, Stopped>> {
  const { procedure, place, started } = drive;
  const recorder = new Recorder({ journal: ports.journal, clock: ports.clock, run: place.run, epoch: 1, observe: drive.onEvent });
  const values = new Values();
  const files = new ValueFiles(`${drive.folder}/values`, ports.blobs);
  const stop = new AbortController();
  const cancel = new CancelWatch(ports.inbox, place.run, drive.signal);
  const underWay = new Set<Promise<unknown>>();
  const arrived: Outcome[] = [];
  let state = initialState;
  let broken: unknown = null;

  const apply = (events: readonly RunEvent[]): RunEvent[] => {
    const batch = [...events];
    for (const event of events) state = evolve(state, event);
    for (let more = decide(procedure, state); more.length > 0; more = decide(procedure, state)) {
      batch.push(...more);
      for (const event of more) state = evolve(state, event);
    }
    for (const event of batch) values.apply(event);
    return batch;
  };
  const begin = (intent: Intent): void => {
    const performance: Performance = { ...ports, ...drive, values, files, state, signal: stop.signal };
    const running = perform(performance, intent).then(
      (outcome) => void arrived.push(outcome),
      (error: unknown) => {
        broken = error;
      },
    );
    underWay.add(running);
    void running.finally(() => underWay.delete(running));
  };
  const giveUp = async (failure: Failure): Promise<Result<RunState, Stopped>> => {
    stop.abort();
    await Promise.allSettled(underWay);
    return fail({ failure, putBack: await putBackOpen(ports.workspace, place, state) });
  };

  try {
    const cancelled: RunEvent[] = drive.signal.aborted ? [{ type: 'cancel.asked', by: 'the caller' }] : [];
    let batch = apply([started, ...cancelled]);
    for (;;) {
      files.writeAhead(values);
      const appended = batch.length === 0 ? ok(undefined) : await recorder.append(batch);
      if (!appended.ok) return await giveUp(appended.failure);
      if (state.cancelled) stop.abort();
      for (const event of batch) if (isIntent(event)) begin(event);
      if (state.phase === 'finished') return ok(state);
      if (underWay.size === 0) throw new Error(`run ${place.run} waits for nothing: the engine asked for nothing and did not end it`);
      await Promise.race([...underWay, ...(state.cancelled ? [] : [cancel.requested])]);
      if (broken !== null) {
        await giveUp({ kind: 'io', message: 'a bug of Pawl' });
        throw new Error('performing a step broke', { cause: broken });
      }
      const asked: RunEvent[] = cancel.by !== null && !state.cancelled ? [{ type: 'cancel.asked', by: cancel.by }] : [];
      batch = apply([...asked, ...arrived.splice(0)]);
    }
  } finally {
    stop.abort();
    cancel.close();
    await Promise.allSettled(underWay);
  }
}
