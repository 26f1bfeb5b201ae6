import { expect, test } from 'vitest';
import { answeredCell } from '../../src/testing/answered-cell.ts';
import { kindOf, onEverySandbox, outcomeOf } from './sandboxes.ts';

onEverySandbox((open) => {
  test.each([
    'for (;;);',
    'Promise.resolve().then(() => { while (true) {} })',
    '(async () => { for (;;) await null })()',
    'queueMicrotask(function f() { queueMicrotask(f) })',
    `/^(a+)+$/.test('a'.repeat(40) + '!')`,
    'new Proxy({}, { get() { for (;;); } })',
    '({ get x() { for (;;); } })',
    'await ctx.fs.read({ get x() { for (;;); } })',
    'throw { get message() { for (;;); }, toString() { for (;;); } }; ',
    'const e = new Error("x"); Object.defineProperty(e, "message", { get() { for (;;); } }); throw e',
    'console.log({ get [Symbol.toStringTag]() { for (;;); } })',
    'await new Promise((resolve) => setTimeout(resolve, 1e9))',
    'function f() { return ctx.fs.read().then(f) } await f()',
    'await import("x").catch(function f() { return Promise.resolve().then(f) })',
  ])('%s ends at the limit, while this process goes on', async (code) => {
    const session = await open();
    let turnsOfThisProcess = 0;
    const turning = setInterval(() => turnsOfThisProcess++, 10);
    const end = await answeredCell(session, code, (call) => (call.primitive === 'clock.sleep' ? null : { ok: true, value: null }), {
      timeoutMs: 700,
    });
    clearInterval(turning);
    // A thrown object is shown without running its code, so that may end before; a chain that grows may fill its memory first.
    const ends = code.startsWith('throw') ? ['error', 'timeout'] : code.includes('.then(f)') ? ['timeout', 'memory'] : ['timeout'];
    expect(ends).toContain(kindOf(end));
    // A process that the code had blocked would have had no turn before the limit.
    if (kindOf(end) === 'timeout') expect(turnsOfThisProcess).toBeGreaterThan(2);
    const next = await open();
    expect(outcomeOf(await answeredCell(next, '1 + 1'))).toBe(2);
    await next.close();
    await session.close();
  });
});
