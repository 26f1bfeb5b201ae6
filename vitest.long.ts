/** The test files that take longest: they run with the second test command, so that the first stays under five minutes. */
export const longTests = [
  'test/workspace/hard-repositories.test.ts',
  'test/workspace/trees-merge.test.ts',
  'test/cli/damaged-state.test.ts',
  'test/workspace/trees-ignore-rules.test.ts',
  'test/workspace/special-files.test.ts',
  'test/sandbox/memory.test.ts',
  'test/sandbox/reach.test.ts',
  'test/sandbox/endless.test.ts',
  'test/sandbox/hard-cells.test.ts',
  'test/sandbox/replay.property.test.ts',
  'test/effects/killed-between.test.ts',
];
