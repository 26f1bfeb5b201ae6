import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openMemoryStore } from '../../src/adapters/store/memory/open-store.ts';
import type { OpenOptions } from '../../src/adapters/store/sqlite/open-store.ts';
import type { Store } from '../../src/ports/store.ts';
import { blobsContract } from '../../src/testing/blobs-contract.ts';
import { claimsContract } from '../../src/testing/claims-contract.ts';
import { inboxContract } from '../../src/testing/inbox-contract.ts';
import { journalContract } from '../../src/testing/journal-contract.ts';
import { ownershipContract } from '../../src/testing/ownership-contract.ts';
import { runListContract } from '../../src/testing/run-list-contract.ts';
import { scratchFolder } from '../scratch.ts';
import { opened } from './opened.ts';

interface Opener {
  open(folder: string): Promise<Store>;
  readonly lasts: boolean;
}

const sqlite = (options: OpenOptions): Opener => ({ open: (folder) => opened(join(folder, '.pawl'), options), lasts: true });
const memoryStores = new Map<string, Store>();

const openers: Readonly<Record<string, Opener>> = {
  'SQLite on a local disk': sqlite({}),
  'SQLite on a network file system': sqlite({ fileSystemType: 0x6969 }),
  memory: {
    lasts: false,
    async open(folder) {
      const store = memoryStores.get(folder) ?? openMemoryStore();
      memoryStores.set(folder, store);
      onTestFinished(() => void memoryStores.delete(folder));
      return store;
    },
  },
};

for (const [name, { open, lasts }] of Object.entries(openers)) {
  describe(name, () => {
    const kit = { test, expect };
    const journal = async () => {
      const folder = scratchFolder();
      const store = await open(folder);
      const reopen = async () => {
        await store.close();
        return (await open(folder)).journal;
      };
      return { journal: store.journal, ...(lasts && { reopen }) };
    };
    journalContract(kit, journal);
    runListContract(kit, journal);
    inboxContract(kit, () => open(scratchFolder()));
    blobsContract(kit, async () => ({ blobs: (await open(scratchFolder())).blobs, folder: scratchFolder() }));
    ownershipContract(kit, async () => {
      const folder = scratchFolder();
      return { mine: (await open(folder)).ownership, theirs: (await open(folder)).ownership };
    });
    describe('reviews', () =>
      claimsContract(kit, async () => {
        const folder = scratchFolder();
        return { mine: await open(folder), theirs: await open(folder) };
      }));
  });
}
