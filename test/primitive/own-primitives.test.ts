import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openMemoryStore } from '../../src/adapters/store/memory/open-store.ts';
import { actPlace } from '../../src/app/act/act-place.ts';
import { actPrimitives } from '../../src/app/act/act-primitives.ts';
import { builtInNames } from '../../src/app/act/built-in-names.ts';
import { loadPrimitives } from '../../src/app/act/load-primitives.ts';
import { definePrimitive } from '../../src/index.ts';
import { PlayedAct } from '../effects/act.ts';
import { scratchFolder } from '../scratch.ts';
import { repliesOf } from './replying-model.ts';

const examples = [...readFileSync(join(import.meta.dirname, '../../docs/primitives.md'), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)].map(
  ([, text]) => text as string,
);

test('the first example of the docs asks a real database, and can change nothing in it', async () => {
  const root = scratchFolder();
  const db = new DatabaseSync(join(root, 'invoices.db'));
  db.exec(
    "create table invoices(id integer, customer text, total real, paid integer); insert into invoices values (1, 'ann', 10.5, 0), (2, 'bob', 3, 1)",
  );
  db.close();
  writeFileSync(join(root, 'primitives.mjs'), (examples[0] as string).replace("'invoices.db'", JSON.stringify(join(root, 'invoices.db'))));
  const loaded = await loadPrimitives(['./primitives.mjs'], root, builtInNames);
  if (!loaded.ok) throw new Error(loaded.failure.message);
  const act = new PlayedAct(loaded.value);
  const code = async (ctx: { call: (name: string, ...args: never[]) => Promise<unknown> }) => {
    const ask = (...args: unknown[]) => ctx.call('db.query', ...(args as never[])).catch((error) => `${error.kind}: ${error.message}`);
    return [
      await ask('select customer, total from invoices where paid = ?', [0]),
      await ask('delete from invoices'),
      await ask('select missing'),
      await ask(5),
    ];
  };
  const { result } = await act.run(1, code);
  expect(result).toEqual([
    [{ customer: 'ann', total: 10.5 }],
    'refused: ctx.db.query: only SELECT',
    expect.stringMatching(/^io: ctx\.db\.query: no such column: missing/),
    expect.stringContaining('arguments[0] must be string'),
  ]);
  expect(await act.replay(1, code)).toEqual({ served: { how: 'ended' }, result });
});

test('the second one sends a mail once, and finds out whether it did', async () => {
  const messages = new Map<string, string>();
  const tokens = new Set<string | undefined>();
  let lose = true;
  const server = createHttp(async (request, response) => {
    tokens.add(request.headers.authorization);
    if (request.method === 'GET') return void response.writeHead(messages.has(request.url?.split('/').at(-1) ?? '') ? 200 : 404).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    messages.set(String(request.headers['x-message-id']), body);
    if (lose) request.socket.destroy();
    else response.writeHead(202).end();
    lose = false;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const root = scratchFolder();
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(join(root, 'mail.mjs'), (examples[1] as string).replaceAll('https://mail.example.com', base));
  const loaded = await loadPrimitives(['mail.mjs'], root, builtInNames);
  if (!loaded.ok) throw new Error(loaded.failure.message);
  const act = new PlayedAct(loaded.value, { secrets: { MAIL_TOKEN: 'a-token-of-mails' } });
  const mail = { to: 'ann@example.com', subject: 'Invoice', text: 'Pay.' };
  const { result } = await act.run(1, async (ctx) => [
    await ctx.call('mail.send', mail).catch((error) => error.kind),
    await ctx.call('mail.send', mail),
    await ctx.call('mail.send', { ...mail, subject: 'Reminder' }),
  ]);
  expect(result).toEqual(['in_doubt', { status: 202 }, { status: 202 }]);
  expect([...messages.values()].map((body) => JSON.parse(body).subject)).toEqual(['Invoice', 'Reminder']);
  expect([...tokens]).toEqual(['Bearer a-token-of-mails']);
  expect(JSON.stringify(act.events)).not.toContain('a-token-of-mails');
});

test('a mail by SMTP, from a definition with types, in a file of TypeScript', async () => {
  const received: string[] = [];
  const server = createTcp((socket) => {
    let data = false;
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk
        .toString()
        .split('\r\n')
        .filter((each) => each !== '')) {
        received.push(line);
        if (data && line !== '.') continue;
        data = line === 'DATA';
        socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const root = scratchFolder();
  writeFileSync(
    join(root, 'mail.mts'),
    `import { connect } from 'node:net';
import { once } from 'node:events';
interface Mail { to: string; text: string }
export default [{
  name: 'mail.send',
  description: 'Sends.',
  arguments: { type: 'array', prefixItems: [{ type: 'object', required: ['to', 'text'] }], minItems: 1 },
  effect: 'irreversible',
  async perform([{ to, text }]: [Mail], { cost }: { cost: (usd: number) => void }) {
    const socket = connect(${port}, '127.0.0.1');
    await once(socket, 'data');
    for (const line of ['HELO pawl', 'MAIL FROM:<a@example.com>', 'RCPT TO:<' + to + '>', 'DATA', text + '\\r\\n.', 'QUIT']) {
      socket.write(line + '\\r\\n');
      await once(socket, 'data');
    }
    socket.end();
    cost(0.001);
  },
}];
`,
  );
  const loaded = await loadPrimitives(['mail.mts'], root, builtInNames);
  if (!loaded.ok) throw new Error(loaded.failure.message);
  const act = new PlayedAct(loaded.value);
  const { result } = await act.run(1, async (ctx) => ctx.call('mail.send', { to: 'ann@example.com', text: 'Pay.' }));
  expect(result).toBeNull();
  expect(received).toContain('RCPT TO:<ann@example.com>');
  expect(received).toContain('Pay.');
  expect(act.ended()).toMatchObject([{ nanoUsd: 1_000_000 }]);
});

test('all that is wrong in all files is told at once', async () => {
  const root = scratchFolder();
  const good = "name: 'db.query', description: 'Asks.', arguments: { type: 'array' }, effect: 'read', perform() {}";
  writeFileSync(
    join(root, 'a.mjs'),
    `export const one = { ${good}, effect: 'reads' };\nexport const two = [{ ${good} }, { name: 'sh' }];\nexport const help = () => 1;`,
  );
  writeFileSync(join(root, 'b.mjs'), 'export const text = "nothing";');
  writeFileSync(
    join(root, 'c.cjs'),
    `module.exports = { three: { ${good.replace('db.query', 'db.three')}, settles: 'key' }, four: { ${good.replace('db.query', 'mcp.files.read')} } };`,
  );
  writeFileSync(join(root, 'd.mjs'), 'throw new Error("no database");');
  const loaded = await loadPrimitives(['a.mjs', 'b.mjs', 'c.cjs', 'd.mjs', 'e.mjs'], root, builtInNames);
  expect(loaded).toMatchObject({ ok: false, failure: { code: 'run/invalid-primitives' } });
  const lines = (loaded.ok ? '' : loaded.failure.message).split('\n').slice(1);
  expect(lines.map((line) => line.trim())).toEqual([
    'b.mjs: exports no primitive',
    'd.mjs: cannot be loaded: no database',
    expect.stringMatching(/^e\.mjs: cannot be loaded: Cannot find module/),
    'c.cjs: four.name "mcp" is kept for the tools of MCP servers; begin with another word',
    expect.stringMatching(/^a\.mjs: one\.effect must be one of/),
    'a.mjs: two[0].name "db.query" is the name of another primitive',
    ...['description', 'perform', 'arguments', 'effect'].map((key) =>
      expect.stringMatching(new RegExp(`^a\\.mjs: two\\[1\\]\\.${key} must`)),
    ),
    'a.mjs: two[1].name "sh" is the name of another primitive',
    expect.stringMatching(/^c\.cjs: three\.settles must be/),
  ]);
});

test('an act has the built-in primitives, under the names that are taken, and those of the files in pawl.yml', async () => {
  const root = scratchFolder();
  writeFileSync(
    join(root, 'own.mjs'),
    "export const hi = { name: 'hi', description: 'Says hi.', arguments: { type: 'array' }, effect: 'pure', perform: () => 'hi' };",
  );
  writeFileSync(join(root, 'pawl.yml'), 'primitives: [own.mjs]\n');
  const place = await actPlace(root, 'token');
  if (!place.ok) throw new Error(place.failure.message);
  const model = repliesOf(null, ['x']);
  if (!model.ok) throw new Error('no model');
  const names = actPrimitives(place.value, {
    blobs: openMemoryStore().blobs,
    models: { model: model.value, env: {} },
    env: {},
    secrets: [],
  })(async () => undefined).map(({ name }) => name);
  expect(names).toContain('hi');
  expect(names.filter((name) => name !== 'hi' && !builtInNames.includes(name))).toEqual([]);
  expect(builtInNames.filter((name) => !names.includes(name))).toEqual(['call', 'act']);
});

test('definePrimitive gives back what it is given, with its types', () => {
  const definition = definePrimitive<[string, { limit: number }?]>({
    name: 'db.query',
    description: 'Asks.',
    arguments: { type: 'array' },
    effect: { most: 'write', of: ([sql]) => (sql.startsWith('select') ? 'read' : 'write') },
    perform: ([sql, options]) => [sql.length, options?.limit ?? null],
  });
  expect(definition.perform(['select', undefined], {} as never)).toEqual([6, null]);
});
