import { afterAll, expect, test } from 'vitest';
import { processSandbox } from '../../src/adapters/sandbox/process/process-sandbox.ts';
import { answeredCell } from '../../src/testing/answered-cell.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { mebibyte, outcomeOf } from './sandboxes.ts';

const sandbox = processSandbox();
afterAll(() => sandbox.close());

const played = async (...codes: readonly string[]): Promise<unknown> => {
  const session = okValue(await sandbox.open({ primitives: ['fs.read', 'clock.sleep'], memoryBytes: 128 * mebibyte, packages: null }));
  let last: unknown;
  for (const code of codes) last = outcomeOf(await answeredCell(session, code));
  await session.close();
  return last;
};

test.each([
  ['no semicolons', 'const a = 1\nconst [b] = [2]\nlet c\n;[a, b, typeof c]', [1, 2, 'undefined']],
  ['a class, and a list after it', 'class A {}\n[1, 2].map((x) => x)', [1, 2]],
  [
    'a class that extends one, with types',
    'abstract class A<T> { constructor(readonly_: T) { this.x = readonly_ } x: T }\nclass B extends A<number> {}\nnew B(5).x',
    5,
  ],
  [
    'functions before they are declared',
    'const r = f(); function f(): string { return g() } async function* g2() {} function g() { return "g" }\nr',
    'g',
  ],
  [
    'var in blocks and heads of loops',
    'for (var i = 0, j = 1; i < 2; i++) { var k = i } for (var x of [7]); for (var y in { z: 1 }); if (1) var q = 3; else var w = 4;\n[i, j, k, x, y, q, typeof w]',
    [2, 1, 1, 7, 'z', 3, 'undefined'],
  ],
  [
    'var that is not reached is undefined, let is not there',
    'const before = typeof v;\nif (false) { var v = 1 }\n[before, v === undefined]',
    ['undefined', true],
  ],
  ['var of functions stays theirs', 'const f = () => { var inner = 1; return inner };\n[f(), typeof inner]', [1, 'undefined']],
  [
    'let of loops stays theirs',
    'const fs = []; for (let i = 0; i < 3; i++) fs.push(() => i);\n[fs.map((f) => f()), typeof i]',
    [[0, 1, 2], 'undefined'],
  ],
  [
    'patterns with defaults and rests',
    'const { a: { b = 5, ...rest } = {}, ["c" + 1]: d = 6, ...others } = { a: { x: 1 }, c1: undefined, e: 2 };\n[b, rest, d, others]',
    [5, { x: 1 }, 6, { e: 2 }],
  ],
  ['a name of its own for functions', 'const named = () => {}; let K = class {};\n[named.name, K.name]', ['named', 'K']],
  ['use strict', '"use strict";\nlet fresh = 1;\nfresh', 1],
  [
    'exports',
    'export const a = 1; export function f() { return a } export { a as b }; export default class D {}\n[f(), typeof D]',
    [1, 'function'],
  ],
  ['a template and a regular expression at the end', '`a${1 + 1}${/[/]\\//.test("//")}`', 'a2true'],
  ['a comment after the last expression', '[1] // the end )\n/* ) */', [1]],
  ['a sequence at the end', '(1, 2)', 2],
  ['an arrow with an object', 'const o = [1].map((n) => ({ n }));\no', [{ n: 1 }]],
  ['type arguments of a call', 'function id<T>(x: T) { return x }\nid<number>(3)', 3],
  ['comparisons that look like them', 'const a = 1, b = 2, c = 3;\n[a < b, c > 1]', [true, true]],
  ['satisfies, as and !', 'const x = { a: 1 } satisfies { a: number };\n(x as { a: number }).a!', 1],
  [
    'types, interfaces and overloads alone',
    'type A = { a: string };\ninterface B extends A { b?: number }\ndeclare const z: B;\nfunction f(a: string): string; function f(a: unknown) { return String(a) }\nf("x")',
    'x',
  ],
  ['for await', 'async function* g() { yield 1; yield 2 }\nlet sum = 0; for await (const n of g()) sum += n;\nsum', 3],
  ['labels and blocks', 'outer: for (const a of [1, 2]) { for (;;) continue outer }\n"done"', 'done'],
  ['using', 'let gone = 0;\n{ using r = { [Symbol.dispose]() { gone++ } }; }\ngone', 1],
  ['names that were there before', 'const URL = 1, console = 2, Date = 3, ctx = 4;\n[URL, console, Date, ctx]', [1, 2, 3, 4]],
  ['eval and Function', 'eval("var viaEval = 2");\n[viaEval, new Function("a", "return a + 1")(1)]', [2, 2]],
  ['a generator as the last', 'function* g() { yield 1 }\n[...g()]', [1]],
  ['lines of Windows', 'const a = 1;\r\nconst b = 2;\r\na + b', 3],
  ['the line separator in a text', '"a\u2028b".length', 3],
  ['nothing but a comment', '// nothing', null],
])('a cell with %s', async (_what, code, result) => {
  expect(await played(code)).toEqual(result);
});

test.each([
  ['a brace too many', '}', /Unexpected token|Expression expected|expected/i],
  ['an end that is missing', 'f(', /expected|Unexpected/i],
  ['what would close the function around it', '}); process.exit(); (async () => {', /Unexpected|expected/i],
  ['await in a function that is not async', 'function f() { await 1 }', /await|expected|Unexpected/i],
  ['deeper than the stack', `${'('.repeat(50_000)}1${')'.repeat(50_000)}`, /./],
  ['a namespace', 'namespace N { export const a = 1 }', /namespace.*cannot be erased/],
  ['parameter properties', 'class A { constructor(private a: number) {} }', /cannot be erased/],
  ['a decorator', '@d class A {}', /./],
])('a cell with %s is a mistake of syntax, told, and the session goes on', async (_what, code, words) => {
  const session = okValue(await sandbox.open({ primitives: [], memoryBytes: 128 * mebibyte, packages: null }));
  expect(outcomeOf(await answeredCell(session, code))).toMatchObject({ kind: 'syntax', message: expect.stringMatching(words) });
  expect(outcomeOf(await answeredCell(session, '1 + 1'))).toBe(2);
  await session.close();
});

test('columns on a line with several declarations are those of the text', async () => {
  const session = okValue(await sandbox.open({ primitives: [], memoryBytes: 128 * mebibyte, packages: null }));
  for (const code of [
    'class A {} class B {} let a, b, c = 1; var d; const e: string = "x"; null.x',
    'let a, b;   throw new Error("x")',
    'const f = async () => { return null.x }; await f()',
    'export const a = 1, b: number = null.x',
    '/* ü 😀 */ const a = 1; null.x',
  ]) {
    const { outcome } = await answeredCell(session, code);
    const at = code.includes('null.x') ? code.indexOf('null.x') + 'null.'.length + 1 : code.indexOf('new Error') + 1;
    expect({ code, column: outcome.ok ? null : outcome.failure.column }).toEqual({ code, column: at });
  }
  await session.close();
});
