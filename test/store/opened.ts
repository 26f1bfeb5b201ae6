import { onTestFinished } from 'vitest';
import { type OpenOptions, openStore } from '../../src/adapters/store/sqlite/open-store.ts';
import type { Store } from '../../src/ports/store.ts';
import { okValue } from '../../src/testing/ok-value.ts';

/** Opens a store that must open; it is closed when the test has finished. */
export async function opened(folder: string, options: OpenOptions = {}): Promise<Store> {
  const store = okValue(await openStore(folder, options));
  onTestFinished(() => store.close());
  return store;
}
