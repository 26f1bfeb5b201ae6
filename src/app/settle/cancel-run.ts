import { setTimeout as wait } from 'node:timers/promises';
import { isEnd, isOver } from '../../core/events/run-event.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { foundText } from '../../core/views/found-text.ts';
import type { Store } from '../../ports/store.ts';
import { eventsOf, findRun, isAtWork } from '../history/find-run.ts';
import { whoHears } from '../history/who-hears.ts';
import { openForChange } from '../project/open-project.ts';

const pollMs = 50;

export interface Cancelled {
  readonly run: string;
  /** An act leaves what it did as it is; a run of a workflow goes back to its last kept state. */
  readonly isAct: boolean;
  /** How it ended; null when it is still at it. */
  readonly status: string | null;
  /** Of one that was taken up: what was found in its workspace and where that is kept, in sentences. */
  readonly said: readonly string[];
}

interface Cancelling {
  /** How long it is waited for the end. */
  readonly waitMs: number;
  /** Whether one that nobody drives is taken up for it also where more than files has changed since. */
  readonly anyway: boolean;
  /** Why, in a person's words; null = nobody said. One that nobody drives has it not in its ending. */
  readonly reason: string | null;
}

/**
 * Asks a run to end cleanly, and waits until it has, at most `waitMs`. One that nobody drives (it waits for a person, or its process
 * is gone) is taken up only to be ended; refused as `resumeRun` is where more than files has changed since, unless `anyway`.
 */
export async function cancelRun(cwd: string, run: string, how: Cancelling): Promise<Result<Cancelled, Refusal>> {
  const { anyway } = how;
  const store = await openForChange(cwd);
  if (!store.ok) return store;
  let idle: Idle;
  try {
    const asked = await cancelIn(store.value, run, how);
    if (!('idle' in asked)) return asked;
    idle = asked;
  } finally {
    await store.value.close();
  }
  if (idle.isAct) return cancelIdleAct(cwd, idle.idle);
  const { resumeRun } = await import('../run/resume-run.ts');
  const said: string[] = [];
  const ended = await resumeRun({
    run: idle.idle,
    cwd,
    by: 'pawl cancel',
    acceptChanges: false,
    anyway,
    signal: AbortSignal.abort('pawl cancel'),
    observer: {
      event: ({ run: of, event }) => said.push(...(event.type === 'resumed' && event.found ? [foundText(of, event.found)] : [])),
    },
  });
  return ended.ok ? ok({ run: idle.idle, isAct: false, status: ended.value.status, said }) : ended;
}

/** A run that nobody drives. */
interface Idle {
  readonly idle: string;
  readonly isAct: boolean;
}

async function cancelIdleAct(cwd: string, run: string): Promise<Result<Cancelled, Refusal>> {
  const { endAct } = await import('../act/end-act.ts');
  const ended = await endAct(cwd, run, 'pawl cancel');
  return ended.ok ? ok({ run, isAct: true, status: 'cancelled', said: [] }) : ended;
}

async function cancelIn(store: Store, run: string, { waitMs, reason }: Cancelling): Promise<Result<Cancelled, Refusal> | Idle> {
  const named = await findRun(store, run);
  if (!named.ok) return named;
  const isAct = named.value[0]?.event.type === 'act.started';
  const hearing = await whoHears(store, named.value);
  if (!hearing.ok) return hearing;
  const { run: id, history: found } = hearing.value;
  const atWork = await isAtWork(store, id);
  if (!atWork.ok) return atWork;
  if (!atWork.value && !found.some(({ event }) => isOver(event))) return { idle: id, isAct };
  if (!atWork.value || found.some(({ event }) => isEnd(event))) {
    return fail({ code: 'run/not-running', message: `run ${id} is not running`, hint: `pawl show ${id}  says how it ended` });
  }
  const sent = await store.inbox.send(
    id,
    reason === null ? { kind: 'cancel', by: 'pawl cancel' } : { kind: 'stop', by: 'pawl cancel', reason },
  );
  if (!sent.ok) return fail(refusalOf('store/unavailable', sent.failure));
  let status: string | null = null;
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += pollMs) {
    await wait(pollMs);
    // Asked before the journal is read: an owner that has let go has written its last event.
    const goesOn = await isAtWork(store, id);
    if (!goesOn.ok) return goesOn;
    const events = await eventsOf(store, id, found.length);
    if (!events.ok) return events;
    for (const { event } of events.value) if (isEnd(event)) status = event.type === 'run.finished' ? event.status : event.ending.status;
    // Behind its last event it still ends what it has started, and only then lets go.
    if (!goesOn.value) return status === null ? { idle: id, isAct } : ok({ run: id, isAct, status, said: [] });
  }
  return ok({ run: id, isAct, status, said: [] });
}
