// A server in plain JavaScript, as bad as it is told to be: its one argument is JSON of `{ tools, mode, before, pages }`.
import { spawn } from 'node:child_process';
import { existsSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { tools = [], mode = '', before = [], pages = 1, file = '', version } = JSON.parse(process.argv[2] ?? '{}');
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (said, more = {}) => ({ content: [{ type: 'text', text: said }], ...more });

if (mode === 'exits') {
  writeSync(2, 'first line\nno licence: give LICENCE\n');
  process.exit(3);
}
if (mode === 'stubborn') process.on('SIGTERM', () => {});
if (mode === 'chatty') for (let line = 0; line < 20_000; line++) writeSync(2, `log ${line} ${'x'.repeat(50)}\n`);
for (const line of before) process.stdout.write(`${line}\n`);

const calls = {
  argv: () => text(JSON.stringify(process.argv.slice(3))),
  environment: () => text(JSON.stringify(process.env)),
  pid: () => text(String(process.pid)),
  cwd: () => text(process.cwd()),
  meta: (_, meta) => text(JSON.stringify(meta)),
  big: ({ bytes }) => text('x'.repeat(bytes)),
  die: () => process.exit(9),
  shout: () => {
    process.stdout.write('[db] Connected\nnpm notice a new version\n42\n{"level":"info"}\n');
    return text('shouted');
  },
  child: () => text(String(spawn('sleep', ['600'], { stdio: 'ignore' }).pid)),
  wrong: () => text('the disk\nis full', { isError: true, structuredContent: { n: 'no number' } }),
  silent_wrong: () => ({ isError: true }),
  structured: (given) => ({ content: [{ type: 'text', text: JSON.stringify(given) }], structuredContent: given }),
  worded: (given) => ({ content: [{ type: 'text', text: 'three were found' }], structuredContent: given }),
  picture: () => ({
    content: [
      { type: 'text', text: 'a dot' },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    ],
  }),
  half: () => text('\ud83d half'),
  nothing: () => ({}),
};

const answer = (id, method, params) => {
  if (method === 'initialize')
    return send({
      id,
      result: {
        protocolVersion: version ?? params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'plain', version: '1.0' },
      },
    });
  if (method === 'tools/list') {
    const page = Number(params.cursor ?? 0);
    const size = Math.ceil(tools.length / pages);
    const nextCursor = mode === 'endless' ? String(page + 1) : page + 1 < pages ? String(page + 1) : undefined;
    return send({ id, result: { tools: tools.slice(page * size, (page + 1) * size), nextCursor } });
  }
  if (method !== 'tools/call') return undefined;
  const { name, arguments: given, _meta } = params;
  if (name === 'hang') return undefined;
  if (name === 'no_answer') return process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":"soon"}\n`);
  if (name === 'refuses') return send({ id, error: { code: -32602, message: 'path is no path' } });
  const called = Object.hasOwn(calls, name) ? calls[name](given, _meta) : text(`${name} ${JSON.stringify(given)}`);
  return mode === 'id first'
    ? process.stdout.write(`{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(called)}}\n`)
    : send({ result: called, id });
};

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params = {} } = JSON.parse(line);
    if (id === undefined || mode === 'mute') return;
    if (mode !== 'slow' || existsSync(file)) return answer(id, method, params);
    const timer = setInterval(() => {
      if (!existsSync(file)) return;
      clearInterval(timer);
      answer(id, method, params);
    }, 5);
    return undefined;
  })
  .on('close', () => (mode === 'stubborn' || mode === 'mute' ? setInterval(() => {}, 1000) : process.exit(0)));
