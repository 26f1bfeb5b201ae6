import type { Driven } from '../../agent/drive-act.ts';
import type { ActSettings } from '../../core/events/act-event.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import type { Result } from '../../core/model/result.ts';
import type { Store } from '../../ports/store.ts';
import type { Behind } from '../handle/run-handle.ts';
import type { ActLibrary } from '../librarian/act-library.ts';
import { ActStorage } from '../librarian/act-storage.ts';
import { librarianModels } from '../librarian/librarian-model.ts';
import type { ActOptions } from './act-options.ts';
import type { ActPlace } from './act-place.ts';
import { openActLibrary } from './open-act-library.ts';
import type { OwnedAct } from './owned-act.ts';

/** The library and the store of an act, which stay open until what comes behind it is done. */
export class StorageBehind {
  private readonly store: Store;
  private readonly goesOn: (behind: Behind) => void;
  private storage: ActStorage | null = null;
  private behind: Behind | null = null;

  constructor(store: Store, goesOn: (behind: Behind) => void) {
    this.store = store;
    this.goesOn = goesOn;
  }

  /** The library as the act has it; null where it has none. One that cannot be opened is as good as none: the act goes on without it. */
  async open(
    place: ActPlace,
    run: string,
    settings: ActSettings,
    options: Pick<ActOptions, 'env' | 'librarian'>,
  ): Promise<ActLibrary | null> {
    const { store } = this;
    const { env = process.env, librarian: script = null } = options;
    const opened = await openActLibrary(place, store, env, settings.canStore || settings.reviewContext !== undefined);
    if (opened === null) return null;
    const models = librarianModels({ store, env, configuration: place.configuration, script });
    const storage = await ActStorage.of({ store, service: opened.service, models, run, settings });
    this.storage = storage;
    return { ...opened, passes: storage.passes, reviewer: (op) => storage.reviewer(op) };
  }

  /** Begins what comes behind the act, once it has its end and before anybody else has the workspace. */
  async begin(driven: Result<Driven, Refusal>, { signal, onEvent }: Pick<OwnedAct, 'signal' | 'onEvent'>): Promise<void> {
    const { storage } = this;
    if (!driven.ok || storage === null || driven.value.question !== null) return;
    this.behind = await storage.behind(driven.value.state.phase === 'review', signal, onEvent);
    if (this.behind !== null) this.goesOn(this.behind);
  }

  /** Closes all, when nothing goes on any more; resolves at once where something does. */
  async close(): Promise<void> {
    const { behind, storage, store } = this;
    const closed = (async () => {
      await behind?.result().catch(() => {});
      await storage?.service.library.close();
      await store.close();
    })();
    if (behind === null) await closed;
  }
}
