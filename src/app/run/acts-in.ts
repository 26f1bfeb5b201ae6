import type { Runner } from '../../ports/runner.ts';
import type { Store } from '../../ports/store.ts';
import type { Running } from './functions-in.ts';

/**
 * How the acts of a run's prompt steps are begun. Loaded where a step is answered by one: most runs have none. `script`: the replies of a
 * scripted model; null for a real one.
 */
export async function actsIn(store: Store, { run, env, pins }: Running, script: string | null): Promise<Runner['start']> {
  const { actorStart } = await import('../act/actor-start.ts');
  return actorStart({ store, run, env, pins, script });
}
