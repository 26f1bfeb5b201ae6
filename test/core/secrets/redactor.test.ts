import { expect, test } from 'vitest';
import { redactorOf } from '../../../src/core/secrets/redactor.ts';

const token = ['ghp', '_Q7x/Zk+2"mN\\4\'vB w&9<é😀>%41'].join('');
const key = `-----BEGIN KEY-----\n${['MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', 'k2JtYXJ0aW5zZWNyZXRrZXlsaW5lVHdv', 'Zm9ydHlUd29Jc1RoZUFuc3dlcg'].join('\n')}\n}\n-----END KEY-----\n`;
const { text, words, bytes, stream, namesIn, idle } = redactorOf(
  new Map([
    ['TOKEN', token],
    ['KEY', key],
    ['PLAIN', 'hunter2hunter2'],
  ]),
);

const utf8 = new TextEncoder();
const utf16 = new TextDecoder();
const base64 = (value: string) => Buffer.from(value).toString('base64');
const inHtml = (value: string, apostrophe: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", apostrophe);
/** As HTML calls them. */
const signNames: Readonly<Record<string, string>> = {
  ...{ '!': 'excl', '"': 'quot', '#': 'num', $: 'dollar', '%': 'percnt', '&': 'amp', "'": 'apos', '(': 'lpar', ')': 'rpar', '*': 'ast' },
  ...{ '+': 'plus', ',': 'comma', '.': 'period', '/': 'sol', ':': 'colon', ';': 'semi', '<': 'lt', '=': 'equals' },
  ...{ '>': 'gt', '?': 'quest', '@': 'commat', '[': 'lbrack', '\\': 'bsol', ']': 'rsqb', '^': 'Hat', _: 'lowbar', '`': 'grave' },
  ...{ '{': 'lcub', '|': 'verbar', '}': 'rcub' },
};
const percent = (value: string) => [...Buffer.from(value)].map((byte) => `%${byte.toString(16)}`).join('');

/** Whether 8 characters of a value, or of the same in base64 or hex, are left anywhere. */
function leaks(shown: string, value: string): boolean {
  const forms = [value, base64(value), base64(`x${value}`).slice(2), base64(`xy${value}`).slice(3), Buffer.from(value).toString('hex')];
  const plain = (given: string) => given.replace(/[\s\\]/g, '');
  return forms.some((form) =>
    Array.from({ length: form.length - 7 }, (_, at) => form.slice(at, at + 8)).some(
      (part) => shown.includes(part) || plain(shown).includes(plain(part).padEnd(8, '\0')),
    ),
  );
}

const ways: Record<string, (value: string) => string> = {
  raw: (value) => value,
  'in JSON': (value) => JSON.stringify({ value }),
  'in JSON in JSON': (value) => JSON.stringify(JSON.stringify({ value })),
  'in JSON in JSON in JSON': (value) => JSON.stringify(JSON.stringify(JSON.stringify([value]))),
  'in JSON of ASCII only': (value) =>
    JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'in JSON of ASCII only, upper case': (value) =>
    JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`),
  'in JSON with signs of HTML escaped': (value) =>
    JSON.stringify(value).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  'in JSON with slashes escaped': (value) => JSON.stringify(value).replaceAll('/', '\\/'),
  'in a URL': (value) => `https://host/?q=${encodeURIComponent(value)}&r`,
  'in a URL, lower case': (value) => encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase()),
  'in a URL in a URL': (value) => encodeURIComponent(encodeURIComponent(value)),
  'in a form': (value) => new URLSearchParams({ value }).toString(),
  'every byte as in a URL': percent,
  'in HTML': (value) =>
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  'in HTML, the apostrophe in hex': (value) => inHtml(value, '&#x27;'),
  'in HTML, the apostrophe by name': (value) => inHtml(value, '&apos;'),
  'in HTML, upper case, with zeros': (value) => inHtml(value, '&#X0027;').replace(/&[a-z]+;/g, (name) => name.toUpperCase()),
  'in HTML, every sign by name': (value) => value.replace(/[!-,./:-@[-`{-}]/g, (sign) => `&${signNames[sign]};`),
  'in HTML in HTML': (value) => inHtml(inHtml(value, '&#39;'), '&#39;'),
  'in HTML in JSON': (value) => JSON.stringify(inHtml(value, '&#x27;')),
  'in HTML, every character a number': (value) => Array.from(value, (letter) => `&#${letter.codePointAt(0)};`).join(''),
  'in HTML, every character a number with zeros': (value) =>
    Array.from(value, (letter) => `&#${String(letter.codePointAt(0)).padStart(9, '0')};`).join(''),
  'in HTML, every character in hex': (value) => Array.from(value, (letter) => `&#x${letter.codePointAt(0)?.toString(16)};`).join(''),
  'in HTML, every character in upper hex, without ends': (value) =>
    Array.from(value, (letter) => `&#X${letter.codePointAt(0)?.toString(16).toUpperCase()}`).join(''),
  'in HTML, every character a number, in lines of 11': (value) =>
    Array.from(value, (letter) => `&#${letter.codePointAt(0)};`)
      .join('')
      .replace(/.{11}/g, '$&\r\n  '),
  'every byte as in a URL, in lines of 10': (value) => percent(value).replace(/.{10}/g, '$&\n'),
  'in single quotes of a shell': (value) => `'${value.replaceAll("'", "'\\''")}'`,
  'in double quotes of a shell': (value) => `"${value.replace(/["\\$`]/g, '\\$&')}"`,
  'with backslashes of a shell': (value) => value.replace(/[^\w@%+=:,./-]/gu, '\\$&'),
  'in dollar quotes of a shell': (value) =>
    `$'${[...Buffer.from(value)].map((byte) => (byte < 33 || byte > 126 ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte).replace(/['\\]/, '\\$&'))).join('')}'`,
  'as bytes of a string': (value) => [...Buffer.from(value)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
  'in base64': base64,
  'in base64 behind one byte': (value) => base64(`u${value}`),
  'in base64 behind two bytes': (value) => base64(`u:${value}`),
  'in base64 with a newline': (value) => base64(`${value}\n`),
  'in base64 for URLs, unpadded': (value) => Buffer.from(`:${value}`).toString('base64url'),
  'in base64 in lines of 19': (value) => base64(value).replace(/.{19}/g, '$&\n'),
  'in base64 in lines of 7, CRLF, indented': (value) => base64(value).replace(/.{7}/g, '$&\r\n    '),
  'in base64 in lines, in JSON': (value) => JSON.stringify(base64(value).replace(/.{19}/g, '$&\n')),
  'in hex': (value) => Buffer.from(value).toString('hex'),
  'in upper hex': (value) => Buffer.from(value).toString('hex').toUpperCase(),
  'in hex with colons': (value) =>
    Buffer.from(value)
      .toString('hex')
      .replace(/..(?=.)/g, '$&:'),
  'in hex with blanks': (value) => Buffer.from(value).toString('hex').replace(/..../g, '$& '),
  'in hex of C': (value) => [...Buffer.from(value)].map((byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(', '),
  'folded to lines of 12': (value) => value.replace(/.{12}/gu, '$&\n'),
};

for (const [way, write] of Object.entries(ways)) {
  test(`a secret written ${way} is taken out whole, and what stands around it stays`, () => {
    for (const [name, value] of [
      ['TOKEN', token],
      ['PLAIN', 'hunter2hunter2'],
      ['KEY', key],
    ] as const) {
      const written = `before ${write(value)} after`;
      const shown = text(written);
      expect(shown).toContain(`[secret ${name}]`);
      expect(shown.startsWith('before ')).toBe(true);
      expect(shown.endsWith(' after')).toBe(true);
      expect(leaks(shown, value.trim()), shown).toBe(false);
      expect(utf16.decode(bytes(utf8.encode(written)))).toBe(shown);
      expect(namesIn(utf8.encode(written))).toEqual([name]);
      for (const size of [1, 3, 17]) expect(inPieces(utf8.encode(written), size)).toBe(shown);
    }
  });
}

function inPieces(whole: Uint8Array, size: number): string {
  const redacting = stream();
  const given: Buffer[] = [];
  for (let at = 0; at < whole.length; at += size) given.push(Buffer.from(redacting.push(whole.subarray(at, at + size))));
  given.push(Buffer.from(redacting.end(false)));
  return Buffer.concat(given).toString();
}

test('places are counted in letters of any length', () => {
  expect(text('aé€😀\ud83dhunter2hunter2é😀')).toBe('aé€😀\ud83d[secret PLAIN]é😀');
});

test('every long line of a value of many lines is a secret of its own; short lines and the names of the key are none', () => {
  expect(text('MIIEvQIBADANBgkqhkiG9w0BAQEFAASC')).toBe('[secret KEY]');
  expect(text(`stderr | ${'k2JtYXJ0aW5zZWNyZXRrZXlsaW5lVHdv'}\nstderr | ${base64('Zm9ydHlUd29Jc1RoZUFuc3dlcg')}`)).toMatch(
    /^stderr \| \[secret KEY\]\nstderr \| \[secret KEY\].=$/,
  );
  expect(text('-----BEGIN KEY-----\n}')).toBe('-----BEGIN KEY-----\n}');
});

test('what comes right before a secret and could be read as an escape does not hide it', () => {
  const beginning = [
    '\\',
    '\\\\',
    '%',
    '\\u',
    '\\u00',
    '\\x',
    '\\1',
    '%2',
    '\\n',
    'hun',
    'hunter2',
    '\\ud83',
    '%%%25',
    '\\12',
    '&',
    '&a',
    '&amp',
    '&lt;',
    '&#',
    '&#x',
    '&#3',
    '&#x3',
    '&#9999999',
    '%\n',
    '&#\n',
  ];
  for (const before of beginning) {
    expect(text(`${before}hunter2hunter2`)).toContain('[secret PLAIN]');
    expect(text(`${before}hunter2hunter2`)).not.toContain('ter2hun');
    const { text: other } = redactorOf(new Map([['HEX', 'deadbeefcafe0123']]));
    expect(other(`${before}deadbeefcafe0123`)).not.toContain('beefcafe');
  }
});

test('texts without a secret stay as they are, escapes and half characters and all', () => {
  const texts = [
    '',
    'hunter2hunter',
    'a\\',
    '100%',
    '%4',
    '\\u12',
    '\\x4',
    '\\7',
    '\\ud83d\\ude00',
    '\ud83d alone',
    'tail %25',
    'é%zz\\q',
    'h u n t e r',
    '%c3%a9',
    '\\351',
    'a & b &amp; c &lt;&#x27;&#39 &#; &#x; &nosuch; &#99999999999999999999;',
    'at the end &am',
    '100%\n  4 and &#\r\n 3x; and &a mp;',
    `100%${'\n'.repeat(80)}41`,
  ];
  for (const plain of texts) {
    expect(text(plain)).toBe(plain);
    expect(inPieces(utf8.encode(plain), 1)).toBe(utf16.decode(utf8.encode(plain)));
  }
  const whole = utf8.encode('nothing to see');
  expect(bytes(whole)).toBe(whole);
});

test('a value that is made of escapes itself is found, also where a line was broken in the midst of one', () => {
  const values = ['%41%42%43%44%45%46%47%48', 'one&amp;two&lt;three', 'it&#39;s &#x27;quoted&#x27;', 'table\\u0041bc-and\\x42'];
  for (const value of values) {
    const { text: redact } = redactorOf(new Map([['ESC', value]]));
    for (const write of [
      (given: string) => given,
      (given: string) => JSON.stringify(given),
      encodeURIComponent,
      (given: string) => inHtml(given, '&#x27;'),
      (given: string) => given.replace(/.{7}(?=.)/g, '$&\n'),
    ])
      expect(redact(`(${write(value)})`).replaceAll('"', '')).toBe('([secret ESC])');
  }
});

test('secrets that overlap or follow one another go whole', () => {
  const both = redactorOf(
    new Map([
      ['SHORT', 'swordfish'],
      ['LONG', 'the-swordfish-of-old'],
      ['LATE', 'of-old-times'],
    ]),
  );
  expect(both.text('a swordfish b')).toBe('a [secret SHORT] b');
  expect(both.text('the-swordfish-of-old')).toBe('[secret LONG]');
  expect(both.text('the-swordfish-of-old-times')).toMatch(/^\[secret \w+\]$/);
  expect(both.text('swordfishswordfish')).toBe('[secret SHORT][secret SHORT]');
  expect(both.namesIn(utf8.encode('of-old-times swordfish of-old-times'))).toEqual(['LATE', 'SHORT']);
});

test('one text that is many times the beginning of a secret is read in a moment', () => {
  const { bytes: redact } = redactorOf(new Map([['A', 'a'.repeat(2000)]]));
  const most = utf8.encode(`${'a'.repeat(1999)}b`.repeat(1000));
  const started = process.cpuUsage().user;
  expect(redact(most) === most).toBe(true);
  expect((process.cpuUsage().user - started) / 1000).toBeLessThan(5000);
});

test('a secret with very many blanks in its midst is two words, so that little is held back', () => {
  expect(text(`hunter2${' '.repeat(64)}hunter2`)).toBe('[secret PLAIN]');
  expect(text(`hunter2${' '.repeat(65)}hunter2`)).toBe(`hunter2${' '.repeat(65)}hunter2`);
});

test('a stream that was cut off ends with no part of a secret of 8 characters', () => {
  for (const [part, left] of [
    ['hunter2h', ''],
    ['hunter2', 'hunter2'],
    [`${base64('hunter2hunter2').slice(0, 9)}`, ''],
    ['hun ter2\nhunt', ''],
  ] as const) {
    const redacting = stream();
    const shown = Buffer.concat([redacting.push(utf8.encode(`so ${part}`)), redacting.end(true)]).toString();
    expect(shown).toBe(left === '' ? 'so [secret PLAIN]' : `so ${left}`);
  }
});

test('a sentence that was cut at very many places is read in a moment', () => {
  const started = process.cpuUsage().user;
  words('...hunter2'.repeat(20_000));
  expect((process.cpuUsage().user - started) / 1000).toBeLessThan(5000);
});

test('what is left of a secret beside the mark of a cut goes from sentences, and from nothing else', () => {
  expect(words('it said hunter2hun… and …ter2hunter2 more')).toBe('it said [secret PLAIN]… and …[secret PLAIN] more');
  expect(words('it said hunter2hun... and ...ter2hunter2 more')).toBe('it said [secret PLAIN]... and ...[secret PLAIN] more');
  expect(words('it said hunter2… and …unter2 …ter2hunter3 and …')).toBe('it said hunter2… and …unter2 …ter2hunter3 and …');
  expect(words('hunter2hunter2… told')).toBe('[secret PLAIN]… told');
  expect(text('hunter2hun…')).toBe('hunter2hun…');
});

test('without secrets nothing is looked for but live credentials in sentences', () => {
  expect(idle).toBe(false);
  const none = redactorOf(new Map());
  expect(none.idle).toBe(true);
  const secret = ['gh', 'p_0123456789abcdefghijABCDEFGHIJ012345'].join('');
  expect(none.text(secret)).toBe(secret);
  expect(none.words(secret)).toBe('[masked]');
  const whole = utf8.encode(secret);
  expect(none.bytes(whole)).toBe(whole);
  expect(none.namesIn(whole)).toEqual([]);
  expect(none.stream().whole(whole)).toEqual(whole);
});
