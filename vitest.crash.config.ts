import { defineConfig } from 'vitest/config';
import { longTests } from './vitest.long.ts';

/** The second test command: processes that are killed at random moments, many times over, and what takes long. */
export default defineConfig({
  test: { include: ['test/crash/**/*.test.ts', ...longTests], testTimeout: 300_000, maxWorkers: 2 },
});
