import type { StoredEvent } from '../../core/events/envelope.ts';
import { isEnd } from '../../core/events/run-event.ts';
import type { Json } from '../../core/model/json.ts';
import { usdOf } from '../../core/model/money.ts';
import { ok, type Result } from '../../core/model/result.ts';
import { RunFailed } from '../../core/model/run-failed.ts';
import { requestText } from '../../core/tasks/request-text.ts';
import { summaryOf } from '../../core/views/summarize.ts';
import type { Handle } from '../../ports/handle.ts';
import { actAs } from '../act/act.ts';
import type { ActOptions } from '../act/act-options.ts';
import { endAct } from '../act/end-act.ts';
import { resumeAct } from '../act/resume-act.ts';
import { eventsOf } from '../history/find-run.ts';
import { openForWriting } from '../project/open-project.ts';
import { rootOf } from '../project/root.ts';
import type { Delivered, DeliveredWork } from './delivery.ts';

/** The agent at hand does it: an act with the description of the task, in the run of the occurrence. */
export async function liveDelivery(work: DeliveredWork): Promise<Delivered> {
  const before = await journaled(work);
  if (!before.ok) return { kind: 'hindered', why: before.failure };
  if (before.value.length > 0 && !isOurs(before.value, work)) return { kind: 'taken' };
  const known = standingOf(before.value);
  if (known?.kind === 'ended') return known;
  if (work.signal.aborted) return cancelled(work, known !== null);
  if (known?.kind === 'asking') return known;
  const handle = known === null ? begun(work) : takenUp(work);
  const refused = await refusalOf(handle);
  if (refused !== null) return refused;
  const after = await journaled(work);
  if (!after.ok) return { kind: 'hindered', why: after.failure };
  const now = standingOf(after.value);
  if (now === null || now.kind === 'interrupted') return { kind: 'hindered', why: 'its run was cut off' };
  return now.kind === 'ended' ? { ...now, behind: endOf(handle) } : now;
}

/** Ends what nobody drives; what it did stays. */
async function cancelled({ cwd, occurrence }: DeliveredWork, hasBegun: boolean): Promise<Delivered> {
  const ended = hasBegun ? await endAct(cwd, occurrence.run, 'pawl task cancel') : ok(undefined);
  if (!ended.ok) return { kind: 'hindered', why: ended.failure.message };
  return { kind: 'ended', status: 'cancelled', note: occurrence.note, behind: Promise.resolve() };
}

const isOurs = ([first]: readonly StoredEvent[], { occurrence: { task, key } }: DeliveredWork): boolean =>
  first?.event.type === 'act.started' && first.event.settings.occurrence?.task === task && first.event.settings.occurrence.key === key;

/** How its run stands by its events; null = there is none. */
function standingOf(
  events: readonly StoredEvent[],
): Extract<Delivered, { kind: 'ended' | 'asking' }> | { readonly kind: 'interrupted' } | null {
  if (events.length === 0) return null;
  const end = events.find(({ event }) => isEnd(event))?.event;
  if (end?.type === 'act.finished') {
    const { status, failure } = end.ending;
    return { kind: 'ended', status, note: failure?.message ?? null, behind: Promise.resolve() };
  }
  const [held] = summaryOf(events).act?.held ?? [];
  return held === undefined ? { kind: 'interrupted' } : { kind: 'asking', question: held.question };
}

function begun({ task, occurrence, ...work }: DeliveredWork): Handle<Json> {
  const { model, script, weakSandbox } = task.agent;
  const options: ActOptions = {
    cwd: rootOf(work.cwd),
    env: work.env,
    limits: { wallClock: `${task.limits.maxRuntimeMs}ms`, budgetUsd: usdOf(task.limits.budgetNanoUsd) },
    ...(model === null ? {} : { model }),
    ...(script === null ? {} : { script }),
    ...(weakSandbox ? { sandbox: 'weak' } : {}),
    signal: work.signal,
    onEvent: work.onEvent,
  };
  const identity = { run: occurrence.run, occurrence: { task: occurrence.task, key: occurrence.key } };
  return actAs(identity, requestText(task.description, occurrence.cause), options);
}

const takenUp = ({ cwd, env, occurrence, signal, onEvent }: DeliveredWork): Handle<Json> =>
  resumeAct({ run: occurrence.run, cwd, env, by: 'pawl serve', signal, onEvent });

/** Why it was not carried out; null = it was, and its journal says with what result. */
async function refusalOf(handle: Handle<Json>): Promise<Delivered | null> {
  try {
    await handle.result();
    return null;
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    const { refusal } = error;
    if (refusal === null) return null;
    const why = refusal.hint === undefined ? refusal.message : `${refusal.message} (${refusal.hint})`;
    const isPassing = refusal.code === 'run/workspace-busy' || refusal.code === 'run/too-many-acts' || refusal.code === 'store/unavailable';
    return { kind: isPassing ? 'hindered' : 'refused', why };
  }
}

async function endOf({ events }: Handle<Json>): Promise<void> {
  for await (const _ of events);
}

async function journaled({ cwd, occurrence }: DeliveredWork): Promise<Result<StoredEvent[], string>> {
  const store = await openForWriting(cwd);
  if (!store.ok) return { ok: false, failure: store.failure.message };
  try {
    const events = await eventsOf(store.value, occurrence.run);
    return events.ok ? ok(events.value) : { ok: false, failure: events.failure.message };
  } finally {
    await store.value.close();
  }
}
