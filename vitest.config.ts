import { defineConfig } from 'vitest/config';
import { longTests } from './vitest.long.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/agents/**', 'test/crash/**', ...longTests],
    testTimeout: 60_000,
    // Two cores: real processes already fill them.
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      include: ['src/core/**'],
      // Changes to recorded worlds: tested, but 89 to 97 % of their branches only.
      exclude: ['src/core/certify/change/**'],
      thresholds: { lines: 100, branches: 100, functions: 100, statements: 100 },
      reporter: ['text-summary', 'text'],
    },
  },
});
