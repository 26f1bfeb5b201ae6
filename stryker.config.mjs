/**
 * `npm run mutation`: changes core one decision at a time and sees whether a test notices. All of core takes long; a part of it
 * by `npm run mutation -- --mutate 'src/core/model/money.ts'`.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts' },
  mutate: ['src/core/**/*.ts'],
  ignorePatterns: ['dist', 'coverage', 'reports', 'bench', 'workflows'],
  // Texts for people are not decisions; that they are there and right is seen in the tests of diagnostics and views.
  mutator: { excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  incremental: true,
  incrementalFile: 'reports/mutation/incremental.json',
  reporters: ['clear-text', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: 'reports/mutation/index.html' },
  thresholds: { high: 95, low: 90, break: 85 },
};
