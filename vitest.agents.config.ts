import { defineConfig } from 'vitest/config';

/** The second test command: real agent programs, installed into a folder of their own, against a local server. */
export default defineConfig({
  test: { include: ['test/agents/**/*.test.ts'], testTimeout: 180_000, hookTimeout: 600_000, maxWorkers: 2 },
});
