import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../../src/adapters/store/sqlite/library.ts';
import type { DatabaseOptions } from '../../src/adapters/store/sqlite/open-database.ts';
import { libraryContract } from '../../src/testing/library-contract.ts';
import { memoryLibrary } from '../../src/testing/memory-library.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { scratchFolder } from '../scratch.ts';

const opened = async (folder: string, options: Partial<DatabaseOptions>) => {
  const library = okValue(await openLibrary(folder, options));
  onTestFinished(() => library.close());
  return library;
};

describe('memory', () => libraryContract({ test, expect }, async () => ({ library: memoryLibrary() })));

describe.each([
  ['SQLite on a local disk', {}],
  ['SQLite on a network file system', { fileSystemType: 0x6969 }],
])('%s', (_, options) => {
  libraryContract({ test, expect }, async () => {
    const folder = join(scratchFolder(), '.pawl');
    return { library: await opened(folder, options), again: () => opened(folder, options) };
  });
});
