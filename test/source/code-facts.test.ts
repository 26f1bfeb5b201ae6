import { describe, expect, test } from 'vitest';
import type { CodeFacts, Named } from '../../src/core/library/function/code-facts.ts';
import { codeFacts } from '../../src/source/code-facts.ts';

function factsOf(code: string): CodeFacts {
  const read = codeFacts(code);
  if (!read.ok) throw new Error(`${read.failure.line}:${read.failure.column}: ${read.failure.message}`);
  return read.value;
}

const bodyFacts = (body: string): CodeFacts => factsOf(`export default async function f(input, ctx) {\n${body}\n}`);
const names = (all: readonly Named[]): string[] => all.map(({ name }) => name);

describe('primitives', () => {
  test.each([
    ['a call', "await ctx.fs.read('a')", ['fs.read']],
    ['a pattern', "const { fs } = ctx; await fs.read('a')", ['fs.read']],
    ['a pattern in a pattern', "const { fs: { read: get } } = ctx; await get('a')", ['fs.read']],
    ['the rest of a pattern', "const { sh, ...rest } = ctx; await rest.fs.read('a')", ['fs.read']],
    ['an alias', "const c = ctx; const d = c; await d.fs.read('a')", ['fs.read']],
    ['an alias set later', "let c; c = ctx; await c.fs.read('a')", ['fs.read']],
    ['an alias that is a choice', "const c = input.a ? ctx.fs : ctx.http; await c.get('a')", ['fs.get', 'http.get']],
    ['a member by its text', "await ctx['fs'].read('a')", ['fs.read']],
    ['a member by a constant', "const m = 'fs'; await ctx[m]['re' + 'ad']('a')", ['fs.read']],
    ['a tool of a server', "await ctx.mcp.files['list-all']({})", ['mcp.files.list-all']],
    ['an optional call', "await ctx?.fs?.read?.('a')", ['fs.read']],
    ['a callback', 'await Promise.all(input.paths.map(ctx.fs.read))', ['fs.read']],
    ['what is returned', 'return ctx.fs.read', ['fs.read']],
    ['an object', "const tools = { files: ctx.fs }; await tools.files.read('a')", ['fs.read']],
    ['a copy', "const mine = { ...ctx }; await mine.fs.read('a')", ['fs.read']],
    ['a list', "const [get] = [ctx.fs.read]; await get('a')", ['fs.read']],
    ['a loop', "for (const get of [ctx.fs.read, ctx.fs.list]) await get('a')", ['fs.list', 'fs.read']],
    ['a function inside', "const get = (c) => c.fs.read('a'); await get(ctx)", ['fs.read']],
    ['a function that is called at once', "await (async ({ fs }) => fs.read('a'))(ctx)", ['fs.read']],
    ['the rest of parameters', "const get = (...all) => all[0].fs.read('a'); await get(ctx)", ['fs.read']],
    ['a default', "const get = (c = ctx) => c.fs.read('a'); await get()", ['fs.read']],
    ['another ctx', "const get = (ctx) => ctx.fs.read('a'); await get(input)", []],
    ['a member of something else', "await input.ctx.fs.read('a')", []],
    ['the arguments of a function', 'function get() { return arguments[0].fs.read(1) } await get(ctx)', ['fs.read']],
    ['its own arguments', "await arguments[1].fs.read('a')", ['fs.read']],
    ['its own arguments in an arrow', "const get = () => arguments[1]?.fs.read('a'); await get()", ['fs.read']],
    ['its own arguments one by one', "const [, c] = arguments; await c.fs.read('a')", ['fs.read']],
    ['other arguments', "await arguments[0].fs.read('a'); arguments.length", []],
    ['bound', "const get = ctx.fs.read.bind(null, 'a'); await get()", ['fs.read.bind']],
  ])('%s', (_, body, expected) => {
    const { primitives, lost } = bodyFacts(body);
    expect(names(primitives)).toEqual(expected);
    expect(lost).toEqual([]);
  });

  test.each([
    [
      'out of a pattern of the parameters',
      "export default async function f(input, { fs: { read }, sh }) { await read('a'); await sh('ls') }",
      ['fs.read', 'sh'],
    ],
    ['the rest of its parameters', "export default async function f(input, ...rest) { await rest[0].fs.read('a') }", ['fs.read']],
    ['all of its parameters', "export default async function f(...all) { await all[1].fs.read('a') }", ['fs.read']],
    ['all of them by a pattern', "export default async function f(...[, { fs }]) { await fs.read('a') }", ['fs.read']],
    ['arguments without a parameter', "export default async function f() { await arguments[1].fs.read('a') }", ['fs.read']],
    [
      'a method of methods',
      'export default async function f(i, ctx) { await ctx.fs.read.call.call.call.call.call(f) }',
      ['fs.read.call.call.call.call'],
    ],
    [
      'in a helper beside it',
      "async function get({ fs }, path) { return fs.read(path) }\nexport default async function f(input, ctx) { return get(ctx, 'a') }",
      ['fs.read'],
    ],
    [
      'through an object of arguments',
      "const get = ({ ctx, path }) => ctx.fs.read(path);\nexport default async function f(input, ctx) { return get({ ctx, path: 'a' }) }",
      ['fs.read'],
    ],
    [
      'in helpers that call each other',
      'function a(c, n) { return n ? b(c, n - 1) : c.sh("ls") }\nfunction b(c, n) { return a(c, n) }\nexport default async function f(input, ctx) { return a(ctx, 3) }',
      ['sh'],
    ],
    ['without ctx', 'export default async function f(input) { return input }', []],
  ])('%s', (_, code, expected) => {
    expect(names(factsOf(code).primitives)).toEqual(expected);
  });

  test.each([
    ['a member that is worked out', 'await ctx.fs[input.verb]()', 'ctx.fs[input.verb]'],
    ['a member of something that outlives it', 'input.ctx = ctx', 'input.ctx'],
    ['an argument of what is not seen', 'input.run(ctx)', 'ctx'],
    ['a pattern that is worked out', 'const { [input.verb]: x } = ctx', '[input.verb]: x'],
    ['what is thrown', 'throw ctx', 'ctx'],
    ['arguments that are spread', 'input.run(...[ctx])', '...[ctx]'],
    ['a helper that may be another one', 'let get = (c) => c.sh("ls"); get = input.other; get(ctx)', 'ctx'],
  ])('lost: %s', (_, body, text) => {
    expect(names(bodyFacts(body).lost)).toEqual([text]);
  });
});

describe('stored functions', () => {
  test.each([
    ['a call', "await ctx.call('total', {})", ['total']],
    ['returned', "return ctx.call('total', input)", ['total']],
    ['an alias', "const { call } = ctx; await call('total')", ['total']],
    ['an alias of a member', "const run = ctx.call; await run('total')", ['total']],
    ['a callback', "return Promise.all(input.files.map((file) => ctx.call('total', { file })))", ['total']],
    ['bound', "const total = ctx.call.bind(null, 'total'); await total(input)", ['total']],
    ['applied', "await ctx.call.apply(null, ['total', input])", ['total']],
    ['a constant', "const name = 'to' + 'tal'; await ctx.call(name)", ['total']],
    ['a choice', "await ctx.call(input.many ? 'total' : 'first')", ['total', 'first']],
    ['a choice with a name', "const name = input.many ? 'total' : 'first'; await ctx.call(name)", ['total', 'first']],
    ['itself', "await ctx.call('f', {})", ['f']],
    ['in a helper', "const run = (c, name) => c.call('total'); await run(ctx, 'x')", ['total']],
  ])('%s', (_, body, expected) => {
    const { dependencies, unknownDependencies, primitives } = bodyFacts(body);
    expect([names(dependencies), unknownDependencies, primitives]).toEqual([expected, [], []]);
  });

  test('imports with attributes name nothing of the world', () => {
    expect(factsOf("import a from 'a' with { type: 'json' };\nexport default async function f() {}").ambient).toEqual([]);
  });

  test.each([
    'await ctx.call(input.name)',
    'await ctx.call()',
    'await ctx.call(`to${input.what}`)',
    'await ctx.call(input.many ? "total" : input.name)',
    'let name = "total"; name = input.name; await ctx.call(name)',
    'return ctx.call',
    'return input.names.map(ctx.call)',
    'await ctx.call.apply(null, input.args)',
    'await ctx.call.x("total")',
    'const run = (c, name) => c.call(name); await run(ctx, "total")',
  ])('a name that is worked out: %s', (body) => {
    expect(bodyFacts(body).unknownDependencies).toHaveLength(1);
    expect(bodyFacts(body).dependencies).toEqual([]);
  });
});

describe('past ctx', () => {
  test.each([
    ['process.env.HOME', 'process'],
    ['fetch("https://example.com")', 'fetch'],
    ['require("fs")', 'require'],
    ['Date.now()', 'Date.now'],
    ['Date["now"]()', 'Date.now'],
    ['const { now } = Date; now()', 'Date.now'],
    ['[1].map(Date.now)', 'Date.now'],
    ['new Date()', 'new Date()'],
    ['Date()', 'Date()'],
    ['const D = Date; new D()', 'new Date()'],
    ['Math.random()', 'Math.random'],
    ['const { random } = Math; random()', 'Math.random'],
    ['const m = Math; m["random"]()', 'Math.random'],
    ['input.run(Math)', 'Math.random'],
    ['globalThis.x', 'globalThis'],
    ['window', 'window'],
    ['import.meta.url', 'import.meta'],
    ['setTimeout(() => {}, 10)', 'setTimeout'],
    ['performance.now()', 'performance'],
    ['crypto.randomUUID()', 'crypto'],
    ['new WebSocket("x")', 'WebSocket'],
    ['somethingNobodyKnows', 'somethingNobodyKnows'],
    ['{ const process = 1; } process.exit()', 'process'],
    ['const go = (fetch) => 1; fetch("x")', 'fetch'],
  ])('%s', (body, expected) => {
    expect(names(bodyFacts(body).ambient)).toEqual([expected]);
  });

  test.each([
    'const process = input.process; process.start()',
    'const go = (fetch) => fetch("x"); go(input.get)',
    'function require(x) { return x } require("fs")',
    'try { input.x() } catch (window) { window.message }',
    'for (const self of input.all) self.x',
    'var global = 1; if (global) { var process = 2 } process',
    'class Buffer {} new Buffer()',
    'const { a: fetch = 1, ...process } = input; fetch; process',
    'new Date(input.at).toISOString(); Date.parse(input.text); Date.UTC(2020); Math.max(1, 2); input.x instanceof Date',
    'input.process.fetch; ({ fetch: 1, process() {} }); fetch: for (;;) break fetch',
    'typeof process',
    'const at = function process() { return process }; at()',
    'switch (input.a) { case 1: let window; default: window }',
    'function f2() { return arguments.length } f2()',
    'JSON.parse("1"); structuredClone(input); new URL(input.url); console.log(1)',
  ])('nothing: %s', (body) => {
    expect(names(bodyFacts(body).ambient)).toEqual([]);
  });

  test("imports are the module's own names", () => {
    const { ambient, imports } = factsOf(
      "import process, { fetch as get } from 'x';\nimport * as window from 'y/z';\nexport default async function f() { process; get; window; await import('w'); }",
    );
    expect([names(ambient), names(imports)]).toEqual([[], ['x', 'y/z', 'w']]);
  });

  test.each([
    ['eval("1")', 'eval'],
    ['const e = eval; e("1")', 'eval'],
    ['new Function("return 1")', 'Function'],
    ['await import(input.name)', 'import of a name that is worked out'],
    ['(() => {}).constructor("return 1")()', 'constructor'],
    ['[]["constructor"]["constructor"]("x")', 'constructor'],
    ['[]["con" + "structor"]', 'constructor'],
    ['const { constructor } = input', 'constructor'],
    ["Reflect.get(f, 'constructor')('return 1')()", 'constructor'],
    ["Object.getOwnPropertyDescriptor(Date, 'con' + 'structor')", 'constructor'],
  ])('code of a text: %s', (body, expected) => {
    expect(new Set(names(bodyFacts(body).dynamicCode))).toEqual(new Set([expected]));
  });
  test('a timer with a text makes code of it; with a function it does not', () => {
    expect(names(bodyFacts('setTimeout("x()", 1)').dynamicCode)).toEqual(['setTimeout with a text']);
    expect(names(bodyFacts('setTimeout(x => 1, 1)').dynamicCode)).toEqual([]);
  });
  test.each([
    'input.constructor.name',
    'input.run instanceof Function',
    'class A { constructor() {} }',
    'const evaluate = (eval_) => eval_(1)',
  ])('no code of a text: %s', (body) => {
    expect(bodyFacts(body).dynamicCode).toEqual([]);
  });
});

describe('what is written', () => {
  const schemas = (code: string) => {
    const { parameters, returns } = factsOf(code);
    return { parameters, returns };
  };
  const parameters = (type: string, top = '') => schemas(`${top}export default async function f(input: ${type}, ctx) {}`).parameters;
  const closed = { additionalProperties: false };

  test.each([
    ['string', { type: 'string' }],
    ['number[]', { type: 'array', items: { type: 'number' } }],
    ['readonly string[][]', { type: 'array', items: { type: 'array', items: { type: 'string' } } }],
    ['Array<boolean>', { type: 'array', items: { type: 'boolean' } }],
    ['Record<string, number>', { type: 'object', additionalProperties: { type: 'number' } }],
    [
      'Record<string, Array<Record<string, null>>>',
      { type: 'object', additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: { type: 'null' } } } },
    ],
    ["'a' | 'b' | 3", { enum: ['a', 'b', 3] }],
    ['string | null', { type: ['string', 'null'] }],
    ['string | string[]', { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }],
    ['(string | number)[]', { type: 'array', items: { type: ['string', 'number'] } }],
    ['[string, number]', { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 2 }],
    ['[from: string, to?: number]', { type: 'array' }],
    [
      '{ a: string; b?: number, readonly c: true }',
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' }, c: { const: true } }, required: ['a', 'c'], ...closed },
    ],
    [
      '{\n  a: string\n  b: number | undefined\n}',
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['a'], ...closed },
    ],
    ["{ 'a-b': -1 }", { type: 'object', properties: { 'a-b': { const: -1 } }, required: ['a-b'], ...closed }],
    ['{ [key: string]: number }', { type: 'object', additionalProperties: { type: 'number' } }],
    [
      '{ a: (x: number) => void; b: string }',
      { type: 'object', properties: { a: {}, b: { type: 'string' } }, required: ['a', 'b'], ...closed },
    ],
    [
      '{ a(x: number): void; b: string }',
      { type: 'object', properties: { a: {}, b: { type: 'string' } }, required: ['a', 'b'], ...closed },
    ],
    ['{ a: Map<string, { b: 1 }>; c: Date }', { type: 'object', properties: { a: {}, c: {} }, required: ['a', 'c'], ...closed }],
    [
      '{ /* none: string; */ a: string // b: number\n }',
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], ...closed },
    ],
    [
      '{ __proto__: string }',
      { type: 'object', properties: JSON.parse('{"__proto__": {"type": "string"}}'), required: ['__proto__'], ...closed },
    ],
    ['A & B', {}],
    ["Other['x']", {}],
    ['unknown', {}],
    ['T extends string ? 1 : 2', {}],
    ['typeof x', {}],
    ['`a${string}`', {}],
  ])('%s', (type, expected) => {
    expect(parameters(type)).toEqual(expected);
  });

  test('types that the module names, also in one another; one that leads back to itself is anything', () => {
    expect(parameters('Input', 'interface Input { rows: Row[] }\ntype Row = { id: number };\nconst x = 1;\n')).toEqual({
      type: 'object',
      properties: {
        rows: { type: 'array', items: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'], ...closed } },
      },
      required: ['rows'],
      ...closed,
    });
    expect(JSON.stringify(parameters('Tree', 'type Tree = { inner: Tree };\n')).length).toBeLessThan(5000);
    const wide = Array.from({ length: 25 }, (_, at) => `type A${at} = { a: A${at + 1}, b: A${at + 1} };\n`).join('');
    expect(JSON.stringify(parameters('A0', wide)).length).toBeLessThan(500_000);
  });

  test('what it gives; a promise is what it promises', () => {
    expect(schemas('export default async function f(input, ctx): Promise<{ sum: number }> {}').returns).toEqual({
      type: 'object',
      properties: { sum: { type: 'number' } },
      required: ['sum'],
    });
    expect(schemas('export default async function f(): Promise<string> {}').returns).toEqual({ type: 'string' });
    expect(schemas('export default async function f(input, ctx) {}')).toEqual({ parameters: {}, returns: {} });
  });

  test('without a type a pattern says names', () => {
    expect(schemas('export default async function f({ file, most = 10 }, ctx) {}').parameters).toEqual({
      type: 'object',
      properties: { file: {}, most: {} },
      required: ['file'],
    });
    expect(schemas('export default async function f({ file, ...rest }, ctx) {}').parameters).toEqual({});
    expect(schemas('export default async function f({ file }: { file: string } = {}, ctx) {}').parameters).toMatchObject({
      required: ['file'],
    });
  });

  test('the docstring is the JSDoc right above', () => {
    const doc = (above: string) => factsOf(`${above}export default async function f() {}`).docstring;
    expect(doc('/** Adds up.\n *\n * file: its path.\n */\n')).toBe('Adds up.\n\nfile: its path.');
    expect(doc('/* no */\n')).toBeNull();
    expect(doc('/** of x */\nconst x = 1;\n')).toBeNull();
    expect(doc('/** of A */\ntype A = 1;\n')).toBeNull();
    expect(doc('/** a */ /** b */\n')).toBe('b');
    expect(doc('/** */\n')).toBeNull();
    expect(doc('')).toBeNull();
  });

  test('names beside it, and all that is wrong with its form', () => {
    const { beside, form, exported } = factsOf(
      'const { a, b: [c] } = x;\nfunction d() {}\nclass E {}\nexport const g = 1;\nx();\nexport default async function f() {}',
    );
    expect(beside).toEqual(['a', 'c', 'd', 'E']);
    expect(form.map(({ at }) => at.line)).toEqual([4, 5]);
    expect(exported?.name).toBe('f');
  });

  test('places do not count a byte order mark', () => {
    expect(factsOf('\ufeffexport default async function f() { eval(1) }').dynamicCode[0]?.at).toEqual({ line: 1, column: 37, length: 4 });
  });
});

describe('texts', () => {
  const texts = (body: string) => bodyFacts(body).texts.map(({ text }) => text);
  test.each([
    ["'a' + 'b' + input.x + 'c'", ['ab']],
    ["const a = 'x'; const b = a + 'y'; `${b}z`", ['xyz', 'xy']],
    ["['a', 'b'].join('')", ['ab']],
    ["['a', 'b'].join()", ['a,b']],
    ["'a'.concat('b', 'c')", ['abc']],
    ['`a${1}b${input}c`', ['a1b']],
    ['/a+b/', ['a+b']],
    ['1 + 2', []],
    ["const p = ['a', 'b']; p.join('')", ['ab']],
    ["const p = { x: 'a', 'y': 'b', [1 + 'z']: 'c' }; p.x + p['y']", ['ab']],
    ["const p = ['a', 'b']; p[0] + p[1] + p[9]", ['ab']],
    ["const p = { ...input }; p.x + 'a' + 'b'", ['ab']],
    ["let p = 'a'; p += 'b'", ['ab']],
    ["let p = 'a'; p += 'b'; `${p}c`", ['abc']],
    ["let p; p = 'a'; [p] = input; for (p of input); p += 'b'", ['ab']],
    ['String.fromCharCode(97, 98)', ['ab']],
    ['String.fromCodePoint(97, 98, input.x, 1e9)', ['ab']],
    ['({ abcdefghij: 1 })', ['abcdefghij']],
    ['class A { #abcdefghij }', ['abcdefghij']],
    ['1_234_567_890n + 1234567890', ['1234567890', '1234567890']],
    ["const a = { b: 'x' } as { b: 'abcdefghij' | \"klmn\\\"opqr\" }", ['abcdefghij', 'klmn"opqr']],
    ['const a = 1 as number /* abcdefghij */;', [' abcdefghij ']],
    ['const a = 1 as (/* abcdefghij */ Abcdefghijk)', ['/* abcdefghij */', 'Abcdefghijk']],
  ])('%s', (body, expected) => {
    expect(texts(body)).toEqual(expect.arrayContaining(expected));
  });
  test('one that doubles itself from line to line does not grow without end', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `const a${at + 1} = a${at} + a${at};`).join('\n');
    expect(texts(`const a0 = 'x';\n${lines}`).every((text) => text.length < 200_000)).toBe(true);
  });
  test('what could have been changed meanwhile is no name of a member', () => {
    expect(bodyFacts("const m = { a: 'fs' }; m.a = 'sh'; ctx[m.a]('x')").lost).toHaveLength(1);
  });
  test('texts of types stand where they are, and words of types are not put together', () => {
    const { texts: all } = factsOf("const x = 'é😀';\nexport default async function f(input: { token: Uint8Array; k: 'abcdefghij' }) {}");
    expect(all.find(({ text }) => text === 'abcdefghij')?.at).toEqual({ line: 2, column: 65, length: 10 });
    expect(all.some(({ text }) => /token.*Uint8/.test(text))).toBe(false);
  });
  test('one that is written in terms of itself is not known', () => {
    expect(texts("const a = b + 'x', b = a + 'y'")).toEqual(expect.arrayContaining(['x', 'y']));
  });
});

describe('the normal form', () => {
  const formOf = (code: string): string => factsOf(code).normalForm;
  const importing = (imports: string, body: string): string =>
    formOf(`${imports};\nexport default async function f(input, ctx) { ${body} }`);

  test.each([
    [
      'which of two imports is used',
      ["import { a as x, b as y } from 'p'", 'return x(1) - y(2)'],
      ["import { a as x, b as y } from 'p'", 'return y(1) - x(2)'],
    ],
    ['what is imported', ["import { a as x } from 'p'", 'return x'], ["import { b as x } from 'p'", 'return x']],
    ['the whole and a part', ["import x from 'p'", 'return x'], ["import * as x from 'p'", 'return x']],
    ['nothing and the infinite', ['', 'return 1e999'], ['', 'return null']],
    ['a member and what is inherited', ['', "return { ['__proto__']: input }"], ['', 'return { __proto__: input }']],
    [
      'a short member and what is inherited',
      ['', 'const __proto__ = input; return { __proto__ }'],
      ['', 'const __proto__ = input; return { __proto__: __proto__ }'],
    ],
  ] as [string, [string, string], [string, string]][])('differs: %s', (_, one, other) => {
    expect(importing(...one)).not.toBe(importing(...other));
  });

  test('is the same under other names of what is imported', () => {
    expect(importing("import { a } from 'p'", 'return a(1)')).toBe(importing("import { a as other } from 'p'", 'return other(1)'));
    expect(importing("import a from 'p'", 'return a(1)')).toBe(importing("import b from 'p'", 'return b(1)'));
    expect(importing("import { 'a b' as c } from 'p'", 'return c')).toBe(importing("import { 'a b' as d } from 'p'", 'return d'));
  });
});
