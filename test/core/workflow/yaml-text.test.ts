import { expect, test } from 'vitest';
import { parseWorkflow } from '../../../src/core/workflow/parse-workflow.ts';
import { placesOf, wordsOf, workflowOf } from './read.ts';

const plain = 'name: n\nsteps:\n- id: a\n  prompt: hi\n';

test.each([
  ['a byte order mark', `\ufeff${plain}`],
  ['CRLF line ends', plain.replaceAll('\n', '\r\n')],
  ['a leading ---', `---\n${plain}`],
  ['a trailing ...', `${plain}...\n`],
  ['a YAML 1.1 directive', `%YAML 1.1\n---\n${plain}`],
  ['a directive that nobody knows', `%FOO bar\n---\n${plain}`],
])('%s changes nothing', (_what, text) => {
  expect(parseWorkflow(text)).toEqual(parseWorkflow(plain));
  expect(workflowOf(text).steps).toHaveLength(1);
});

test('a byte order mark is no column', () => {
  expect(placesOf('\ufeffnam: n\nsteps: [{id: a, prompt: x}]')).toEqual(['1:1 unknown-key']);
});

test('a block text with CRLF line ends reads as with plain ones', () => {
  const text = 'name: n\r\nsteps:\r\n- id: a\r\n  prompt: |\r\n    one\r\n    two\r\n';
  expect(workflowOf(text).steps[0]).toMatchObject({ prompt: 'one\ntwo\n' });
});

test.each([
  ['nothing', '', ['1:1 empty']],
  ['a byte order mark alone', '\ufeff', ['1:1 empty']],
  ['blank lines', '\n\n', ['1:1 empty']],
  ['comments', '# one\n\n# two\n', ['1:1 empty']],
  ['a null', '~\n', ['1:1 empty']],
  ['a --- and nothing', '---\n', ['1:1 empty']],
  ['a ... and nothing', '...\n', ['1:1 empty']],
  ['a directive and nothing', '%YAML 1.2\n', ['1:1 empty']],
  ['a list', '- id: a\n', ['1:1 wrong-type']],
  ['a text', 'hello\n', ['1:1 wrong-type']],
  ['a number after comments', '# n\n7\n', ['2:1 wrong-type']],
  ['an alias', '*a\n', ['1:1 unknown-alias', '1:1 wrong-type']],
])('%s is no workflow', (_what, text, places) => {
  expect(placesOf(text)).toEqual(places);
});

test.each([
  ['a tab as indentation', 'name: n\nsteps:\n\t- id: a\n', ['3:1 syntax'], 'a tab can not indent in YAML | use blanks'],
  ['a colon in a text', 'name: n\ndescription: do: this\n', ['2:14 syntax'], 'a second key on one line'],
  ['a text that begins with @', 'name: @n\n', ['1:7 syntax'], 'must be quoted'],
  [
    'a text that begins with braces',
    'name: n\nsteps:\n- prompt: {{input}} and more\n',
    ['3:21 syntax'],
    'a text that begins with {{ must be quoted',
  ],
  [
    'a list entry that begins with braces',
    'name: n\nprinciples:\n- {{a}} b\n',
    ['3:9 syntax'],
    'a text that begins with {{ must be quoted',
  ],
  [
    'a text that begins with a star',
    'name: n\nsteps:\n- prompt: *.ts files\n',
    ['3:16 syntax'],
    'a text that begins with * must be quoted',
  ],
  ['a bracket that is not closed after an anchor', 'name: &n [n\n', ['2:1 syntax'], 'every bracket is closed'],
  ['a quote that is not closed', 'name: "n\n', ['2:1 syntax'], 'missing closing "quote'],
  ['a bracket that is not closed', 'name: [n\nsteps: 1\n', ['2:1 syntax'], ''],
  ['a line without a colon', 'name: n\nsteps\n', ['2:1 syntax'], ''],
  ['an escape that is none', 'name: "\\q"\n', ['1:8 syntax'], "double the backslash, or use single quotes: '…'"],
  ['a bracket too many', 'name: n\n]\n', ['2:1 syntax'], ''],
])('%s is an error at its line', (_what, text, places, words) => {
  expect(placesOf(text)).toEqual(places);
  expect(wordsOf(text, 'workflow/syntax')).toContain(words);
});

test('every line with a fault is told once, and what the rest may mean is not guessed', () => {
  const text = 'name: n\nsteps:\n\t- id: a\n\t- id: a: b: c\nnope: 1\n';
  expect(placesOf(text)).toEqual(['3:1 syntax', '4:1 syntax']);
});

test('words of the YAML reader hold nothing that is not seen', () => {
  expect(wordsOf(`name: n\n'a' "\u00ad\u202e"\n`, 'workflow/syntax')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test.each([
  ['a NUL', 'name: a\0b\n', ['1:8 control-character'], 'U+0000'],
  ['an escape for the terminal', 'name: n\n# \x1b[31m and \x1b[0m\n# \x7f\n', ['2:3 control-character', '3:3 control-character'], 'U+001B'],
  ['a character that Unicode forbids', 'name: \uffff\n', ['1:7 control-character'], 'U+FFFF'],
])('%s may not stand in the text, told once a line', (_what, text, places, words) => {
  expect(placesOf(text)).toEqual(places);
  expect(wordsOf(text, 'workflow/control-character')).toContain(words);
});

test.each([
  ['after ---', `${plain}---\n${plain}`, ['5:1 second-document']],
  ['after --- on the second line already', `name: n\n--- x\n`, ['1:1 no-steps', '2:1 second-document']],
  ['after ...', `${plain}...\n${plain}`, ['6:1 second-document']],
  ['even an empty one', `${plain}---\n`, ['5:1 second-document']],
  ['however broken', `${plain}---\na: [b: {\n`, ['5:1 second-document']],
  ['a third one is not told apart', `${plain}---\na\n---\nb\n`, ['5:1 second-document']],
  ['after an empty one', `---\n---\n${plain}`, ['1:1 empty', '2:1 second-document']],
])('a second document is an error where it begins: %s', (_what, text, places) => {
  expect(placesOf(text)).toEqual(places);
});

test.each([
  [
    'a step',
    'name: n\nsteps:\n- id: a\n  prompt: x\n  prompt: y\n',
    ['5:3 duplicate-key'],
    'duplicate key "prompt" | the first is on line 4',
  ],
  ['the workflow', 'name: n\nsteps: [{id: a, prompt: x}]\nname: m\n', ['3:1 duplicate-key'], ''],
  ['a loop in braces', 'name: n\nsteps: [{id: a, prompt: x, loop: {max: 1, "max": 2}}]\n', ['2:43 duplicate-key'], ''],
  ['<<', 'name: n\nsteps: [{<<: {id: a}, <<: {id: b}, prompt: x}]\n', ['2:23 duplicate-key'], ''],
])('a key twice in %s is an error at the second place', (_what, text, places, words) => {
  expect(placesOf(text)).toEqual(places);
  expect(wordsOf(text, 'workflow/duplicate-key')).toContain(words);
});

test.each([
  ['on a text', 'prompt: !!js/function "function(){}()"', 'function(){}()'],
  ['on a list', 'prompt: x, principles: !set [a]', 'x'],
])('a tag of another language %s is told and means nothing', (_what, keys, prompt) => {
  const text = `name: n\nsteps: [{id: a, ${keys}}]\n`;
  expect(placesOf(text)).toEqual([expect.stringMatching(/^2:\d+ ignored-tag$/)]);
  expect(workflowOf(text).steps[0]).toMatchObject({ prompt });
});

test('the tags of YAML itself say nothing new', () => {
  expect(placesOf('name: !!str n\nsteps: !!seq [!!map {id: !!str a, prompt: ! x}]\n')).toEqual([]);
});
