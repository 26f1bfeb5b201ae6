import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Procedure, procedureOf } from '../../src/core/engine/procedure.ts';
import { sortOfEvent } from '../../src/core/events/event.ts';
import type { WorkflowRunEvent } from '../../src/core/events/run-event.ts';
import { steeringEventTypes } from '../../src/core/events/steering-event.ts';
import { parseWorkflow } from '../../src/core/workflow/parse-workflow.ts';
import { replayed } from '../core/engine/replayed.ts';

const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.jsonl'));

const historyOf = (name: string): WorkflowRunEvent[] =>
  readFileSync(join(import.meta.dirname, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test.each(names)('the engine still decides in %s what it decided when that was recorded', (name) => {
  const events = historyOf(name);
  expect(replayed(events, workflowsIn(events)).differences).toEqual([]);
});

test('every kind of event is in a history', () => {
  const seen = new Set(names.flatMap(historyOf).map(({ type }) => type));
  expect([...seen].sort()).toEqual([...Object.keys(sortOfEvent), ...Object.keys(steeringEventTypes)].sort());
});

test('a history tells nothing of the machine on which it was made', () => {
  for (const name of names) expect(readFileSync(join(import.meta.dirname, name), 'utf8')).not.toMatch(/\/(tmp|root|var|work|Users)\//);
});

/** The workflow that a run went by once so many events had happened: what it began with, or what a person accepted since. */
function workflowsIn(events: readonly WorkflowRunEvent[]): (count: number) => Procedure {
  const known = events.map((event): Procedure | null => {
    const text = event.type === 'run.started' || event.type === 'resumed' ? event.workflow : null;
    if (text === null) return null;
    if (!('text' in text.source)) throw new Error(`${text.name} is no inline text`);
    const { workflow, diagnostics } = parseWorkflow(text.source.text);
    if (workflow === null) throw new Error(`${text.name} is no workflow any more: ${diagnostics.map(({ message }) => message).join('; ')}`);
    return procedureOf(workflow);
  });
  return (count) => {
    const held = known.slice(0, count).findLast((each) => each !== null);
    if (held === null || held === undefined) throw new Error('a history begins with run.started');
    return held;
  };
}
