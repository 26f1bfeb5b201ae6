import type { LibraryService } from '../../agent/library/library-service.ts';
import type { ActSettings } from '../../core/events/act-event.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { Model } from '../../ports/model.ts';
import type { Store } from '../../ports/store.ts';
import type { Behind } from '../handle/run-handle.ts';
import { eventsOf } from '../history/find-run.ts';
import type { LibrarianModels } from './librarian-model.ts';
import { pendingRuns, reviewPending } from './pending-reviews.ts';
import { claimReview } from './review-act.ts';
import { othersAlone, ReviewHandle } from './review-handle.ts';
import { StoragePasses } from './storage-passes.ts';

interface Parts {
  readonly store: Store;
  readonly service: LibraryService;
  readonly models: LibrarianModels;
  readonly run: string;
  readonly settings: ActSettings;
}

/** What an act, and what comes behind it, does with the library. */
export class ActStorage {
  readonly service: LibraryService;
  /** null = nobody can review it: there is no model for a librarian. */
  readonly passes: StoragePasses | null;
  private readonly parts: Parts;
  private readonly model: Model | null;

  private constructor(parts: Parts, model: Model | null) {
    const { store, service, run } = parts;
    this.parts = parts;
    this.service = service;
    this.model = model;
    this.passes = model === null ? null : new StoragePasses({ store, service, model }, run, () => historyOf(store, run));
  }

  static async of(parts: Parts): Promise<ActStorage> {
    const model = await parts.models(parts.run, parts.settings);
    return new ActStorage(parts, model.ok ? model.value : null);
  }

  /** Who reviews the act when it has ended. */
  reviewer(op: number): string | null {
    return this.passes === null ? null : `${this.parts.run}.${op}`;
  }

  /**
   * The review of the act, where one `isDue`, and those of others that are still to be done; called while the workspace is owned, so that nobody else
   * begins with it. `onEvent` is told of the act's events. null = there is nothing to do.
   */
  async behind(isDue: boolean, signal: AbortSignal, onEvent: (stored: StoredEvent) => void): Promise<Behind | null> {
    const { store, service, run, models, settings } = this.parts;
    const { model, passes } = this;
    const release = isDue && model !== null ? await claimReview(store, run) : null;
    const others = (): Promise<void> => reviewPending({ store, service, modelFor: models, signal });
    if (release !== null && model !== null)
      return new ReviewHandle({ store, service, model, run, passes, signal, onEvent, release, others });
    return settings.canStore && (await pendingRuns(store)).length > 0 ? othersAlone(others) : null;
  }
}

async function historyOf(store: Store, run: string): Promise<readonly StoredEvent[]> {
  const history = await eventsOf(store, run);
  return history.ok ? history.value : [];
}
