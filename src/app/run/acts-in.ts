import type { Runner } from '../../ports/runner.ts';
import type { Store } from '../../ports/store.ts';

interface Asking {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The replies of a scripted model; null for a real one. */
  readonly script: string | null;
}

/** How the acts of a run's prompt steps are begun. Loaded where a step is answered by one: most runs have none. */
export async function actsIn(store: Store, run: string, asking: Asking): Promise<Runner['start']> {
  const { actorStart } = await import('../act/actor-start.ts');
  return actorStart({ store, run, ...asking });
}
