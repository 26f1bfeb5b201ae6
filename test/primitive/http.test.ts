import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { isPrivateAddress, named } from '../../src/adapters/primitive/http/host-rules.ts';
import { httpPrimitives } from '../../src/adapters/primitive/http/http-primitives.ts';
import { settlesOf } from '../../src/core/effects/class-of-call.ts';
import { asked } from './asked.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

async function far(answer: (request: Seen, response: ServerResponse) => void) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    seen.push(one);
    answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { seen, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const http = asked(httpPrimitives({ allowed: ['127.0.0.1'], keyed: [] }));

test('an answer is its status, its headers and its body: JSON, text or bytes', async () => {
  const { base } = await far(({ url }, response) => {
    const [type, body] = {
      '/json': ['application/problem+json; charset=utf-8', '{"a":[1]}'],
      '/bad-json': ['application/json', '{"a":'],
      '/text': ['text/plain', 'Zwölf'],
      '/bytes': ['image/png', Buffer.from([255, 0])],
    }[url] as [string, string];
    response.writeHead(url === '/text' ? 404 : 200, { 'content-type': type, 'x-seen': 'yes' }).end(body);
  });
  expect(await http('http.get', `${base}/json`)).toMatchObject({ status: 200, body: { a: [1] }, bytes: 9, headers: { 'x-seen': 'yes' } });
  expect(await http('http.get', `${base}/bad-json`)).toMatchObject({ body: '{"a":' });
  expect(await http('http.get', `${base}/text`)).toMatchObject({ status: 404, body: 'Zwölf', bytes: 6 });
  expect(await http('http.get', `${base}/bytes`)).toMatchObject({ body: { $blob: '/wA=' } });
  expect(await http('http.get', `${base}/json`, { as: 'text' })).toMatchObject({ body: '{"a":[1]}' });
  expect(await http('http.get', `${base}/text`, { as: 'bytes' })).toMatchObject({ body: { $blob: 'WnfDtmxm' } });
});

test.each([
  [{ json: { b: 1 } }, 'application/json', '{"b":1}'],
  [{ text: 'ä' }, 'text/plain; charset=utf-8', 'ä'],
  [{ form: { a: '1 2' } }, 'application/x-www-form-urlencoded', 'a=1+2'],
  [{ bytes: { $blob: 'QUI=' } }, 'application/octet-stream', 'AB'],
  [{ json: 1, headers: { 'Content-Type': 'application/x-own' } }, 'application/x-own', '1'],
])('a body is sent as %j', async (options, type, body) => {
  const { base, seen } = await far((_, response) => response.end());
  await http('http.post', base, options as never);
  expect(seen).toMatchObject([{ method: 'POST', body, headers: { 'content-type': type } }]);
});

test('what writes carries its key, and what reads does not', async () => {
  const { base, seen } = await far((_, response) => response.end());
  for (const verb of ['post', 'put', 'patch', 'delete', 'get', 'head']) await http(`http.${verb}`, base);
  expect(seen.map(({ method, headers }) => [method, headers['idempotency-key'] !== undefined])).toEqual([
    ['POST', true],
    ['PUT', true],
    ['PATCH', true],
    ['DELETE', true],
    ['GET', false],
    ['HEAD', false],
  ]);
});

test('only a host that a person says to honour keys is sent the same again', () => {
  const post = httpPrimitives({ allowed: [], keyed: ['api.example.com'] }).find(({ name }) => name === 'http.post');
  if (post === undefined) throw new Error('no post');
  expect([['https://api.example.com/x'], ['https://example.com/x'], ['nonsense']].map((args) => settlesOf(post, args))).toEqual([
    'keyed',
    'none',
    'none',
  ]);
});

test.each([
  ['https://other.example/', 'refused: "other.example" is no host that code may reach'],
  ['http://127.0.0.1@other.example/', 'refused: the address holds a password'],
  ['file:///etc/passwd', 'refused: "file:///etc/passwd" is no address of http: or https:'],
  ['127.0.0.1', 'refused: "127.0.0.1" is no address of http: or https:'],
])('%s is refused', async (url, said) => {
  expect(await http('http.get', url)).toBe(said);
});

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://169.254.169.254/latest',
  'http://localhost:1/',
  'http://10.0.0.1/',
])('%s is private, whatever stands in its place, and has to be listed by itself', async (url) => {
  const open = asked(httpPrimitives({ allowed: ['*'], keyed: [] }));
  expect(await open('http.get', url)).toMatch(/^refused: .* is an address of this machine or of a network around it/);
});

test('a redirect is followed where it may go, and tells another host nothing of what the first was told', async () => {
  const second = await far((_, response) => response.end('second'));
  const { base, seen } = await far(({ url }, response) => {
    const to = {
      '/here': '/there',
      '/other': second.base,
      '/out': 'http://other.example/',
      '/private': 'http://10.0.0.1/',
      '/loop': '/loop',
      '/file': 'file:///etc/passwd',
    }[url];
    if (to === undefined) response.end('first');
    else response.writeHead(302, { location: to }).end();
  });
  const headers = { authorization: 'Bearer x', accept: 'text/plain' };
  expect(await http('http.get', `${base}/here`, { headers })).toMatchObject({ status: 200, body: 'first' });
  expect(seen[1]?.headers.authorization).toBe('Bearer x');
  expect(await http('http.get', `${base}/other`, { headers })).toMatchObject({ body: 'second' });
  expect(second.seen[0]?.headers).toMatchObject({ accept: 'text/plain' });
  expect(second.seen[0]?.headers.authorization).toBeUndefined();
  expect(await http('http.get', `${base}/out`)).toMatch(/^refused: "other.example"/);
  expect(await http('http.get', `${base}/private`)).toMatch(/^refused: "10.0.0.1"/);
  expect(await http('http.get', `${base}/file`)).toMatch(/^refused: /);
  expect(await http('http.get', `${base}/loop`)).toMatch(/^refused: .* leads on more than 10 times/);
  expect(await http('http.post', `${base}/here`)).toMatchObject({ status: 302, headers: { location: '/there' } });
});

test('an answer has a bound, also when it is packed, and one that never comes is not waited for', async () => {
  const { base } = await far(({ url }, response) => {
    if (url === '/large') response.end(Buffer.alloc(33 * 1024 * 1024));
    if (url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(40 * 1024 * 1024)));
    if (url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end(gzipSync('small'));
    if (url === '/broken') response.writeHead(200, { 'content-length': '10' }).write('half', () => response.destroy());
  });
  expect(await http('http.get', `${base}/large`)).toMatch(/^too_large: /);
  expect(await http('http.get', `${base}/bomb`)).toMatch(/^invalid_output: /);
  expect(await http('http.get', `${base}/packed`)).toMatchObject({ body: 'small', bytes: 5 });
  expect(await http('http.get', `${base}/broken`)).toMatch(/^io: /);
  expect(await http('http.post', `${base}/broken`)).toMatch(/^in_doubt: /);
  const hasty = asked(httpPrimitives({ allowed: ['127.0.0.1'], keyed: [] }), { timeoutMs: 100 });
  expect(await hasty('http.get', `${base}/never`)).toMatch(/^timeout: .*no answer within 0.1 seconds/);
  expect(await hasty('http.post', `${base}/never`)).toMatch(/^in_doubt: .* was sent, and it is not known whether it was carried out/);
  expect(await hasty('http.put', `${base}/never`)).toMatch(/^timeout: /);
  expect(await http('http.post', 'http://127.0.0.1:1/')).toMatch(/^io: .*ECONNREFUSED/);
});

test.each([
  ['api.example.com', 'https://API.example.com/x', 'exactly'],
  ['api.example.com', 'https://api.example.com.evil.example/', null],
  ['*.example.com', 'https://a.b.example.com/', 'widely'],
  ['*.example.com', 'https://example.com/', null],
  ['*.example.com', 'https://notexample.com/', null],
  ['example.com:8443', 'https://example.com:8443/', 'exactly'],
  ['example.com:8443', 'https://example.com/', null],
  ['example.com:443', 'https://example.com/', 'exactly'],
  ['example.com', 'http://example.com:81/', 'exactly'],
  ['::1', 'http://[::1]:8080/', 'exactly'],
  ['[::1]:8080', 'http://[::1]:8080/', 'exactly'],
  ['*', 'https://any.example/', 'widely'],
] as const)('the rule %s and %s: %s', (rule, url, how) => {
  expect(named([rule], new URL(url))).toBe(how);
});

test('addresses that lead to no public host', () => {
  const privates = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
  ];
  expect(privates.filter((address) => !isPrivateAddress(address))).toEqual([]);
  expect(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', 'example.com'].filter(isPrivateAddress)).toEqual([]);
});
