import { sourcedSecrets } from '../../adapters/secrets/sourced-secrets.ts';
import type { LibraryService } from '../../agent/library/library-service.ts';
import type { LibraryState } from '../../core/library/entries/library-state.ts';
import type { EffectClass } from '../../core/model/effect-class.ts';
import { redactorOf } from '../../core/secrets/redactor.ts';
import type { Store } from '../../ports/store.ts';
import type { ActPlace } from './act-place.ts';
import { declaredPrimitives } from './act-primitives.ts';
import { folderFunctionNames, projectOf } from './load-functions.ts';
import { silentSecrets } from './silent-secrets.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The library of an act's project, open, and its entries as they stand. */
export interface OpenedLibrary {
  readonly service: LibraryService;
  readonly state: LibraryState;
}

/**
 * Opens the library for an act; null where there is none and `makes` says to make none, or where it cannot be opened: the act goes on without it. Whoever
 * opened it closes `service.library`.
 */
export async function openActLibrary(
  place: ActPlace,
  { blobs }: Pick<Store, 'blobs'>,
  env: Env,
  makes: boolean,
): Promise<OpenedLibrary | null> {
  // Loaded here: it brings a parser of code with it.
  const { hasLibrary, openLibraryService } = await import('../librarian/library-service.ts');
  const root = projectOf(place.root);
  if (!makes && !hasLibrary(root)) return null;
  const opened = await openLibraryService({
    root,
    env,
    surroundings: async () => ({
      primitives: classesOf(place, blobs),
      callable: await callableIn(place),
      redactor: redactorOf(await secretsOf(place, env)),
    }),
  });
  if (!opened.ok) return null;
  const service = opened.value;
  const now = await service.library.read();
  if (now.ok) return { service, state: now.value.state };
  await service.library.close();
  return null;
}

/** Names that a stored function may call besides: of functions in folders of the project. */
async function callableIn({ configuration, root }: ActPlace): Promise<readonly string[]> {
  const names = await folderFunctionNames(configuration.functions, root);
  return names.ok ? names.value : [];
}

/** No function may hold one of them. */
const secretsOf = ({ configuration, root, programs }: ActPlace, env: Env): Promise<ReadonlyMap<string, string>> =>
  silentSecrets(sourcedSecrets({ sources: configuration.secrets, env, folder: root, programs }), configuration);

const classesOf = (place: ActPlace, blobs: Store['blobs']): ReadonlyMap<string, EffectClass> =>
  new Map(declaredPrimitives(place, blobs).map(({ name, effect }) => [name, typeof effect === 'string' ? effect : effect.most]));
