import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fsPrimitives } from '../../src/adapters/primitive/fs/fs-primitives.ts';
import { httpPrimitives } from '../../src/adapters/primitive/http/http-primitives.ts';
import { modelPrimitive } from '../../src/adapters/primitive/model/model-primitive.ts';
import { sessionPrimitives } from '../../src/adapters/primitive/session/session-primitives.ts';
import { shellPrimitive } from '../../src/adapters/primitive/shell/shell-primitive.ts';
import { programs } from '../../src/adapters/process/programs.ts';
import { openMemoryStore } from '../../src/adapters/store/memory/open-store.ts';
import { systemClock } from '../../src/app/surroundings/system-clock.ts';
import type { Json } from '../../src/core/model/json.ts';
import { fail, ok } from '../../src/core/model/result.ts';
import type { Primitive } from '../../src/ports/primitive.ts';
import { primitiveContract } from '../../src/testing/primitive-contract.ts';
import { scratchFolder } from '../scratch.ts';
import { repliesOf } from './replying-model.ts';

let base = '';

async function served(): Promise<readonly Primitive[]> {
  const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end('{"a":1}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return httpPrimitives({ allowed: ['127.0.0.1'], keyed: [] });
}

let digest = '';

async function everySession(): Promise<readonly Primitive[]> {
  const { blobs } = openMemoryStore();
  const put = await blobs.put(Buffer.from('{"a":"text"}'));
  digest = put.ok ? put.value : '';
  return sessionPrimitives({
    ...{ clock: systemClock, random: () => 0.5, secrets: ['TOKEN'], blobs },
    notify: async (message) => (message === 'fail' ? fail({ kind: 'io', message: 'nobody there' }) : ok(undefined)),
  });
}

function folder(): readonly Primitive[] {
  const root = scratchFolder();
  writeFileSync(join(root, 'a.txt'), 'a');
  return fsPrimitives([root]);
}

const subjects: [string, () => Promise<readonly Primitive[]> | readonly Primitive[], () => Json[], (() => Json[]) | null][] = [
  ['fs.read', folder, () => ['a.txt', { as: 'bytes' }], () => ['../outside']],
  ['fs.write', folder, () => ['b/c.txt', 'text'], () => ['a.txt/b', 'text']],
  ['fs.list', folder, () => [], () => ['nowhere']],
  ['fs.remove', folder, () => ['nowhere'], () => ['.']],
  [
    'sh',
    () => [shellPrimitive({ programs: programs(), cwd: tmpdir(), env: { PATH: process.env.PATH ?? '' } })],
    () => ['echo a; exit 3'],
    () => ['kill -9 $$'],
  ],
  ...['get', 'head', 'post', 'put', 'patch', 'delete'].map((verb): (typeof subjects)[number] => [
    `http.${verb}`,
    served,
    () => [base],
    () => ['http://127.0.0.1:1/'],
  ]),
  [
    'model.ask',
    () => [modelPrimitive({ model: async (name) => repliesOf(name, ['hello']), estimateNanoUsd: 1, maxOutputTokens: null })],
    () => [{ prompt: 'Hi' }],
    () => [{ prompt: 'Hi', model: 'none' }],
  ],
  ['clock.now', everySession, () => [], null],
  ['clock.sleep', everySession, () => [1], null],
  ['random', everySession, () => [], null],
  ['secret', everySession, () => ['TOKEN'], () => ['OTHER']],
  ['notify', everySession, () => ['hello'], () => ['fail']],
  ['handle.slice', everySession, () => [`${digest}#/a`, 1, 3], () => [`${digest}#/b`, 1, 3]],
];

for (const [name, make, good, failing] of subjects) {
  describe(name, () => {
    primitiveContract(
      { test, expect },
      { make: async () => (await make()).find((each) => each.name === name) as Primitive, good, failing },
    );
  });
}

test('there are fewer than ten families of them', async () => {
  const families = new Set(subjects.map(([name]) => name.split('.')[0]));
  expect(families.size).toBeLessThan(10);
});
