import { expect, test } from 'vitest';
import { placesOf, wordsOf, workflowOf } from './read.ts';

const heading = 'name: n\nsteps:\n';

test('an alias stands for a text, a list, a map and a key', () => {
  const text = `name: &n shared
description: *n
principles: &p [one, *n]
steps:
- {id: a, prompt: *n, principles: *p, loop: &l {max: 3}}
- {id: &id b, prompt: x, loop: *l, require: {contains: [*n, *id]}}
- {id: c, prompt: x, branch: [{when: w, goto: *id}]}
`;
  expect(placesOf(text)).toEqual([]);
  const { description, steps } = workflowOf(text);
  expect(description).toBe('shared');
  expect(steps[0]).toMatchObject({ prompt: 'shared', principles: ['one', 'shared'], loop: { max: 3 } });
  expect(steps[1]).toMatchObject({ loop: { max: 3 }, require: { contains: ['shared', 'b'] } });
  expect(steps[2]?.branch).toEqual([{ when: 'w', goto: 'b' }]);
});

test('an alias may be a whole step, and a key', () => {
  expect(workflowOf(`${heading}- {id: &i id, prompt: x}\n- {*i : b, prompt: y}\n`).steps.map(({ id }) => id)).toEqual(['id', 'b']);
  expect(placesOf(`${heading}- &s {id: a, prompt: x}\n- *s\n`)).toEqual(['3:11 duplicate-id']);
});

test('the last anchor of a name before it counts', () => {
  const text = `name: &x one\ndescription: &x two\nsteps: [{id: a, prompt: *x}]\n`;
  expect(workflowOf(text).steps[0]).toMatchObject({ prompt: 'two' });
});

test('a merge gives what the map has not, the first map of a list winning', () => {
  const text = `${heading}
- &one {id: a, prompt: one, model: fast}
- &two {<<: *one, id: b, model: smart}
- {<<: [{id: c}, *two, {prompt: never}], principles: [p]}
- {id: d, prompt: ~, command: "true", <<: *two}
- {id: e, prompt: x, <<: *one, "<<": *two}
`;
  expect(placesOf(text)).toEqual(['8:32 duplicate-key']);
  const { steps } = workflowOf(text.replace(/- \{id: e.*\n/, ''));
  expect(steps).toMatchObject([
    { id: 'a', prompt: 'one', model: 'fast' },
    { id: 'b', prompt: 'one', model: 'smart' },
    { id: 'c', prompt: 'one', model: 'smart', principles: ['p'] },
    { id: 'd', kind: 'command' },
  ]);
});

test('a quoted << is a key like any other', () => {
  expect(placesOf(`${heading}- {id: a, prompt: x, "<<": {id: b}}\n`)).toEqual(['3:22 unknown-key']);
});

test.each([
  ['a text', '<<: x'],
  ['a list with a text in it', '<<: [{}, x]'],
  ['nothing', '<<: '],
])('merging %s is an error', (_what, merge) => {
  const text = `${heading}- {id: a, prompt: x, ${merge}}\n`;
  expect(placesOf(text)).toEqual(['3:22 wrong-type']);
  expect(wordsOf(text, 'workflow/wrong-type')).toContain('"<<" takes a map, or a list of maps');
});

test('what is wrong with a shared map is told once, what is wrong with the sharing where it is shared', () => {
  const text = `${heading}- &a {id: a, promt: x}\n- {<<: *a, id: b}\n- {<<: *a, id: c}\n`;
  expect(placesOf(text)).toEqual(['3:14 unknown-key']);
  const ids = `${heading}- &a {id: a, prompt: x}\n- {<<: *a, prompt: y}\n- {<<: *a, prompt: z}\n`;
  expect(placesOf(ids)).toEqual(['4:4 duplicate-id', '5:4 duplicate-id']);
  const wrong = `${heading}- {id: a, prompt: x, loop: &l {max: 1}, principles: *l}\n`;
  expect(placesOf(wrong)).toEqual(['3:53 wrong-type']);
});

test.each([
  ['where a text belongs', '- {id: a, prompt: *x}', ['3:19 unknown-alias']],
  ['where a list belongs', '- {id: a, parallel: *x}', ['3:21 unknown-alias']],
  ['in a list of texts', '- {id: a, prompt: x, principles: [*x]}', ['3:35 unknown-alias']],
  ['as a step', '- {id: a, prompt: x}\n- *x', ['4:3 unknown-alias']],
  ['as a key', '- {id: a, prompt: x, *x : 1}', ['3:22 unknown-alias']],
  ['in a merge', '- {id: a, prompt: x, <<: *x}', ['3:26 unknown-alias']],
])('an alias that names nothing is one error, %s', (_where, step, places) => {
  expect(placesOf(`${heading}${step}\n`)).toEqual(places);
});

test('an alias of an anchor that comes later names nothing', () => {
  expect(placesOf(`name: *x\ndescription: &x d\nsteps: [{id: a, prompt: x}]\n`)).toEqual(['1:7 unknown-alias']);
});

test('aliases that blow a file up are refused at once', () => {
  const lists = Array.from({ length: 9 }, (_, level) => `l${level}: &l${level} [${Array(9).fill(level === 0 ? 'x' : `*l${level - 1}`)}]`);
  const startedMs = performance.now();
  expect(placesOf(`name: bomb\n${lists.join('\n')}\n`)).toEqual(['8:18 alias-bomb']);
  expect(performance.now() - startedMs).toBeLessThan(2000);
});

test('an alias inside its own anchor is refused', () => {
  expect(placesOf('name: n\nsteps: &s [*s]\n')).toEqual(['2:12 alias-bomb']);
});

test('a long chain of merges is refused before it fills the stack', () => {
  const chain = Array.from({ length: 5000 }, (_, index) => `- &m${index} {<<: ${index === 0 ? '{}' : `*m${index - 1}`}}`);
  const text = `${heading}${chain.join('\n')}\n`;
  expect(placesOf(text)).toEqual([expect.stringMatching(/alias-bomb$/)]);
  expect(wordsOf(text, 'workflow/alias-bomb')).toContain('more than 100 levels deep');
});
