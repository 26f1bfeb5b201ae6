import type { LibraryService } from '../../agent/library/library-service.ts';
import type { ActSettings } from '../../core/events/act-event.ts';
import { isInnerRun } from '../../core/model/names.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import type { Result } from '../../core/model/result.ts';
import type { Model } from '../../ports/model.ts';
import type { Store } from '../../ports/store.ts';
import { claimReview, reviewAct } from './review-act.ts';

interface Places {
  readonly store: Store;
  readonly service: LibraryService;
  /** Who reviews an act of these settings; null = nobody can here. */
  readonly modelFor: (run: string, settings: ActSettings) => Promise<Result<Model | null, Refusal>>;
  /** Aborting it leaves what is not done for later. */
  readonly signal: AbortSignal;
}

/** Reviews that are still to be done: whoever was to do them is gone, or never came to it. The oldest first. */
export async function reviewPending({ store, service, modelFor, signal }: Places): Promise<void> {
  for (const { run, settings } of await pendingRuns(store)) {
    if (signal.aborted) return;
    const model = await modelFor(run, settings);
    if (!model.ok || model.value === null) continue;
    const release = await claimReview(store, run);
    if (release === null) continue;
    let isDone = false;
    try {
      // Whoever wants to leave does not end the review of another act: it is left, and still to be done.
      isDone = await reviewAct({
        store,
        service,
        model: model.value,
        run,
        signal: never,
        onEvent: () => {},
        onLibrarian: () => {},
        onOpen: () => {},
      });
    } finally {
      await release(isDone);
    }
  }
}

const never = new AbortController().signal;

/** Acts that have ended and were not reviewed, the oldest first. */
export async function pendingRuns({ journal }: Store): Promise<{ readonly run: string; readonly settings: ActSettings }[]> {
  const runs = await journal.runs();
  const all = runs.ok ? runs.value : [];
  return all
    .flatMap(({ run, first, last }) =>
      !isInnerRun(run) && first.event.type === 'act.started' && last.event.type === 'act.finished' && last.event.review !== undefined
        ? [{ run, settings: first.event.settings }]
        : [],
    )
    .reverse();
}
