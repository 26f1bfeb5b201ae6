import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diagnosticText } from '../../../src/core/workflow/diagnoses/diagnostic-text.ts';
import { parseWorkflow } from '../../../src/core/workflow/parse-workflow.ts';
import { samples } from './samples.ts';

/** What holds for any text at all. */
function holds(text: string): void {
  const { workflow, diagnostics } = parseWorkflow(text);
  expect(workflow === null).toBe(diagnostics.some(({ severity }) => severity === 'error'));
  const lines = text.replace(/^\ufeff/, '').split('\n');
  let last = [0, 0];
  for (const diagnostic of diagnostics) {
    const { line, column, length, message, hint = 'x' } = diagnostic;
    expect([line, column].join().localeCompare(last.join(), 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
    last = [line, column];
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(column).toBeLessThanOrEqual((lines[line - 1] as string).length + 1);
    expect(length).toBeGreaterThan(0);
    expect(`${message}${hint}`).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    expect(message.length).toBeGreaterThan(5);
    expect(diagnosticText(text, 'w.yml', diagnostic).split('\n')).toHaveLength(3);
  }
}

const marks = [
  '[',
  ']',
  '{',
  '}',
  '- ',
  '? ',
  ': ',
  ', ',
  '&a ',
  '*a ',
  '!a ',
  '!!int ',
  '"',
  "'",
  '|\n',
  '>-\n',
  '\n',
  '\n  ',
  '\t',
  ' #',
  '%',
  '@',
  '`',
  '<<: *a',
  '---\n',
  '...\n',
  '\r\n',
  '\r',
  '\\',
  '{{',
  '}}',
  '\ufeff',
  '\u2028',
  '\ud800',
  '𝒳',
  '~',
  'null',
  '0x1F',
  'yes',
];
const words = [
  'name: n\n',
  'steps:\n',
  '- id: a\n',
  '  prompt: x\n',
  '  command: "{{a}}"\n',
  '  parallel: [a, b]\n',
  '  loop: {max: 0, until: exit 0, gate: x}\n',
  '  branch: [{when: w, goto: a}]\n',
  '  require: {contains: [""]}\n',
  '  enforce: soft\n',
  '  approve: x\n',
  '  timeout: 5\n',
  '  retry: {max: 0, backoff: 1s}\n',
  '  foreach: {items: a, max_parallel: 2}\n',
  '  output: {schema: {type: x, $ref: "#", items: {pattern: "("}}}\n',
  '  env: {A-B: [x], PAWL_A: "{{a}}"}\n',
  '  secrets: [A, A]\n',
  '  loop: {gate: {measure: lower, tolerance: -1}}\n',
];
const bits = fc.array(fc.constantFrom(...marks, ...words), { maxLength: 40 }).map((parts) => parts.join(''));

test('no text makes the reader throw, and each gives a workflow or an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'grapheme-ascii', maxLength: 200 })), holds),
    { numRuns: 500 },
  );
});

test('no heap of bits of workflows makes it throw', () => {
  fc.assert(fc.property(bits, holds), { numRuns: 1500 });
});

const damage = fc.record({ at: fc.nat(1500), cut: fc.nat(30), put: fc.oneof(fc.constant(''), fc.constantFrom(...marks), bits) });

test('no damage to a real workflow makes it throw', () => {
  const damaged = fc.tuple(fc.constantFrom(...Object.values(samples)), fc.array(damage, { minLength: 1, maxLength: 4 }));
  fc.assert(
    fc.property(damaged, ([sample, damages]) => {
      holds(damages.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), sample));
    }),
    { numRuns: 1500 },
  );
});
