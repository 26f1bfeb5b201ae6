import { expect, test } from 'vitest';
import { parseWorkflow } from '../../../src/core/workflow/parse-workflow.ts';
import { placesOf, steps, workflowOf } from './read.ts';
import { a } from './told.ts';

test('all that is wrong with a file is told at once, in the order of the text', () => {
  const text = `budget:
  limit: -1
stepz:
- id: a
steps:
- id: a
  prompt: "{{b}}"
  expect: success
- id: a
  command: "echo {{input}}"
- id: d
  loop: {max: 0}
`;
  expect(placesOf(text)).toEqual([
    '1:1 missing-name',
    '2:10 negative-budget',
    '3:1 unknown-key',
    '7:12 unknown-name',
    '8:3 expect-without-command',
    '9:7 duplicate-id',
    '10:18 braces-in-shell',
    '11:7 no-body',
    '12:15 loop-max',
  ]);
});

test('warnings alone leave a workflow', () => {
  expect(workflowOf(steps('id: a, prompt: "{{zzz}}", loop: {max: 0}')).steps[0]).toMatchObject({ prompt: '{{zzz}}', loop: { max: 1 } });
});

test('of very many mistakes a thousand are told, and an error among them whatever came first', () => {
  const names = Array.from({ length: 3000 }, (_, index) => `{{n${index}}}`).join(' ');
  expect(parseWorkflow(steps(`id: a, prompt: "${names}"`)).diagnostics).toHaveLength(1000);
  const keys = Array.from({ length: 3000 }, (_, index) => `k${index}: 1`).join(', ');
  expect(parseWorkflow(steps(`${a}, ${keys}`)).diagnostics).toHaveLength(1000);
});
