import type { ModelScript } from '../../adapters/model/scripted/model-script.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import type { ActSettings } from '../../core/events/act-event.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import type { Model } from '../../ports/model.ts';
import type { Store } from '../../ports/store.ts';
import { chooseModel } from '../agents/choose-model.ts';
import { readLibrarianScript } from '../agents/read-model-script.ts';
import { turnsMadeWithin } from '../history/turns-made.ts';

/** Who reviews an act of these settings: the model that carried it out, asked anew; null = nobody. */
export type LibrarianModels = (run: string, settings: ActSettings) => Promise<Result<Model | null, Refusal>>;

interface Place {
  readonly store: Store;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly configuration: Configuration;
  /** What a scripted librarian says where the act's own script has none of it; null = nothing. */
  readonly script: string | ModelScript | null;
}

/** A scripted model reviews nothing of itself: only what its script says of a librarian is ever said. */
export const librarianModels =
  ({ store, env, configuration, script: given }: Place): LibrarianModels =>
  async (run, { model, script: file }) => {
    if (model === '') return ok(null);
    if (model !== 'scripted' && given === null) return chooseModel(model, { env, configuration, script: null });
    const own = given === null && file !== null ? await readLibrarianScript(file) : ok(given);
    if (!own.ok) return own;
    if (own.value === null) return ok(null);
    return chooseModel(null, { env, configuration, script: own.value, turnsMade: await turnsMadeWithin(store, run, 'librarian') });
  };
