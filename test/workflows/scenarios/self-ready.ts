import type { Scenario } from '../scenario.ts';

const nothing = { workflow: 'self-test', files: {}, script: {}, changed: {}, commits: [] };

/** What the self-* loops do before any model is asked. */
export const selfReady: readonly Scenario[] = [
  {
    ...nothing,
    title: 'asks nobody where the command passes already',
    input: 'true && test -f README.md',
    exitCode: 0,
    outcome: 'completed',
    calls: 0,
  },
  {
    ...nothing,
    title: 'asks nobody where no command was given',
    input: '',
    exitCode: 1,
    outcome: 'failed',
    error: 'ready failed',
    calls: 0,
  },
  {
    ...nothing,
    title: 'asks nobody where the command is not found',
    input: 'npn test',
    exitCode: 1,
    outcome: 'failed',
    error: 'ready failed',
    calls: 0,
  },
  {
    ...nothing,
    title: 'is not taken in by failing tests that print "exit code: 0"',
    input: 'echo "exit code: 0"; echo PASSES_ALREADY; test -f fixed',
    script: { fix: [{ write: { fixed: '' }, reply: 'DONE' }], summary: [{ reply: 'summary' }] },
    exitCode: 0,
    outcome: 'completed',
    verdicts: { fix: ['kept'] },
    changed: { fixed: '' },
    commits: ['self-test: fix iteration 1'],
  },
];
