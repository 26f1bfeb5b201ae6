import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { openStore } from '../../src/adapters/store/sqlite/open-store.ts';
import type { StoredEvent } from '../../src/core/events/envelope.ts';
import type { Handle } from '../../src/ports/handle.ts';
import type { Store } from '../../src/ports/store.ts';
import type { HandleScene } from '../../src/testing/handle-contract.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { pawl } from '../cli/pawl.ts';

/** A command that says that it runs, and ends when it is let go. */
export const untilLetGo = 'touch ../begun; until [ -e ../go ]; do sleep 0.02; done';

/** Resolves once that command runs. */
export const isUnderWay = (repo: string): Promise<unknown> => vi.waitUntil(() => existsSync(join(dirname(repo), 'begun')), 30_000);

interface Parts {
  readonly repo: string;
  readonly handle: Handle<unknown>;
  /** The run that does the work, by the id of the outermost. */
  readonly worker: (run: string) => string;
  readonly told: (events: readonly StoredEvent[]) => readonly string[];
}

/** What the contract needs of something that goes on in this repository. */
export function sceneOf({ repo, handle, worker, told }: Parts): HandleScene {
  onTestFinished(async () => {
    await handle.stop('the test is over');
  });
  const inStore = async <T>(use: (store: Store) => Promise<T>): Promise<T> => {
    const store = okValue(await openStore(join(repo, '.pawl'), {}));
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  };
  const journal = () => inStore(async (store) => okValue(await store.journal.read(worker(await handle.run))));
  return {
    handle,
    journal,
    told: async () => told(await journal()),
    letGo: () => writeFileSync(join(dirname(repo), 'go'), ''),
    send: (message) =>
      inStore(async (store) => {
        okValue(await store.inbox.send(await handle.run, message));
      }),
    pawl: (...argv) => pawl(repo, argv),
  };
}
