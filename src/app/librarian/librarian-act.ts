import type { ActCourse } from '../../agent/act-course.ts';
import { driveAct } from '../../agent/drive-act.ts';
import type { LibraryService } from '../../agent/library/library-service.ts';
import { recordedCalls } from '../../agent/library/recorded-calls.ts';
import { StagedDesk } from '../../agent/library/staged-desk.ts';
import { type AskCompleted, askAboutCompletedTool } from '../../agent/tools/ask-about-completed.ts';
import { libraryChangeTools } from '../../agent/tools/library-change.ts';
import { libraryLookTools } from '../../agent/tools/library-look.ts';
import { actOf } from '../../core/act/act-of.ts';
import type { ActState } from '../../core/act/act-state.ts';
import { nothingSpent } from '../../core/act/spent.ts';
import type { ActSettings, ReviewContext, StorageEnd } from '../../core/events/act-event.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { WorkspaceFacts } from '../../core/events/event-parts.ts';
import type { Failure } from '../../core/model/failure.ts';
import { type NanoUsd, nanoUsdOf } from '../../core/model/money.ts';
import { ok, type Result } from '../../core/model/result.ts';
import { textOf, valueOf } from '../../journaling/value-store.ts';
import type { LibraryLease } from '../../ports/library.ts';
import type { Model } from '../../ports/model.ts';
import type { Store } from '../../ports/store.ts';
import { resumedEvent } from '../history/resumed-event.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import type { Answered } from './ask-completed.ts';
import { noPerson, noSession, nothingRuns } from './nothing-runs.ts';

/** A librarian's bounds; the time counts from when it has the library. */
const limits = { turns: 20, wallClockMs: 5 * 60_000, nanoUsd: nanoUsdOf(0.25) as NanoUsd, tokens: null, codeTimeoutMs: 60_000 };
/** As long as it waits for other librarians to be done: then its work stays to be done by a later process. */
const leaseWaitMs = 5 * 60_000;
const leasePollMs = 100;

/** What librarians of one act work with. */
export interface LibrarianParts {
  readonly store: Store;
  readonly service: LibraryService;
  readonly model: Model;
}

/** One piece of a librarian's work: an act of its own, within the act that it is about. */
export interface LibrarianTask {
  readonly run: string;
  /** The act that it is about. */
  readonly parent: string;
  readonly settings: ActSettings;
  readonly workspace: WorkspaceFacts;
  readonly context: ReviewContext | null;
  /** What it is told first; asked for when it begins. */
  readonly request: () => Promise<Result<string, Failure>>;
  /** null = there is nothing that could be asked about. */
  readonly completed: ((taken: Answered) => AskCompleted) | null;
  /** Aborting it ends it, and nothing is stored. */
  readonly signal: AbortSignal;
  readonly onOpen: (course: Pick<ActCourse, 'take' | 'hear' | 'state'>) => void;
  readonly onEvent: (stored: StoredEvent) => void;
}

/** Lets a librarian work, one at a time on a library; null = others had it all the time, and this is still to be done. Never rejects for what the world does. */
export async function workOfLibrarian(parts: LibrarianParts, task: LibrarianTask): Promise<StorageEnd | null> {
  const { store } = parts;
  const history = await store.journal.read(task.run);
  if (!history.ok) return failedEnd(history.failure.message);
  if (history.value.some(({ event }) => event.type === 'act.finished')) return endOf(store, actOf(history.value));
  const lease = await leased(parts, task);
  if (!lease.ok) return failedEnd(lease.failure.message);
  if (lease.value === null) return task.signal.aborted ? stoppedEnd : null;
  try {
    return await worked(parts, task, history.value);
  } finally {
    await lease.value.release();
  }
}

const stoppedEnd: StorageEnd = { outcome: 'stopped', summary: '', set: null, changes: [], spent: nothingSpent };

const failedEnd = (why: string): StorageEnd => ({ outcome: 'failed', summary: why, set: null, changes: [], spent: nothingSpent });

async function leased({ service }: LibrarianParts, { run, signal }: LibrarianTask): Promise<Result<LibraryLease | null, Failure>> {
  const untilMs = systemClock.monotonicMs() + leaseWaitMs;
  for (;;) {
    if (signal.aborted || systemClock.monotonicMs() > untilMs) return ok(null);
    const lease = await service.library.lease(run);
    if (!lease.ok || lease.value !== null) return lease;
    await systemClock.wait(leasePollMs, signal);
  }
}

async function worked(parts: LibrarianParts, task: LibrarianTask, history: readonly StoredEvent[]): Promise<StorageEnd> {
  const { store, model, service } = parts;
  const { run, parent, completed } = task;
  const first = history.length > 0 ? ok(resumedEvent(history, 'pawl', null)) : await firstEvent(parts, task);
  if (!first.ok) return failedEnd(first.failure.message);
  const why = `after act ${parent}`;
  const calls = async () => {
    const acted = await store.journal.read(parent);
    return acted.ok ? recordedCalls(store.blobs, acted.value) : acted;
  };
  let desk: StagedDesk | null = null;
  const deskFor = (course: Pick<ActCourse, 'state'>): StagedDesk => {
    desk ??= new StagedDesk(service, { blobs: store.blobs, clock: systemClock, run, model: model.name, why, course, about: parent, calls });
    return desk;
  };
  const driven = await driveAct(
    { ...store, clock: systemClock, model, ...nothingRuns },
    {
      run,
      history,
      first: first.value,
      before: [],
      after: async () => [],
      primitives: () => [],
      functions: [],
      hasFunctions: false,
      packages: nothingRuns.packages,
      functionPackages: async () => ok(null),
      adopted: () => null,
      allowedSecrets: new Set(),
      knownSecrets: new Map(),
      session: noSession,
      tools: (course) => [
        ...libraryLookTools(deskFor(course)),
        ...libraryChangeTools(deskFor(course)),
        ...(completed === null ? [] : [askAboutCompletedTool(completed((event) => course.take([event])))]),
      ],
      discovery: [],
      permits: { library: 'filled', hasCompleted: completed !== null },
      carryOut: (course) => deskFor(course).carryOut(),
      reviewer: () => null,
      person: noPerson,
      around: null,
      signal: task.signal,
      onEvent: task.onEvent,
      onActivity: () => {},
      onOpen: task.onOpen,
    },
  );
  return driven.ok ? endOf(store, driven.value.state) : failedEnd(driven.failure.message);
}

async function firstEvent({ store, model }: LibrarianParts, { request, settings, context, parent, workspace }: LibrarianTask) {
  const text = await request();
  if (!text.ok) return text;
  const value = await valueOf(store.blobs, Buffer.from(text.value));
  if (!value.ok) return value;
  const { reviewContext: _, ...outer } = settings;
  return ok({
    type: 'act.started',
    request: value.value,
    settings: {
      ...outer,
      role: 'librarian',
      ...(context === null ? {} : { reviewContext: context }),
      model: model.name,
      modelLabel: model.label,
      contextTokens: model.contextTokens,
      canStore: false,
      canCompose: false,
      persist: false,
      entrypoint: null,
      guidelines: null,
      responseSchema: null,
      limits,
    },
    parent,
    workspace,
    recorded: false,
  } as const);
}

/** What its act came to. */
async function endOf({ blobs }: Pick<Store, 'blobs'>, { ending, applied, totals }: ActState): Promise<StorageEnd> {
  const { calls, unpricedCalls, nanoUsd, tokens } = totals;
  const spent = { calls, unpricedCalls, nanoUsd, tokens };
  if (ending === null) return { ...failedEnd('it has no ending'), spent };
  if (ending.outcome === 'stopped' || ending.outcome === 'cancelled') return { ...stoppedEnd, spent };
  if (ending.result === null) return { ...failedEnd(ending.failure?.message ?? 'it failed'), spent };
  const summary = await textOf(blobs, ending.result);
  const { set, changes } = applied ?? { set: null, changes: [] };
  return { outcome: applied === null ? 'nothing' : 'stored', summary: summary.ok ? summary.value : '', set, changes, spent };
}
