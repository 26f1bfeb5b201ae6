import { defineConfig } from 'vitest/config';

/**
 * The tests that stryker runs: those that decide about core by itself. Tests that start processes would be run for each of
 * thousands of mutants, and tests of the checks and the bin need files that stryker's copy of the project leaves out.
 */
export default defineConfig({ test: { include: ['test/core/**/*.test.ts'] } });
