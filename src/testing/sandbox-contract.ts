import type { Failure } from '../core/model/failure.ts';
import type { CellFailure, Sandbox, Session } from '../ports/sandbox.ts';
import { answeredCell } from './answered-cell.ts';
import type { ContractKit } from './contract-kit.ts';
import { okValue } from './ok-value.ts';

const mebibyte = 1024 * 1024;
const primitives = ['fs.read', 'fs.write', 'sh', 'sh.x', 'clock.sleep', 'mcp.files.read-text'];

/**
 * What every `Sandbox` must do, however it keeps code in.
 *
 * @param sandbox the one under test; it is not closed here.
 */
export function sandboxContract({ test, expect }: ContractKit, sandbox: () => Sandbox): void {
  const within = async (act: (session: Session) => Promise<void>, names: readonly string[] = primitives): Promise<void> => {
    const session = okValue(await sandbox().open({ primitives: names, memoryBytes: 128 * mebibyte, packages: null }));
    try {
      await act(session);
    } finally {
      await session.close();
    }
  };
  const resultOf = async (session: Session, code: string): Promise<unknown> => {
    const { outcome } = await answeredCell(session, code);
    return outcome.ok ? outcome.result : outcome.failure;
  };
  const failureOf = async (session: Session, code: string): Promise<Partial<CellFailure>> => {
    const { outcome } = await answeredCell(session, code);
    return outcome.ok ? {} : outcome.failure;
  };

  test('the value of the last expression is the result, as JSON, and in a few words', () =>
    within(async (session) => {
      for (const [code, result] of [
        ['1 + 1', 2],
        ['const a: number[] = [1, 2];\na.map((x): number => x * 2)', [2, 4]],
        ['const s = "no expression"', null],
        ['await Promise.resolve({ b: [null, true], c: undefined })', { b: [null, true] }],
        ['Promise.resolve("awaited")', 'awaited'],
        ['({ then: "is data" })', JSON.parse('{ "then": "is data" }')],
        ['new Uint8Array([1, 2, 255])', { $blob: 'AQL/' }],
        ['if (true) { const hidden = 1 }\n;[1]', [1]],
        ['return 7', 7],
        ['', null],
      ] as const) {
        expect(await resultOf(session, code)).toEqual(result);
      }
      const { outcome } = await answeredCell(session, 'new Map([[1, { a: 2 }]])');
      expect(outcome).toEqual({ ok: true, result: null, shown: 'Map(1) { 1 => { a: 2 } }' });
    }));

  test('calls arrive with their names and arguments, and their answers as values', () =>
    within(async (session) => {
      const { outcome, calls } = await answeredCell(
        session,
        `const [a, b, c, d] = await Promise.all([ctx.fs.read('x', { y: 1, z: undefined }), ctx.sh('ls'), ctx.sh.x(), ctx.mcp.files['read-text']({})]);
         [a, b, c, d]`,
      );
      expect(calls).toEqual([
        { n: 1, primitive: 'fs.read', args: ['x', { y: 1 }] },
        { n: 2, primitive: 'sh', args: ['ls'] },
        { n: 3, primitive: 'sh.x', args: [] },
        { n: 4, primitive: 'mcp.files.read-text', args: [{}] },
      ]);
      expect(outcome).toMatchObject({ ok: true, result: [['x', { y: 1 }], ['ls'], [], [{}]] });
    }));

  test('the answer to "call" is a function, which runs in the cell, with a world of its own names, and gives JSON', () =>
    within(
      async (session) => {
        const code = `const greeting = 'hello';
function greet(name: string): string { return greeting + ' ' + name; }
export default async function welcome({ name }: { name: string }, ctx) { await ctx.sh('log'); return { said: greet(name), none: undefined }; }`;
        const running = session.run({
          code: "const said = await ctx.call('welcome', { name: 'you' }); [said, typeof greet]",
          mode: 'keep',
          nowMs: 0,
          seed: 's',
          timeoutMs: 20_000,
          signal: new AbortController().signal,
        });
        const calls: unknown[] = [];
        for await (const { n, primitive, args } of running.calls) {
          calls.push([n, primitive, args]);
          await running.answer(n, { ok: true, value: primitive === 'call' ? { code } : null }, 0);
        }
        const { outcome } = await running.end;
        expect(outcome).toMatchObject({ ok: true, result: [{ said: 'hello you' }, 'undefined'] });
        expect(calls).toEqual([
          [1, 'call', ['welcome', { name: 'you' }]],
          [2, 'sh', ['log']],
        ]);
      },
      ['call', 'sh'],
    ));

  test('bytes travel as blobs, both ways', () =>
    within(async (session) => {
      const code = 'const [bytes] = await ctx.fs.write(new Uint8Array([0, 255]));\n[bytes instanceof Uint8Array, bytes.length, bytes[1]]';
      const { outcome, calls } = await answeredCell(session, code);
      expect(calls[0]?.args).toEqual([{ $blob: 'AP8=' }]);
      expect(outcome).toMatchObject({ ok: true, result: [true, 2, 255] });
    }));

  test('what is no JSON never arrives: it is refused in the code, by its place', () =>
    within(async (session) => {
      for (const [argument, message] of [
        ['"a", { body: { amount: NaN } }', 'ctx.fs.read argument 2, at .body.amount: NaN is no JSON'],
        ['[1, Infinity]', 'ctx.fs.read argument 1, at [1]: Infinity is no JSON'],
        ['10n', 'ctx.fs.read argument 1: a BigInt is no JSON'],
        ['{ "a b": new Map() }', 'ctx.fs.read argument 1, at ["a b"]: a Map is no JSON'],
        ['new Set()', 'a Set is no JSON'],
        ['new Date(0)', 'a Date is no JSON'],
        ['{ f() {} }', 'at .f: a function is no JSON'],
        ['Symbol("s")', 'a symbol is no JSON'],
        ['[1, , 2]', 'at [1]: a hole in a list is no JSON'],
        ['[undefined]', 'at [0]: undefined is no JSON'],
        ['(() => { const a = {}; a.b = { a }; return a })()', 'at .b.a: this leads back'],
        ['new (class Order {})()', 'an Order is no JSON'],
        ['"\\ud800"', 'half of a surrogate pair'],
        ['Array(900).fill(0).reduce((inner) => [inner], 0)', 'nested deeper than 500'],
        ['new Array(1e9)', 'at [0]: a hole'],
      ] as const) {
        const { outcome, calls } = await answeredCell(session, `await ctx.fs.read(${argument})`);
        expect(calls).toEqual([]);
        expect(outcome.ok ? '' : outcome.failure.message).toContain(message);
        expect(outcome.ok ? '' : outcome.failure.message.slice(0, 10)).toBe('TypeError:');
        expect(outcome.ok ? 0 : outcome.failure.line).toBe(1);
      }
    }));

  test('a failed answer is an error in the code, with its kind, at the place of the call', () =>
    within(async (session) => {
      const failure: Failure = { kind: 'not_found', message: 'There is no file x.' };
      const fails = () => ({ ok: false, failure }) as const;
      const thrown = await answeredCell(session, 'async function read() {\n  return ctx.fs.read("x");\n}\n\nawait read()', fails);
      expect(thrown.outcome.ok ? null : thrown.outcome.failure).toEqual({
        kind: 'error',
        message: 'PrimitiveError: There is no file x.',
        line: 2,
        column: 17,
        stack: '    at read (cell-1.ts:2:17)\n    at cell-1.ts:5:7',
      });
      const caught = await answeredCell(
        session,
        'try { await ctx.sh("x") } catch (e) { [e.name, e.kind, e.message, e instanceof Error] }',
        fails,
      );
      expect(caught.outcome.ok).toBe(true);
      const given = await answeredCell(
        session,
        'let given;\ntry { await ctx.sh("x") } catch (e) { given = [e.name, e.kind, e.message, e instanceof Error] }\ngiven',
        fails,
      );
      expect(given.outcome).toMatchObject({ ok: true, result: ['PrimitiveError', 'not_found', 'There is no file x.', true] });
    }));

  test('errors tell the line and the column of the model’s own text', () =>
    within(async (session) => {
      for (const [code, kind, line, column, message] of [
        ['const a = 1;\nlet b: string = ;', 'syntax', 2, 17, 'SyntaxError: '],
        ['const a = 1;\nenum Colour { Red }', 'syntax', 2, 1, 'cannot be erased'],
        ['const a = 1;\nimport x from', 'syntax', 2, 14, 'SyntaxError: '],
        ['let a = 1\nlet a = 2', 'syntax', 2, 5, 'already been declared'],
        ['import.meta.url', 'syntax', 1, 1, 'import.meta'],
        ['const a: number = 1;   throw new RangeError("own")', 'error', 1, 30, 'RangeError: own'],
        ['class A { m() { nothing() } }; new A().m()', 'error', 1, 17, 'ReferenceError: nothing is not defined'],
        ['let x: unknown, y: { a: number } = { a: 1 };   y.b.c', 'error', 1, 52, 'TypeError: Cannot read'],
        ['await Promise.reject(new Error("rejected"))', 'error', 1, 22, 'Error: rejected'],
        ['void Promise.reject(new Error("alone"));\n1', 'error', 1, 21, 'Error: alone'],
        ['setTimeout(() => {\n  throw new Error("later");\n}, 5);\nawait ctx.fs.read()', 'error', 2, 9, 'Error: later'],
        ['await new Promise(() => {})', 'error', null, null, 'can never come'],
        ['throw "a text"', 'error', null, null, "Thrown: 'a text'"],
        ['throw null', 'error', null, null, 'Thrown: null'],
        ['(function f() { f() })()', 'error', 1, null, 'RangeError: Maximum call stack size exceeded'],
      ] as const) {
        const failure = await failureOf(session, code);
        expect({ code, kind: failure.kind, line: failure.line }).toEqual({ code, kind, line });
        if (column !== null) expect({ code, column: failure.column }).toEqual({ code, column });
        expect(failure.message).toContain(message);
        for (const place of failure.stack?.split('\n') ?? []) expect(place === '' || /cell-\d+\.ts:\d+:\d+/.test(place)).toBe(true);
      }
    }));

  test('what a cell declares lives on, may be declared again, and is shared with closures', () =>
    within(async (session) => {
      await resultOf(session, 'const a = 1; let b = 2; var c = 3; function f() { return a + b + c } class K { get() { return f() } }');
      expect(await resultOf(session, 'new K().get()')).toBe(6);
      await resultOf(session, 'let a = 10, { b, d = 5 } = { b: 20 }; for (var i = 0; i < 3; i++) { var inner = i }');
      expect(await resultOf(session, '[f(), d, i, inner]')).toEqual([33, 5, 3, 2]);
      await resultOf(session, 'const count = () => ++b; count()');
      expect(await resultOf(session, 'count(); b')).toBe(22);
      await resultOf(session, 'function f() { return "anew" }');
      expect(await resultOf(session, 'new K().get()')).toBe('anew');
      const variables = okValue(await session.variables());
      expect(variables.map(({ name }) => name).sort()).toEqual(['K', 'a', 'b', 'c', 'count', 'd', 'f', 'i', 'inner']);
      expect(variables.find(({ name }) => name === 'a')).toEqual({ name: 'a', shown: '10' });
    }));

  test('a cell that throws keeps what it had declared', () =>
    within(async (session) => {
      expect((await failureOf(session, 'const kept = 1;\nthrow new Error("x");\nconst never = 2')).kind).toBe('error');
      expect(await resultOf(session, '[kept, typeof never]')).toEqual([1, 'undefined']);
    }));

  test('a read-only cell has copies, names what it lacks, and changes nothing', () =>
    within(async (session) => {
      await resultOf(session, 'const list = [1]; const shared = { list }; const f = () => 1; let n = 1; const when = new Date(5)');
      const code = 'list.push(2); n = 99; globalThis.more = 1; [shared.list.length, n, typeof f, when.getTime(), await ctx.fs.read("x")]';
      const { outcome, absent, calls } = await answeredCell(session, code, undefined, { mode: 'read_only' });
      expect(outcome).toMatchObject({ ok: true, result: [2, 99, 'undefined', 5, ['x']] });
      expect(absent).toEqual(['f']);
      expect(calls.length).toBe(1);
      expect(await resultOf(session, '[list.length, n, typeof more, f()]')).toEqual([1, 1, 'undefined', 1]);
    }));

  test('time stands still but for answers, and chance comes from the seed', () =>
    within(async (session) => {
      const code = `const all = () => [Date.now() + new Date().getTimezoneOffset(), new Date().toISOString(), performance.now(), Math.random(), crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(3))]];
        const first = all(); for (let i = 0; i < 1e6; i++); const again = Date.now(); await ctx.fs.read(); [first, again, Date.now()]`;
      const one = await answeredCell(session, code);
      const [first, again, after] = (one.outcome.ok ? one.outcome.result : []) as [unknown[], number, number];
      expect(first.slice(0, 2)).toEqual([1_000_000, '1970-01-01T00:16:40.000Z']);
      expect([again, after]).toEqual([1_000_000, 1_001_000]);
      const same = await answeredCell(session, code);
      expect(same.outcome).toEqual(one.outcome);
      const other = await answeredCell(session, code, undefined, { seed: 'another' });
      expect(other.outcome).not.toEqual(one.outcome);
    }));

  test('timers are calls of clock.sleep, and throw by name where that is not offered', async () => {
    await within(async (session) => {
      const code = `const seen = [];
        setTimeout((x) => seen.push(x), 20, 'late'); const no = setTimeout(() => seen.push('never'), 1); clearTimeout(no);
        await new Promise((resolve) => setImmediate(resolve));
        let ticks = 0; await new Promise((resolve) => { const id = setInterval(() => { if (++ticks === 2) { clearInterval(id); resolve() } }, 7) });
        [seen, ticks]`;
      const { outcome, calls } = await answeredCell(session, code);
      expect(calls.map(({ primitive, args }) => [primitive, args[0]])).toEqual([20, 1, 0, 7, 7].map((ms) => ['clock.sleep', ms]));
      expect(outcome).toMatchObject({ ok: true, result: [['late'], 2] });
    });
    await within(
      async (session) => {
        expect(await failureOf(session, 'setTimeout(() => {}, 1)')).toMatchObject({ line: 1, column: 1 });
        expect((await failureOf(session, 'setTimeout(() => {}, 1)')).message).toContain('clock.sleep');
      },
      ['fs.read'],
    );
  });

  test('what it prints is kept apart, up to a limit, and the rest is counted', () =>
    within(async (session) => {
      const small = await answeredCell(session, 'console.log("a", { b: 1 }); console.error("c\\ud800"); console.warn("d")');
      expect([small.stdout, small.stderr, small.cutBytes]).toEqual(['a { b: 1 }\n', 'c\ufffd\nd\n', 0]);
      const { stdout, stderr, cutBytes } = await answeredCell(
        session,
        'for (let i = 0; i < 2000; i++) console.log("ü".repeat(499)); console.error("kept")',
      );
      expect(new TextEncoder().encode(stdout).length).toBeLessThan(256 * 1024 + 1);
      expect(new TextEncoder().encode(stdout).length + cutBytes).toBe(2000 * 999);
      expect(stderr).toBe('kept\n');
    }));

  test('a cell ends with its top level, and tells which calls it left', () =>
    within(async (session) => {
      const { outcome, stderr } = await answeredCell(session, 'const left = ctx.fs.read("x"); "done"', () => null);
      expect(outcome).toMatchObject({ ok: true, result: 'done' });
      expect(stderr).toContain('fs.read (call 1)');
      expect(await resultOf(session, '"goes on"')).toBe('goes on');
      expect((await failureOf(session, 'await left')).message).toContain('ctx.fs.read was still under way when its cell ended');
    }));

  test('an answer resolves when the code has gone on as far as it can', () =>
    within(async (session) => {
      const code = `let x = await ctx.fs.read(1);
        for (let i = 0; i < 50; i++) await null;
        await Promise.all([ctx.fs.read(2), ctx.fs.read(3)]);
        "end"`;
      const running = session.run({ code, mode: 'keep', nowMs: 0, seed: '', timeoutMs: 30_000, signal: new AbortController().signal });
      const calls = running.calls[Symbol.asyncIterator]();
      const seen: number[] = [];
      void (async () => {
        for (let next = await calls.next(); !next.done; next = await calls.next()) seen.push(next.value.n);
      })();
      await running.begun;
      expect(seen).toEqual([1]);
      await running.answer(1, { ok: true, value: null }, 1);
      expect(seen).toEqual([1, 2, 3]);
      await running.answer(3, { ok: true, value: null }, 2);
      expect(seen).toEqual([1, 2, 3]);
      await running.answer(2, { ok: true, value: null }, 3);
      expect((await running.end).outcome).toMatchObject({ ok: true, result: 'end' });
    }));

  test('a cell over its time, or cancelled, takes its session with it, and says so', async () => {
    for (const mode of ['keep', 'read_only'] as const) {
      await within(async (session) => {
        const late = await answeredCell(session, 'console.log("begun"); for (;;);', undefined, { timeoutMs: 4000, mode });
        expect(late.outcome.ok ? null : late.outcome.failure.kind).toBe('timeout');
        expect(late.stdout).toBe('begun\n');
        expect(await failureOf(session, '1')).toMatchObject({ kind: 'ended' });
        expect((await session.variables()).ok).toBe(false);
      });
    }
    await within(async (session) => {
      const abort = new AbortController();
      const abortNow = () => {
        abort.abort();
        return null;
      };
      const waiting = answeredCell(session, 'await ctx.fs.read()', abortNow, { signal: abort.signal });
      const { outcome } = await waiting;
      expect(outcome.ok ? null : outcome.failure.kind).toBe('cancelled');
      expect(await failureOf(session, '1')).toMatchObject({ kind: 'ended' });
    });
  });

  test('a session that was closed says so; others go on', () =>
    within(async (session) => {
      await within(async (other) => {
        await resultOf(other, 'const a = 1');
        await session.close();
        expect(await failureOf(session, '1')).toMatchObject({ kind: 'ended' });
        expect(await resultOf(other, 'a')).toBe(1);
      });
    }));

  test('a result, a call or an answer that is too large fails in the code, and the session goes on', () =>
    within(async (session) => {
      expect((await failureOf(session, '"x".repeat(20e6)')).message).toContain('The result is more than 4 MiB as JSON');
      expect((await failureOf(session, 'await ctx.fs.write("x".repeat(20e6))')).message).toContain(
        'ctx.fs.write argument 1: more than 4 MiB as JSON',
      );
      const big = await answeredCell(session, 'try { await ctx.fs.read() } catch (e) { globalThis.kind = e.kind }', () => ({
        ok: true,
        value: 'x'.repeat(20e6),
      }));
      expect(big.outcome.ok).toBe(true);
      expect(await resultOf(session, 'kind')).toBe('too_large');
    }));
}
