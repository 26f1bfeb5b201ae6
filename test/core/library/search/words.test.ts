import { expect, test } from 'vitest';
import { wordsOf } from '../../../../src/core/library/search/words.ts';

const stems = (text: string, characters = 1000) => wordsOf(text, characters).map(({ stem }) => stem);

test.each([
  ['sendInvoiceReminders', ['send', 'invoic', 'remind']],
  ['parseHTMLTable', ['pars', 'html', 'tabl']],
  ['s3_bucket-name', ['s3', 'bucket', 'name']],
  ['Could you please show me the weather?', ['weather']],
  ["I don't want it, I'd rather not", []],
  ['Café CAFÉ cafe', ['cafe', 'cafe', 'cafe']],
  ['Rechnungen prüfen', ['rechnungen', 'prufen']],
  ['отправить счёт', ['отправить', 'счет']],
  ['天気予報', ['天気', '気予', '予報']],
  ['天', ['天']],
  ['a\ud800b lone\udc00surrogates', ['b', 'lone', 'surrog']],
  ['__proto__ constructor', ['proto', 'constructor']],
  ['', []],
])('%s', (text, expected) => {
  expect(stems(text)).toEqual(expected);
});

test('a word keeps how it is spelt beside its stem', () => {
  expect(wordsOf('Invoices', 100)).toEqual([{ spelt: 'invoices', stem: 'invoic' }]);
});

test('no more of a text is read than asked', () => {
  expect(stems('weather forecast', 7)).toEqual(['weather']);
});

test('a word longer than any is cut', () => {
  expect(wordsOf('q'.repeat(5000), 10_000)[0]?.spelt).toBe('q'.repeat(40));
});
