import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { answeredCell } from '../../src/testing/answered-cell.ts';
import { scratchFolder } from '../scratch.ts';
import { onEverySandbox, outcomeOf } from './sandboxes.ts';

/** A folder with packages, given as path and text. */
function packagesOf(files: Readonly<Record<string, string>>): string {
  const folder = scratchFolder();
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, 'node_modules', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  writeFileSync(join(folder, 'beside.txt'), 'not a package');
  return folder;
}

const files = {
  'esm/package.json': '{ "name": "esm", "type": "module", "exports": { ".": { "import": "./index.js" }, "./more": "./more.js" } }',
  'esm/index.js':
    'import { twice } from "cjs"; export const four = twice(2); export default function hello() { return "hello " + Date.now() }',
  'esm/more.js': 'export const list = [1, 2];',
  'cjs/package.json': '{ "name": "cjs", "main": "main.js" }',
  'cjs/main.js':
    'const util = require("node:util"); exports.twice = (n) => n * 2; exports.shown = util.inspect({ a: 1 }); exports.state = { n: 0 };',
  'looks/package.json': '{ "name": "looks", "type": "module", "exports": "./index.js" }',
  'looks/index.js':
    'import process, { env } from "node:process"; export const found = [typeof globalThis.process, env.PATH ?? null, process.platform];',
  'reads/package.json': '{ "name": "reads", "main": "main.js" }',
  'reads/main.js': 'require("fs").readFileSync("/etc/passwd")',
  'fetches/package.json': '{ "name": "fetches", "main": "main.js" }',
  'fetches/main.js': 'exports.get = () => require("node:http")',
  'throws/package.json': '{ "name": "throws", "main": "main.js" }',
  'throws/main.js': 'exports.check = (value) => { throw new TypeError("bad " + value) }',
  'climbs/package.json': '{ "name": "climbs", "type": "module", "exports": "./index.js" }',
  'climbs/index.js': 'export const found = await import("../../../../../../../../etc/passwd").then(() => "read", () => "refused");',
};

onEverySandbox((open) => {
  const tried = async (...codes: readonly string[]): Promise<unknown[]> => {
    const session = await open({ packages: packagesOf(files) });
    const outcomes: unknown[] = [];
    for (const code of codes) outcomes.push(outcomeOf(await answeredCell(session, code)));
    await session.close();
    return outcomes;
  };

  test('packages of the folder are imported by name, of both kinds, and stay for later cells', async () => {
    const [first, later, sub, dynamic, shown] = await tried(
      `import hello, { four as vier } from 'esm';\nimport * as cjs from 'cjs';\n[hello(), vier, cjs.twice(4)]`,
      'cjs.state.n += 1; [vier, cjs.state.n]',
      `import { list } from 'esm/more'; list`,
      `const { twice } = await import('cjs'); twice(21)`,
      `import cjs from 'cjs'; cjs.shown`,
    );
    expect([first, later, sub, dynamic, shown]).toEqual([['hello 1000000', 4, 8], [4, 1], [1, 2], 42, '{ a: 1 }']);
  });

  test('what cannot be imported is told in words', async () => {
    const [absent, missing, mistyped, file] = await tried(
      `import x from 'absent'`,
      `import { three } from 'esm'`,
      `import x from 'esm/none'`,
      `import '../beside.txt'`,
    );
    expect(absent).toMatchObject({ message: expect.stringContaining("Cannot find package 'absent'") });
    expect(missing).toMatchObject({ message: expect.stringContaining('the package "esm" has no export named "three"') });
    expect(mistyped).toMatchObject({ message: expect.stringContaining('./none') });
    expect(file).toMatchObject({ message: expect.stringContaining('only packages') });
  });

  test('a package reaches no more than the code does', async () => {
    const [looks, reads, fetches, climbs] = await tried(
      `import { found } from 'looks'; found`,
      `import 'reads'`,
      `import { get } from 'fetches'; get()`,
      `import { found } from 'climbs'; found`,
    );
    expect(looks).toEqual(['undefined', null, 'linux']);
    expect(reads).toMatchObject({ message: expect.stringContaining('a package imports "fs"') });
    expect(fetches).toMatchObject({ message: expect.stringContaining('a package imports "node:http"') });
    expect(climbs).toBe('refused');
  });

  test('an error within a package points at the line of the code that called it', async () => {
    const session = await open({ packages: packagesOf(files) });
    const { outcome } = await answeredCell(session, `import { check } from 'throws';\n\nconst a = check(1)`);
    expect(outcome.ok ? null : outcome.failure).toMatchObject({
      message: 'TypeError: bad 1',
      line: 3,
      column: 11,
      stack: '    at cell-1.ts:3:11',
    });
    await session.close();
  });

  test('an import takes part in turns: an answer has gone on as far as it can when what is imported has come', async () => {
    const session = await open({ packages: packagesOf(files) });
    const code = `await ctx.fs.read(1); const { four } = await import('esm'); await ctx.fs.read(four); 'end'`;
    const running = session.run({ code, mode: 'keep', nowMs: 0, seed: '', timeoutMs: 30_000, signal: new AbortController().signal });
    const seen: unknown[] = [];
    void (async () => {
      for await (const call of running.calls) seen.push(call.args[0]);
    })();
    await running.answer(1, { ok: true, value: null }, 0);
    expect(seen).toEqual([1, 4]);
    await running.answer(2, { ok: true, value: null }, 0);
    expect(outcomeOf(await running.end)).toBe('end');
    await session.close();
  });
});

test('a folder of packages that is not there is told when the session opens', async () => {
  const { processSandbox } = await import('../../src/adapters/sandbox/process/process-sandbox.ts');
  const opened = await processSandbox().open({ primitives: [], memoryBytes: 1 << 26, packages: '/nowhere/at/all' });
  expect(opened).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
});
