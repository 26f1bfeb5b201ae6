import { expect, test } from 'vitest';
import { maskShapes } from '../../../src/core/secrets/live-shapes.ts';

/** Values stand here in parts, so that no scanner takes them for live ones. */
const joined = (...parts: string[]): string => parts.join('');

const ghp = joined('gh', 'p_0123456789abcdefghijABCDEFGHIJ012345');
const pat = joined('github', '_pat_11AAAAAAA0abcdefghijkl_0123456789abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLM');
const jwt = joined('eyJhbGciOiJIUzI1NiJ9.', 'eyJzdWIiOiJGQUtFIn0.', 'RkFLRWZha2VGQUtFZmFrZUZBS0VmYWtlRkFLRWZha2U');
const hex40 = '11bd71901bbe5b1630ceea73d27597364c9af683';
const secret40 = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';

const maskedCases: readonly (readonly [text: string, shown: string])[] = [
  [joined('authorization: bea', 'rer ABCDEFGHIJKLMNOP+FAKETAILabcdef/MOREFAKE='), 'authorization: bearer [masked]'],
  [joined('BEARER ABCDEFGHIJKLMNOPQ', 'RSTfakefake0123'), 'BEARER [masked]'],
  [joined('WEBHOOK_SECRET=whs', 'ec_Zm9vYmFy+Zm9v/YmFyZm9vYmFyZm9v=='), 'WEBHOOK_SECRET=[masked]'],
  [
    joined('origin  https://github', '_pat_11FAKE0000000000000000_FAKEfakeFAKEfake@github.com/o/r.git (fetch)'),
    'origin  https://[masked]@github.com/o/r.git (fetch)',
  ],
  [
    joined('git clone https\\://oauth2\\:gh', 's_FAKE00000000000000000000000000000FAK\\@github.com/o/r'),
    'git clone https\\://oauth2\\:[masked]@github.com/o/r',
  ],
  [joined('postgres://app:p%40ss', 'w0rd!@db:5432/x'), 'postgres://app:[masked]@db:5432/x'],
  [joined('postgres://app:p@ss', 'w0rd!@db:5432/x'), 'postgres://app:[masked]@db:5432/x'],
  [joined('https://', pat, ':x-oauth-basic@github.com/o/r'), 'https://[masked]:[masked]@github.com/o/r'],
  [
    joined("curl -H 'Authorization: token ", ghp, "' https://api.github.com"),
    "curl -H 'Authorization: token [masked]' https://api.github.com",
  ],
  [pat, '[masked]'],
  [joined('https://AbCdEf0123', '456789AbCdEf01@host/x'), 'https://[masked]@host/x'],
  [joined('https://AbCdEf0123', '456789AbCdEf01:x@host/x'), 'https://[masked]:[masked]@host/x'],
  [joined('gl', 'pat-FAKEfake0123456789ab'), '[masked]'],
  [joined('sk-', 'ant-api03-FAKEfake0123456789_-FAKEfake0123456789_-FAKEfake0123456789_-FAKEfake0123456789_-FAKEfake012AA'), '[masked]'],
  [joined('key AK', 'IAFAKEFAKEFAKE0000 here'), 'key [masked] here'],
  [`cookie: session=${jwt}`, 'cookie: session=[masked]'],
  [`TOKEN=${hex40}`, 'TOKEN=[masked]'],
  [`{"github_token": "${hex40}"}`, '{"github_token": "[masked]"}'],
  [`aws_secret_access_key ${secret40}`, 'aws_secret_access_key [masked]'],
  [
    joined('POST https://hooks.slack.com/serv', 'ices/T00000000/B00000000/FAKEfakeFAKEfake00000000 failed'),
    'POST https://hooks.slack.com/services/[masked] failed',
  ],
  [
    joined('https://api.telegram.org/bot', '123456789:AAFakefakeFAKEfakeFAKEfakeFAKEfake0/sendMessage 401'),
    'https://api.telegram.org/bot[masked]/sendMessage 401',
  ],
  [joined('https://discord.com/api/webhooks/', '123456789/FAKE-fake_FAKE?wait=1'), 'https://discord.com/api/webhooks/[masked]?wait=1'],
  [joined('wss://mcp.example/x?tok', 'en=FAKEfake0123456789&v=2'), 'wss://mcp.example/x?token=[masked]&v=2'],
  [
    joined('https://h/x?a=1;api_key', '=short-one#access_tok', 'en=abcdef&s=1'),
    'https://h/x?a=1;api_key=[masked]#access_token=[masked]&s=1',
  ],
];

test.each(maskedCases)('%s is masked, and what stands around it can be read', (text, shown) => {
  expect(maskShapes(text)).toBe(shown);
});

test.each([
  'git@github.com:o/r.git',
  'ssh://git@host/o/r',
  'task-management-dashboard-v2-refactor',
  'disk-usage-report-weekly-summary',
  'risk-assessment-questionnaire-2026',
  `uses: actions/checkout@${hex40}`,
  '550e8400-e29b-41d4-a716-446655440000',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
  'max_tokens=4096, token: undefined',
  'password = process.env.DB_PASSWORD_1',
  'the bearer authentication scheme',
  'bearer authentication-scheme-of-old',
  'secret: words-and-nothing-else',
  'secret: WordsAndNothingElse',
  'the token 12ab34cd was short',
  'cd x;token=$(cat-file1)',
  'authorization: required-for-all',
  'a token expires after twenty-four hours',
  'cd x;token=$(cat file1)',
  'AKIDOCUMENTATION and ghp_short',
  'sk-of-words-and-nothing-else-in-it',
  'see https://host/a?tokens=1&key=ab',
])('%s stays as it is', (text) => {
  expect(maskShapes(text)).toBe(text);
});

const begin = joined('-----BEGIN PRI', 'VATE KEY-----');
const end = joined('-----END PRI', 'VATE KEY-----');
const line = 'MIIFAKEfake0123456789+/FAKEfake0123456789+/FAKEfake';
const lines = [begin, ...Array.from({ length: 25 }, () => line), end];

test.each([
  ['with newlines', lines.join('\n')],
  ['on one line with \\n', lines.join('\\n')],
  ['escaped twice', lines.join('\\\\n')],
  ['without newlines', lines.join('')],
  ['cut after line 10', lines.slice(0, 10).join('\n')],
  ['indented', lines.join('\n      ')],
  ['behind the name of a stream on every line', lines.map((each) => `stderr | ${each}`).join('\n')],
])('a private key %s leaves no line of its body', (_, text) => {
  const shown = maskShapes(`before\n${text}`);
  expect(shown).toContain('before');
  expect(shown).toContain('[masked private key]');
  expect(shown).not.toContain(line.slice(0, 16));
});

test('keys go one by one, of every kind; what is public stays', () => {
  const rsa = lines.join('\n').replaceAll('PRIVATE', 'RSA PRIVATE');
  expect(maskShapes(`a ${rsa} b ${lines.join('\n')} c`)).toBe('a [masked private key] b [masked private key] c');
  for (const kind of ['PUBLIC KEY', 'CERTIFICATE']) {
    const text = lines.join('\n').replaceAll('PRIVATE KEY', kind);
    expect(maskShapes(text)).toBe(text);
  }
});

test.each([
  ['a key without an end', begin + 'A1b2'.repeat(50_000)],
  ['very many beginnings of a key', begin.slice(0, -1).repeat(10_000)],
  ['one word of base64', 'aB3/'.repeat(100_000)],
  ['very many prefixes', 'sk-ghp_eyJa.'.repeat(20_000)],
  ['very many names', 'token '.repeat(40_000)],
  ['very many addresses', 'https://a:b'.repeat(20_000)],
  ['one address without a host', `https://${'a:b'.repeat(70_000)}`],
  ['very many query signs', '?token_'.repeat(40_000)],
])('%s is read in a moment', (_, text) => {
  const started = process.cpuUsage().user;
  maskShapes(text);
  expect((process.cpuUsage().user - started) / 1000).toBeLessThan(1000);
});
