import { expect, test } from 'vitest';
import { parseWorkflow } from '../../../src/core/workflow/parse-workflow.ts';
import { placesOf, wordsOf } from './read.ts';

const plain = 'name: n\nsteps:\n- id: a\n  prompt: hi\n';
const mebibyte = 1024 * 1024;

test.each([
  ['of letters', 'x', 1],
  ['of letters of two bytes', 'é', 2],
  ['of letters of three bytes', '漢', 3],
  ['of signs of four bytes', '𝒳', 4],
])('a text of 1 MiB %s is read, one byte more is not', (_what, letter, bytes) => {
  const heading = `${plain}#`;
  const room = mebibyte - heading.length;
  const full = heading + letter.repeat(Math.floor(room / bytes)) + 'x'.repeat(room % bytes);
  expect(placesOf(full)).toEqual([]);
  expect(placesOf(`${full}x`)).toEqual(['1:1 too-large']);
});

test.each([
  ['brackets', '['],
  ['braces', '{'],
  ['entries', '- '],
  ['keys', '? '],
  ['brackets and braces', '[{'],
])('ten thousand nested %s are refused without a crash', (_what, open) => {
  const text = `name: deep\nsteps: ${open.startsWith('[') || open.startsWith('{') ? '' : '\n  '}${open.repeat(10_000)}`;
  expect(placesOf(text)).toEqual([expect.stringMatching(/^[23]:\d+ too-deep$/)]);
  expect(wordsOf(text, 'workflow/too-deep')).toContain('nest more than 100 levels deep');
});

/** Each is a text of some 100 000 characters that a reader with a quadratic step would take minutes for. */
const large: readonly (readonly [what: string, text: string])[] = [
  ['keys', Array.from({ length: 10_000 }, (_, index) => `key${index}: 1`).join('\n')],
  ['steps', `name: n\nsteps:\n${Array.from({ length: 4000 }, (_, index) => `- {id: s${index}, command: ":"}`).join('\n')}`],
  ['steps with the same id', `name: n\nsteps:\n${'- {id: a, prompt: x}\n'.repeat(5000)}`],
  ['branches to nowhere', `name: n\nsteps:\n- {id: a, prompt: x, branch: [${'{when: w, goto: z},'.repeat(5000)}]}`],
  [
    'steps with branches to nowhere',
    `name: n\nsteps:\n${Array.from({ length: 3000 }, (_, index) => `- {id: st${index}, prompt: x, branch: [{when: w, goto: s}]}`).join('\n')}`,
  ],
  ['unknown names', `name: n\nsteps:\n- {id: a, prompt: "${Array.from({ length: 20_000 }, (_, index) => `{{n${index}}}`).join('')}"}`],
  [
    'unknown names behind escapes',
    `name: n\nsteps:\n- {id: a, prompt: "${Array.from({ length: 15_000 }, (_, index) => `\\x7b{n${index}}}`).join('')}"}`,
  ],
  ['children', `name: n\nsteps:\n- {id: a, parallel: [${Array.from({ length: 20_000 }, (_, index) => `c${index}`).join()}]}`],
  [
    'patterns',
    `name: n\nsteps:\n${Array.from({ length: 2000 }, (_, index) => `- {id: s${index}, prompt: x, require: {last_line_regex: "(ab?c?d?){1,1000}"}}`).join('\n')}`,
  ],
  [
    'checks and branches',
    `name: n\nsteps:\n- {id: a, prompt: x, require: {contains: [${'c,'.repeat(30_000)}]}, branch: [${'{when: w, goto: a},'.repeat(6000)}]}`,
  ],
  [
    'references',
    `name: n\nsteps:\n- {id: a, prompt: x, output: {schema: {$defs: {d: {}}, allOf: [${'{$ref: "#/$defs/d"},'.repeat(20_000)}]}}}`,
  ],
  ['references to nowhere', `name: n\nsteps:\n- {id: a, prompt: x, output: {schema: {allOf: [${'{$ref: "#/$defs/d"},'.repeat(20_000)}]}}}`],
  [
    'keywords of no schema',
    `name: n\nsteps:\n- {id: a, prompt: x, output: {schema: {${Array.from({ length: 15_000 }, (_, index) => `typ${index}: 1`).join()}}}}`,
  ],
  [
    'items of no step',
    `name: n\nsteps:\n${Array.from({ length: 3000 }, (_, index) => `- {id: st${index}, prompt: x, foreach: {items: s}}`).join('\n')}`,
  ],
  [
    'variables and secrets',
    `name: n\nsteps:\n- {id: a, prompt: x, env: {${Array.from({ length: 8000 }, (_, index) => `v-${index}: ""`).join()}}, secrets: [${'S,'.repeat(8000)}]}`,
  ],
  ['aliases', `name: &n n\nsteps:\n- {id: a, prompt: x, principles: [${'*n,'.repeat(60_000)}]}`],
  ['blanks in a word for the end of a loop', `name: n\nsteps:\n- {id: a, prompt: x, loop: {until: "exit${' '.repeat(200_000)}x"}}`],
  ['closing brackets', ']'.repeat(100_000)],
  ['quotes', '"'.repeat(100_000)],
  ['documents', '---\n'.repeat(50_000)],
  ['anchors', '&a '.repeat(60_000)],
  ['control characters', '\x07'.repeat(100_000)],
  ['lines with a tab', '\t- a\n'.repeat(20_000)],
  ['unclosed braces in shell text', `name: n\nsteps:\n- {id: a, command: "${'{{ '.repeat(60_000)}"}`],
];

test.each(large)('a text of very many %s is read in a moment', (_what, text) => {
  const startedMs = performance.now();
  const { workflow, diagnostics } = parseWorkflow(text);
  // On an idle machine the slowest takes 1.5 s; quadratic ones took minutes.
  expect(performance.now() - startedMs).toBeLessThan(15_000);
  expect(diagnostics.length).toBeLessThan(1002);
  expect(workflow === null).toBe(diagnostics.some(({ severity }) => severity === 'error'));
});
