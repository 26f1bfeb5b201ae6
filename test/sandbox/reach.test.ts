import { expect, test } from 'vitest';
import { answeredCell } from '../../src/testing/answered-cell.ts';
import { onEverySandbox, outcomeOf } from './sandboxes.ts';

onEverySandbox((open) => {
  test.each([
    `this.constructor.constructor('return typeof process')()`,
    `console.log.constructor('return typeof process')()`,
    `ctx.fs.read.constructor('return typeof process')()`,
    `ctx.tool.call.constructor.constructor('return typeof process')()`,
    `Object.getPrototypeOf(async function(){}).constructor('return typeof process')()`,
    `(await ctx.fs.read('x')).constructor.constructor('return typeof process')()`,
    `try { null.x } catch (e) { globalThis.r = e.constructor.constructor('return typeof process')() } r`,
    `await ctx.fs.read(NaN).catch((e) => e.constructor.constructor('return typeof process')())`,
    `Error.prepareStackTrace = (e, s) => s; const sites = new Error().stack; Function('return typeof process')()`,
    `(0, eval)('typeof process')`,
    `new Function('return typeof require')()`,
    `typeof module`,
    `typeof globalThis.process`,
    `typeof fetch`,
    `typeof Buffer`,
    `typeof WebAssembly`,
    `typeof SharedArrayBuffer`,
    `typeof __dirname`,
    `typeof navigator`,
    `typeof new Error('x').stack.process`,
  ])('nothing of the host is in reach of %s', async (code) => {
    const session = await open();
    expect(outcomeOf(await answeredCell(session, code))).toBe('undefined');
    await session.close();
  });

  test('call sites lead to no function and no object of what runs the code', async () => {
    const session = await open();
    const code = `Error.prepareStackTrace = (e, s) => s;
      const found = [];
      new Promise(() => { for (const site of new Error().stack) found.push(typeof site.getFunction(), typeof site.getThis()) });
      await null; new Set(found.filter((each) => each !== 'undefined')).size`;
    // The code's own functions are sloppy and may be seen; none of them is of the host.
    const end = await answeredCell(session, code);
    expect(end.outcome.ok).toBe(true);
    await session.close();
  });

  test.each([
    [`import fs from 'node:fs'`, 'a part of Node'],
    [`await import('fs')`, 'a part of Node'],
    [`await import('node:process')`, 'a part of Node'],
    [`await import('/etc/passwd')`, 'only packages'],
    [`await import('./x.js')`, 'only packages'],
    [`await import('file:///etc/passwd')`, 'only packages'],
    [`await import('data:text/javascript,export default 1')`, 'only packages'],
    [`await import('yaml')`, 'no packages are installed'],
    [`await eval("import('node:fs')")`, 'dynamic import'],
    [`await new Function("return import('node:fs')")()`, 'dynamic import'],
    [`await __pawlImport({ toString: () => 'node:fs' })`, 'a part of Node'],
  ])('%s is refused', async (code, words) => {
    const session = await open();
    expect(outcomeOf(await answeredCell(session, code))).toMatchObject({ kind: 'error', message: expect.stringContaining(words) });
    await session.close();
  });

  test('a result with the names that objects are made of is data, inside and here', async () => {
    const session = await open();
    for (const text of [
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"polluted2":1}}}',
      '{"outputs":{"__proto__":{"approved":true}}}',
      '{"toString":"x","hasOwnProperty":1,"then":"y"}',
    ]) {
      const value = JSON.parse(text);
      const end = await answeredCell(
        session,
        'const given = await ctx.fs.read(); const copy = await ctx.tool.call(given); JSON.stringify(given)',
        ({ primitive, args }) => ({
          ok: true,
          value: primitive === 'fs.read' ? value : (args[0] ?? null),
        }),
      );
      expect(outcomeOf(end)).toBe(text);
      expect(JSON.stringify(end.calls[1]?.args)).toBe(`[${text}]`);
      expect(outcomeOf(await answeredCell(session, 'given', () => null))).toEqual(value);
      expect(outcomeOf(await answeredCell(session, '[{}.isAdmin, {}.polluted2, {}.approved].every((each) => each === undefined)'))).toBe(
        true,
      );
    }
    expect([
      ({} as { isAdmin?: unknown }).isAdmin,
      ({} as { polluted2?: unknown }).polluted2,
      ({} as { approved?: unknown }).approved,
    ]).toEqual([undefined, undefined, undefined]);
    await session.close();
  });

  test('names of variables and primitives that objects are made of are names like others', async () => {
    const session = await open({ primitives: ['__proto__.x', 'constructor', 'toString.valueOf', 'a.__proto__'] });
    await answeredCell(session, 'let toString = 1, constructor = 2, hasOwnProperty = 3, then = 4');
    expect(outcomeOf(await answeredCell(session, '[toString, constructor, hasOwnProperty, then]'))).toEqual([1, 2, 3, 4]);
    const proto = 'const __proto__ = { isAdmin: true }; [__proto__.isAdmin, globalThis.isAdmin === undefined]';
    expect(outcomeOf(await answeredCell(session, proto))).toEqual([true, true]);
    expect(outcomeOf(await answeredCell(session, '__proto__.isAdmin', undefined, { mode: 'read_only' }))).toBe(true);
    const { calls } = await answeredCell(
      session,
      `await ctx.constructor(1); await ctx.toString.valueOf(2); await ctx['__proto__'].x(3); await ctx.a['__proto__'](4)`,
    );
    expect(calls.map(({ primitive }) => primitive)).toEqual(['constructor', 'toString.valueOf', '__proto__.x', 'a.__proto__']);
    await session.close();
  });

  test('code that breaks the objects it shares with what runs it, breaks itself alone', async () => {
    const session = await open();
    for (const code of [
      `Array.prototype[Symbol.iterator] = function* () { yield 'mine' }`,
      `Object.prototype.toJSON = () => 'mine'`,
      `Array.prototype.push = Array.prototype.map = JSON.stringify = JSON.parse = Promise.prototype.then = () => { throw 'mine' }`,
      `Object.defineProperty(Object.prototype, 't', { get() { return 'run' } })`,
      `Map.prototype.get = Map.prototype.set = () => {}`,
    ]) {
      const broken = await open();
      await answeredCell(broken, code, undefined, { timeoutMs: 2000 });
      await answeredCell(broken, 'await ctx.fs.read(1)', undefined, { timeoutMs: 2000 });
      await broken.close();
    }
    expect(outcomeOf(await answeredCell(session, '1 + 1'))).toBe(2);
    await session.close();
  });
});
