import type { NewOccurrence } from '../core/tasks/occurrence.ts';
import type { Task } from '../core/tasks/task.ts';

/** A task that is triggered by events, for contracts. */
export const sampleTask = (name: string, change: Partial<Task> = {}): Task => ({
  id: `id-${name}`,
  name,
  description: `what ${name} does`,
  when: { kind: 'event', event: 'happened' },
  enabled: true,
  entrypoint: null,
  delivery: 'live',
  limits: { maxRuntimeMs: 60_000, budgetNanoUsd: 1_000_000_000, overlap: 'queue', catchUp: 'latest' },
  agent: { model: null, script: null, weakSandbox: false },
  createdAtMs: 1000,
  decidedUntilMs: 1000,
  ended: null,
  revision: 1,
  ...change,
});

/** One that waits, with a payload that is not of plain letters. */
export const sampleOccurrence = (key: string): NewOccurrence => ({
  key,
  cause: { kind: 'event', event: key, payload: { text: 'Grüße\u2028', list: [1, null, true] } },
  state: 'waiting',
  note: null,
});
