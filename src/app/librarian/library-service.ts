import { openLibrary } from '../../adapters/store/sqlite/library.ts';
import type { LibraryService } from '../../agent/library/library-service.ts';
import type { EffectClass } from '../../core/model/effect-class.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Redactor } from '../../core/secrets/redactor.ts';
import { stateFolder } from '../project/root.ts';
import { readCandidate } from './read-candidate.ts';
import { wordSearch } from './word-search.ts';

interface Place {
  readonly root: string;
  /** By dotted name, what any call of a primitive does at most. */
  readonly primitives: ReadonlyMap<string, EffectClass>;
  readonly redactor: Redactor;
}

/** The library of a project, opened, with all that acts need of it. */
export async function openLibraryService({ root, primitives, redactor }: Place): Promise<Result<LibraryService, Refusal>> {
  const opened = await openLibrary(stateFolder(root));
  if (!opened.ok) return fail(refusalOf('store/unavailable', opened.failure));
  const library = opened.value;
  return ok({
    library,
    async search(kind, query, most) {
      const now = await library.read();
      return now.ok ? ok(wordSearch(now.value.state, kind, query, most)) : now;
    },
    candidate: async (written, state) => readCandidate(written, state, { primitives, redactor }),
    environment: async () => fail('environments cannot be made here yet'),
  });
}
