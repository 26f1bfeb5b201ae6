import { sourcedSecrets } from '../../adapters/secrets/sourced-secrets.ts';
import type { Driven } from '../../agent/drive-act.ts';
import type { ActSettings } from '../../core/events/act-event.ts';
import type { EffectClass } from '../../core/model/effect-class.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import type { Result } from '../../core/model/result.ts';
import { redactorOf } from '../../core/secrets/redactor.ts';
import type { Store } from '../../ports/store.ts';
import type { Behind } from '../handle/run-handle.ts';
import type { ActLibrary } from '../librarian/act-library.ts';
import { ActStorage } from '../librarian/act-storage.ts';
import { librarianModels } from '../librarian/librarian-model.ts';
import type { ActOptions } from './act-options.ts';
import type { ActPlace } from './act-place.ts';
import { declaredPrimitives } from './act-primitives.ts';
import { folderFunctionNames } from './load-functions.ts';
import type { OwnedAct } from './owned-act.ts';
import { silentSecrets } from './silent-secrets.ts';

type Env = Readonly<Record<string, string | undefined>>;

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
    // Loaded here: it brings a parser of code with it.
    const { hasLibrary, openLibraryService } = await import('../librarian/library-service.ts');
    if (!settings.canStore && settings.reviewContext === undefined && !hasLibrary(place.root)) return null;
    const service = await openLibraryService({
      root: place.root,
      env,
      surroundings: async () => ({
        primitives: classesOf(place, store),
        callable: await callableIn(place),
        redactor: redactorOf(await secretsOf(place, env)),
      }),
    });
    if (!service.ok) return null;
    const models = librarianModels({ store, env, configuration: place.configuration, script });
    const storage = await ActStorage.of({ store, service: service.value, models, run, settings });
    this.storage = storage;
    const now = await service.value.library.read();
    if (!now.ok) return null;
    return { service: service.value, state: now.value.state, passes: storage.passes, reviewer: (op) => storage.reviewer(op) };
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

/** Names that a stored function may call besides: of functions in folders of the project. */
async function callableIn({ configuration, root }: ActPlace): Promise<readonly string[]> {
  const names = await folderFunctionNames(configuration.functions, root);
  return names.ok ? names.value : [];
}

/** No function may hold one of them. */
const secretsOf = ({ configuration, root, programs }: ActPlace, env: Env): Promise<ReadonlyMap<string, string>> =>
  silentSecrets(sourcedSecrets({ sources: configuration.secrets, env, folder: root, programs }), configuration);

const classesOf = (place: ActPlace, { blobs }: Store): ReadonlyMap<string, EffectClass> =>
  new Map(declaredPrimitives(place, blobs).map(({ name, effect }) => [name, typeof effect === 'string' ? effect : effect.most]));
