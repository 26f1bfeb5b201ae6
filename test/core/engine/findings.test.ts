import { expect, test } from 'vitest';
import { findingsOf, lastNumber, looksAtOutput, noFindings } from '../../../src/core/engine/findings.ts';
import { command, jump, loop, prompt, requiring } from './workflow-parts.ts';

const jumps = [jump('RED', 'a'), jump('exit code: 0', 'b'), jump('red', 'c')];

test.each([
  ['nothing where nothing looks', command('a'), 'x', 'x', noFindings],
  [
    'the first branch whose word stands in the output',
    command('a', { branch: jumps }),
    'x',
    'x\nexit code: 0',
    { ...noFindings, branch: 1 },
  ],
  ['an earlier one first', command('a', { branch: jumps }), 'red', 'red\nexit code: 0', { ...noFindings, branch: 0 }],
  ['no branch', command('a', { branch: jumps }), 'reddish', 'reddish\nexit code: 1', noFindings],
  [
    'what `require` lacks in the raw text',
    command('a', { require: requiring({ contains: ['exit'] }) }),
    'x',
    'x\nexit code: 0',
    { ...noFindings, unmet: 'require.contains: "exit" is missing; attempted output: x' },
  ],
  ['nothing that `require` lacks', prompt('a', { require: requiring({ nonEmpty: true }) }), 'x', 'x', noFindings],
  ['the word that ends a loop', loop('a', { until: 'DONE' }), 'done', 'done', { ...noFindings, until: true }],
  ['not the word in another', loop('a', { until: 'DONE' }), 'undone', 'undone', noFindings],
  ['no word for a loop without one', loop('a', {}), 'done', 'done', noFindings],
  ['no word for a step that is no loop', prompt('a'), 'done', 'done', noFindings],
])('found in an output: %s', (_, step, raw, output, findings) => {
  expect(findingsOf(step, raw, output)).toEqual(findings);
});

test.each([
  ['a plain command', command('a'), false],
  ['a plain prompt', prompt('a'), false],
  ['a step with `require`', command('a', { require: requiring({ nonEmpty: true }) }), true],
  ['a step with a branch', command('a', { branch: jumps }), true],
  ['a loop', loop('a', {}), true],
])('%s looks at its output: %j', (_, step, looks) => {
  expect(looksAtOutput(step)).toBe(looks);
});

test.each<[string, number | null]>([
  ['7 faults', 7],
  ['3 of 12', 12],
  ['-0.5', -0.5],
  ['+2', 2],
  ['.25', 0.25],
  ['1e3', 1000],
  ['12.', 12],
  ['1,000', 1000],
  ['12,345,678.5 bytes', 12345678.5],
  ['1,2', 1],
  ['v1.2.3', null],
  ['build7 x7', null],
  ['1e999', null],
  ['-1e999', null],
  ['NaN', null],
  ['nothing', null],
  ['', null],
])('the last number in %j is %j', (text, number) => {
  expect(lastNumber(text)).toBe(number);
});
