import { expect, test } from 'vitest';
import { itemsOf } from '../../../src/core/workflow/texts/items.ts';

test.each<[string, string, string[]]>([
  ['lines', 'a\nb\n', ['a', 'b']],
  ['lines with blanks between and around', '\n  a b \n\n\tc\n', ['a b', 'c']],
  ['what a command printed, without how it ended', 'a\nb\nexit code: 0', ['a', 'b']],
  ['a command that printed nothing', 'exit code: 1', []],
  ['nothing', '', []],
  ['a JSON list of texts', '["a", "b\\nc", ""]', ['a', 'b\nc', '']],
  ['a JSON list of anything', ' [1, null, {"k": "v"}, ["x"]]\nexit code: 0', ['1', 'null', '{"k":"v"}', '["x"]']],
  ['an empty JSON list', '[]', []],
  ['what only begins like a list', '[x] one\n[ ] two', ['[x] one', '[ ] two']],
  ['JSON that is no list', '{"a": 1}', ['{"a": 1}']],
  ['an exit code in the middle', 'exit code: 3\nb', ['exit code: 3', 'b']],
])('%s', (_, output, items) => {
  expect(itemsOf(output)).toEqual(items);
});
