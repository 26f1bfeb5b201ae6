import { actOf } from '../../core/act/act-of.ts';
import type { EffectHeld } from '../../core/events/effect-event.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { Json } from '../../core/model/json.ts';
import { isInnerRun, outermostRun } from '../../core/model/names.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { RunFailed } from '../../core/model/run-failed.ts';
import { summaryOf } from '../../core/views/summarize.ts';
import type { Judgement } from '../../effects/effect-parts.ts';
import type { Handle } from '../../ports/handle.ts';
import { chooseModel } from '../agents/choose-model.ts';
import { type Behind, RunHandle } from '../handle/run-handle.ts';
import { eventsOf } from '../history/find-run.ts';
import { resumedEvent } from '../history/resumed-event.ts';
import { turnsMadeWithin } from '../history/turns-made.ts';
import { pendingReview } from '../librarian/act-record.ts';
import { openForChange } from '../project/open-project.ts';
import { withOwned } from '../project/own-workspace.ts';
import type { ActOptions } from './act-options.ts';
import { actPlace } from './act-place.ts';
import { actResult } from './act-result.ts';
import { driveOwnedAct } from './drive-owned-act.ts';
import { noModel } from './no-model.ts';
import { newNotified } from './notified.ts';
import { StorageBehind } from './storage-behind.ts';
import { type Watcher, watchedBy } from './watched-by.ts';

type ResumedOption = 'cwd' | 'env' | 'model' | 'script' | 'librarian' | 'primitives' | 'signal' | 'onEvent' | 'onActivity';

export interface ResumeActOptions extends Pick<ActOptions, ResumedOption> {
  readonly run: string;
  /** Who takes it up, for people; default 'a program'. */
  readonly by?: string;
  /** What a person says to the question that it waits with; default null = nothing. */
  readonly judgement?: Judgement | null;
  /** Told what had happened before, once. */
  readonly onHistory?: (history: readonly StoredEvent[]) => void;
}

/** Takes up an act whose process is gone, or that waits for a person, and gives its handle. */
export function resumeAct(options: ResumeActOptions): Handle<Json> {
  return new RunHandle(async (open, onEvent, goesOn) => {
    const resumed = await resume(options, watchedBy(options, open, onEvent), onEvent, goesOn);
    if (!resumed.ok) throw RunFailed.of(resumed.failure, options.run);
    return resumed.value;
  }, newNotified);
}

async function resume(
  options: ResumeActOptions,
  watcher: Watcher,
  past: (stored: StoredEvent) => void,
  goesOn: (behind: Behind) => void,
): Promise<Result<Json, Refusal>> {
  const { run, by = 'a program', judgement = null, cwd = process.cwd(), env = process.env } = options;
  const opened = await openForChange(cwd);
  if (!opened.ok) return opened;
  const store = opened.value;
  const behind = new StorageBehind(store, goesOn);
  try {
    if (isInnerRun(run)) return fail(innerRefusal(run));
    const before = await eventsOf(store, run);
    if (!before.ok) return before;
    const started = startOf(before.value);
    if (started === null) return fail(noAct(run));
    const { settings, recorded } = started;
    const place = await actPlace(cwd, settings.runToken, options.primitives);
    if (!place.ok) return place;
    const turnsMade = before.value.filter(({ event }) => event.type === 'turn.ended').length + (await turnsMadeWithin(store, run));
    const script = options.script ?? settings.script;
    const { configuration } = place.value;
    const model =
      settings.model === '' ? ok(noModel) : await chooseModel(options.model ?? settings.model, { env, configuration, script, turnsMade });
    if (!model.ok) return model;
    // What it was to do is done; its review is not, and needs no workspace.
    if (pendingReview(before.value) !== null) {
      for (const stored of before.value) past(stored);
      options.onHistory?.(before.value);
      const ended = ok({ state: actOf(before.value), question: null });
      await behind.open(place.value, run, settings, options);
      await behind.begin(ended, watcher.on(run));
      return ok(await actResult(store.blobs, run, ended));
    }
    return await withOwned(store, run, place.value.root, async () => {
      // By its owner: nobody appends any more.
      const history = await eventsOf(store, run);
      if (!history.ok) return history;
      if (history.value.some(({ event }) => event.type === 'act.finished')) return fail(isOver(run));
      const [asked] = summaryOf(history.value).act?.held ?? [];
      if (judgement !== null && asked === undefined) return fail(notWaiting(run));
      await place.value.programs.endAllWith(settings.runToken);
      for (const stored of history.value) past(stored);
      options.onHistory?.(history.value);
      const library = await behind.open(place.value, run, settings, options);
      const watched = watcher.on(run);
      const driven = await driveOwnedAct({
        ...watched,
        place: place.value,
        library,
        store,
        model: model.value,
        run,
        history: history.value,
        first: resumedEvent(history.value, by, null),
        person: personWith(judgement, asked?.question ?? null),
        around: null,
        env,
        weak: settings.weakSandbox,
        runToken: settings.runToken,
        recorded,
      });
      await behind.begin(driven, watched);
      return ok(await actResult(store.blobs, run, driven));
    });
  } finally {
    await behind.close();
  }
}

/** A person who has said one thing: to the question that they have read, of this act or of one within it, and to no other. */
function personWith(judgement: Judgement | null, read: string | null) {
  let said = judgement;
  return {
    async ask({ question }: EffectHeld): Promise<Judgement | null> {
      if (question !== read) return null;
      const now = said;
      said = null;
      return now;
    },
  };
}

function startOf(history: readonly StoredEvent[]) {
  const first = history[0]?.event;
  return first?.type === 'act.started' ? first : null;
}

const noAct = (run: string): Refusal => ({
  code: 'run/unknown-run',
  message: `run ${run} is no act`,
  hint: `pawl show ${run}  says what it is`,
});

const notWaiting = (run: string): Refusal => ({
  code: 'run/not-waiting',
  message: `act ${run} does not wait for anybody's word`,
  hint: `pawl resume ${run}  goes on with it; pawl show ${run}  says where it stands`,
});

const innerRefusal = (run: string): Refusal => ({
  code: 'run/inner-run',
  message: `run ${run} is a part of run ${outermostRun(run)} and is taken up with it`,
  hint: `pawl resume ${outermostRun(run)}`,
});

const isOver = (run: string): Refusal => ({
  code: 'run/finished',
  message: `act ${run} has ended, so there is nothing to take up`,
  hint: `pawl show ${run}  says how`,
});
