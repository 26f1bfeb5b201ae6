import { expect, test } from 'vitest';
import { promptText, withForm } from '../../../src/core/engine/prompt-text.ts';
import { loop, prompt } from './workflow-parts.ts';

const heading = '\n\n## What the gate printed after the last try\n\n';
const gated = (text: string) => loop('fix', { gate: 'test' }, { prompt: text });

test.each([
  ['values are filled in', prompt('a', { prompt: '{{input}} and {{one}}' }), { input: 'I', one: '1' }, null, 'I and 1'],
  ['an unknown name stays as it is', prompt('a', { prompt: '{{nobody}}' }), {}, null, '{{nobody}}'],
  ['a value is never expanded again', prompt('a', { prompt: '{{input}}' }), { input: '{{one}}', one: '1' }, null, '{{one}}'],
  ['`{{gate}}` is an unknown name outside a gated loop', prompt('a', { prompt: '{{gate}}' }), {}, null, '{{gate}}'],
  ['and in a loop without a gate', loop('a', {}, { prompt: '{{gate}}' }), {}, null, '{{gate}}'],
  ['a step called gate is a name like any other there', prompt('a', { prompt: '{{gate}}' }), { gate: 'G' }, null, 'G'],
  ['`{{gate}}` before any gate has run says so', gated('{{gate}}'), {}, null, '(the gate has not run yet)'],
  ['`{{gate}}` is what the gate printed last', gated('See {{gate}}.'), {}, '2 failing', 'See 2 failing.'],
  ['an empty gate output is one too', gated('See {{gate}}.'), {}, '', 'See .'],
  ['a step called gate wins', gated('See {{gate}}.'), { gate: 'G' }, '2 failing', 'See G.'],
  ['other values are filled in beside it', gated('{{input}}: {{gate}}'), { input: 'I' }, 'x', 'I: x'],
  ['a prompt that does not name it gets it at its end', gated('Fix it.\n\n'), {}, '2 failing', `Fix it.${heading}2 failing\n`],
  ['but not before the gate has run', gated('Fix it.\n'), {}, null, 'Fix it.\n'],
  ['a gate output is never expanded', gated('Fix it.'), { input: 'I' }, '{{input}}', `Fix it.${heading}{{input}}\n`],
  ['dollar signs are text', gated('{{gate}}'), {}, "$& $1 $'", "$& $1 $'"],
])('%s', (_, step, values, gateOutput, text) => {
  expect(promptText(step, new Map(Object.entries(values)), gateOutput)).toBe(text);
});

test('a step that wants JSON says so behind its prompt, and what was wrong where it is asked again', () => {
  const step = prompt('a', { outputSchema: { type: 'object' } });
  const wanted = 'Do it\n\n## The form of your reply\n\nReply with JSON only, that meets this JSON Schema:\n\n{"type":"object"}\n';
  expect(withForm('Do it\n', step, null)).toBe(wanted);
  expect(withForm('Do it', step, 'no JSON')).toBe(`${wanted}\nYour reply before was not accepted: no JSON\nGive the whole JSON again.\n`);
  expect(withForm('Do it', prompt('a'), null)).toBe('Do it');
});
