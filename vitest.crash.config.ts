import { defineConfig } from 'vitest/config';

/** The third test command: processes that are killed at random moments, many times over. */
export default defineConfig({
  test: { include: ['test/crash/**/*.test.ts'], testTimeout: 300_000, maxWorkers: 1 },
});
