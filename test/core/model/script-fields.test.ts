import { expect, test } from 'vitest';
import { fieldsOf, itemsOf, numberOf, oneOf, pairsOf, readScriptText, stringOf } from '../../../src/core/model/script-fields.ts';

const read = (text: string) =>
  readScriptText(text, (root) => {
    const fields = fieldsOf(root, 'the thing', ['list', 'map', 'text', 'number', 'word']);
    return {
      list: fields.has('list') ? itemsOf(fields.get('list'), 'a list').length : null,
      map: fields.has('map') ? [...pairsOf(fields.get('map'), '`map`').keys()] : null,
      text: fields.has('text') ? stringOf(fields.get('text'), 'text') : null,
      number: fields.has('number') ? numberOf(fields.get('number'), 'number') : null,
      word: fields.has('word') ? oneOf(fields.get('word'), 'word', ['yes', 'no']) : null,
    };
  });

test('what is of its form is read, scalars by their source where a text belongs', () => {
  expect(read('list: [1, 2]\nmap: { 007: a, [x]: b }\ntext: 0x10\nnumber: 1.5\nword: no')).toEqual({
    ok: true,
    value: { list: 2, map: ['007', '["x"]'], text: '0x10', number: 1.5, word: 'no' },
  });
});

test.each<[string, string]>([
  ['a: [', 'line 1: '],
  ['', 'line 1: the thing is a map of keys and values'],
  ['text: a\nother:', 'line 2: the thing has no "other"; it may have list, map, text, number, word'],
  ['text: a\nother: x', 'line 2: the thing has no "other"'],
  ['{ other }', 'line 1: the thing has no "other"'],
  ['list: 1', 'line 1: a list belongs here'],
  ['map: 1', 'line 1: `map` is a map of keys and values'],
  ['text: null', 'line 1: "text" is a text'],
  ['text: []', 'line 1: "text" is a text'],
  ['number: -1', 'line 1: "number" is a number that is not negative'],
  ['number: .inf', 'line 1: "number" is a number that is not negative'],
  ['number: []', 'line 1: "number" is a number that is not negative'],
  ['word: maybe', 'line 1: `word` is one of yes, no'],
])('%j is refused by its line', (text, sentence) => {
  const result = read(text);
  expect(result.ok ? null : result.failure).toContain(sentence);
});

test('a value without a source is written as it is', () => {
  const result = readScriptText('- true\n- 5', (root) =>
    itemsOf(root, 'a list').map((item) => {
      delete (item as { source?: string }).source;
      return stringOf(item, 'x');
    }),
  );
  expect(result).toEqual({ ok: true, value: ['true', '5'] });
});

test('what is wrong with the reader itself is no mistake of the author', () => {
  expect(() =>
    readScriptText('a: 1', () => {
      throw new Error('a bug');
    }),
  ).toThrow('a bug');
});
