import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { fsPrimitives } from '../../src/adapters/primitive/fs/fs-primitives.ts';
import { httpPrimitives } from '../../src/adapters/primitive/http/http-primitives.ts';
import { sessionPrimitives } from '../../src/adapters/primitive/session/session-primitives.ts';
import { shellPrimitive } from '../../src/adapters/primitive/shell/shell-primitive.ts';
import { programs } from '../../src/adapters/process/programs.ts';
import { processSandbox } from '../../src/adapters/sandbox/process/process-sandbox.ts';
import { openMemoryStore } from '../../src/adapters/store/memory/open-store.ts';
import { systemClock } from '../../src/app/surroundings/system-clock.ts';
import type { Json } from '../../src/core/model/json.ts';
import { ok } from '../../src/core/model/result.ts';
import { Cassette } from '../../src/effects/cassette.ts';
import type { Running } from '../../src/ports/sandbox.ts';
import { scratchFolder } from '../scratch.ts';
import { PlayedAct } from './act.ts';

const sandbox = processSandbox({ weak: true });
afterAll(() => sandbox.close());

async function place() {
  const root = scratchFolder();
  mkdirSync(join(root, 'in'));
  for (const [name, total] of Object.entries({ a: 3, b: 4, c: 5 }))
    writeFileSync(join(root, 'in', `${name}.json`), JSON.stringify({ total }));
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        got: body,
        auth: request.headers.authorization ?? null,
        large: 'x'.repeat(request.url === '/large' ? 2_000_000 : 0),
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { blobs } = openMemoryStore();
  const primitives = [
    ...fsPrimitives([root]),
    shellPrimitive({ programs: programs(), cwd: root, env: { PATH: process.env.PATH ?? '' } }),
    ...httpPrimitives({ allowed: ['127.0.0.1'], keyed: [] }),
    ...sessionPrimitives({ clock: systemClock, random: () => 0.5, secrets: ['TOKEN'], notify: async () => ok(undefined), blobs }),
  ];
  const act = new PlayedAct(primitives, { blobs, secrets: { TOKEN: 'the-value-of-it' } });
  return { root, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, primitives, act, blobs };
}

/** Runs code in a session of its own, its calls answered by `serve`. */
async function inSession(primitives: readonly { readonly name: string }[], code: string, serve: (running: Running) => Promise<unknown>) {
  const session = await sandbox.open({ primitives: primitives.map(({ name }) => name), memoryBytes: 256 * 1024 * 1024, packages: null });
  if (!session.ok) throw new Error(session.failure.message);
  const running = session.value.run({
    code,
    mode: 'keep',
    nowMs: 1_700_000_000_000,
    seed: 'seed',
    timeoutMs: 60_000,
    signal: new AbortController().signal,
  });
  const served = await serve(running);
  const { outcome } = await running.end;
  await session.value.close();
  return { served, outcome };
}

const work = (base: string) => `
const files = await ctx.fs.list('in');
const totals = await Promise.all(files.map(async (file: { path: string }) => JSON.parse(await ctx.fs.read('in/' + file.path)).total));
const first = await Promise.race([ctx.http.get('${base}/one'), ctx.http.get('${base}/two')]);
const posted = await ctx.http.post('${base}/x', { json: { totals }, headers: { authorization: { ...(await ctx.secret('TOKEN')), before: 'Bearer ' } } });
const large = (await ctx.http.get('${base}/large')).body.large;
const tail = await ctx.handle.slice(large.$handle, large.chars - 3, large.chars);
await ctx.fs.write('out/sum.txt', String(totals.reduce((a: number, b: number) => a + b, 0)));
const shell = await ctx.sh('cat out/sum.txt');
let told = '';
try { await ctx.fs.read('../outside'); } catch (error) { told = (error as Error).message; }
({ totals, first: first.status, posted: posted.body, tail, shell: shell.stdout, told, dice: Math.random(), now: Date.now(), clock: await ctx.clock.now() })
`;

test('code in the sandbox works by primitives, and what it did replays to the same result without touching anything', async () => {
  const { root, base, primitives, act, blobs } = await place();
  const live = await inSession(primitives, work(base), (running) => act.effects.serve(1, running, true));
  expect(live).toMatchObject({
    served: { how: 'ended' },
    outcome: {
      ok: true,
      result: {
        totals: [3, 4, 5],
        first: 200,
        posted: { got: '{"totals":[3,4,5]}', auth: 'Bearer [secret TOKEN]' },
        tail: 'xxx',
        shell: '12',
        told: expect.stringContaining('outside of what may be reached'),
      },
    },
  });
  expect(JSON.stringify(act.events)).not.toContain('the-value-of-it');
  expect(readFileSync(join(root, 'out', 'sum.txt'), 'utf8')).toBe('12');
  writeFileSync(join(root, 'out', 'sum.txt'), 'touched');
  const cassette = new Cassette({ events: act.events, primitives, blobs, clean: (text) => act.effects.clean(text) });
  const replayed = await inSession(primitives, work(base), (running) => cassette.serve(1, running));
  expect(replayed).toEqual(live);
  expect(readFileSync(join(root, 'out', 'sum.txt'), 'utf8')).toBe('touched');
});

test('an act that was cut off goes on where its journal ends: what is there is not done again', async () => {
  const { base, primitives, act, blobs } = await place();
  const live = await inSession(primitives, work(base), (running) => act.effects.serve(1, running, true));
  const posts = act.events.findIndex((event) => event.type === 'effect.requested' && event.primitive === 'http.post');
  const ended = act.events.findIndex((event) => event.type === 'effect.ended' && event.op === act.events[posts]?.op);
  const later = new PlayedAct(primitives, { before: act.events.slice(0, ended + 1), blobs, secrets: { TOKEN: 'the-value-of-it' } });
  const again = await inSession(primitives, work(base), (running) => later.effects.serve(1, running, true));
  expect(again.served).toEqual({ how: 'ended' });
  const plain = ({ outcome }: typeof live): Json => ({
    ...(outcome as unknown as { result: { [key: string]: Json } }).result,
    now: 0,
    clock: 0,
  });
  expect(plain(again)).toEqual(plain(live));
  expect(later.transactions.flat().filter((event) => event.type === 'effect.requested' && event.primitive === 'http.post')).toEqual([]);
});
