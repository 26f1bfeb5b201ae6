import { expect, test } from 'vitest';
import { stateOf } from '../../../src/core/engine/state-of.ts';
import type { RunEvent } from '../../../src/core/events/run-event.ts';
import { stored } from '../views/written-run.ts';
import { play } from './played-run.ts';
import { command, workflowOf } from './workflow-parts.ts';

test('where a run stands is told from its journal; the journal of an act is none of a workflow', () => {
  const run = play(workflowOf([command('a')]), { steering: { 1: [{ type: 'said', text: 'x', by: 'ann', message: 1 }] } });
  expect(stateOf(stored(run.events))).toEqual(run.state);
  const phase: RunEvent = { type: 'phase.entered', phase: 'doing', label: 'Working' };
  expect(() => stateOf(stored([phase]))).toThrow('run r234 is no run of a workflow: it has an event phase.entered');
});
