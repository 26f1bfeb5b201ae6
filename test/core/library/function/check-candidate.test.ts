import { describe, expect, test } from 'vitest';
import type { Candidate, Surroundings } from '../../../../src/core/library/function/candidate.ts';
import { checkCandidate } from '../../../../src/core/library/function/check-candidate.ts';
import { redactorOf } from '../../../../src/core/secrets/redactor.ts';
import { codeFacts } from '../../../../src/source/code-facts.ts';

const known: Surroundings = {
  primitives: new Map([
    ['fs.read', 'read'],
    ['fs.write', 'idempotent'],
    ['sh', 'write'],
    ['http.get', 'read'],
    ['mcp.phone.call', 'irreversible'],
    ['clock.now', 'pure'],
  ]),
  functions: new Map([
    ['total', 'read'],
    ['sendAll', 'irreversible'],
  ]),
  environments: new Map([
    ['texts', ['yaml', '@acme/words']],
    ['bare', []],
  ]),
  redactor: redactorOf(new Map([['STORE_KEY', 'correct-horse-battery']])),
};

const checked = (code: string, more: Partial<Candidate> = {}, around: Surroundings = known) =>
  checkCandidate({ facts: codeFacts(code), environment: null, effectClass: null, overwrite: false, ...more }, around);

const stored = (body: string, { name = 'example', top = '' } = {}): string =>
  `${top}/** An example. */\nexport default async function ${name}(input, ctx) {\n${body}\n}\n`;

/** Codes with lines: the body begins in the third line. */
const told = (code: string, more: Partial<Candidate> = {}): string[] =>
  checked(code, more).diagnostics.map((each) => `${each.code} ${each.line}:${each.column}`);

test('what is as it should be is told nothing of', () => {
  expect(checked(stored('return await ctx.fs.read(input.file);'))).toEqual({ diagnostics: [], effectClass: 'read' });
});

test('all that is wrong is told at once, in the order of the text, each with what to do', () => {
  const code = [
    "import { readFile } from 'node:fs';",
    'export const most = 1;',
    'export default async function Bad(input, ctx) {',
    '  const at = Date.now();',
    "  eval('1');",
    '  await ctx.fs.erase(at);',
    '  return await ctx.call(input.name);',
    '}',
  ].join('\n');
  const { diagnostics } = checked(code);
  expect(diagnostics.map(({ code: each, line }) => `${line} ${each}`)).toEqual([
    '1 function/import',
    '2 function/form',
    '3 function/name',
    '3 function/no-docstring',
    '4 function/ambient',
    '5 function/dynamic-code',
    '6 function/unknown-primitive',
    '7 function/computed-dependency',
  ]);
  expect(diagnostics.find(({ code: each }) => each === 'function/ambient')).toEqual({
    code: 'function/ambient',
    severity: 'error',
    message: 'Date.now reaches past ctx',
    hint: 'use await ctx.clock.now(), milliseconds since 1970, and new Date(thatNumber)',
    line: 4,
    column: 14,
    length: 10,
  });
});

describe('what cannot be read', () => {
  test.each([
    ['function (', 'function/syntax', 1],
    ['enum A { B }', 'function/syntax', 1],
    [`// ${'x'.repeat(500_000)}`, 'function/too-large', 1],
    [`x${'.y()'.repeat(2000)};`, 'function/too-deep', 1],
    ['['.repeat(100_000), 'function/syntax', 1],
  ])('%.20s', (code, expected, line) => {
    const { diagnostics, effectClass } = checked(code);
    expect(diagnostics).toEqual([expect.objectContaining({ code: expected, line })]);
    // Nothing is known of it.
    expect(effectClass).toBe('irreversible');
  });

  test('a text of just half a megabyte is read', () => {
    expect(told(stored(`return \`${'x y '.repeat(120_000)}\`;`))).toEqual([]);
  });
});

describe('names', () => {
  test.each(['Total', '_total', '$total', 'größe', '__proto__'])('%s is none', (name) => {
    expect(told(stored('', { name }))).toContain('function/name 2:31');
  });
  test('constructor is none, nor what nobody can say', () => {
    expect(told(stored('', { name: 'constructor' }))).toEqual(['function/name 2:31']);
    expect(told(stored('', { name: `a${'b'.repeat(80)}` }))).toEqual(['function/name 2:31']);
    expect(told(stored('', { name: `a${'b'.repeat(79)}` }))).toEqual([]);
  });
  test('one that exists is refused unless it is to be overwritten', () => {
    expect(told(stored('', { name: 'total' }))).toEqual(['function/name-taken 2:31']);
    expect(told(stored('', { name: 'total' }), { overwrite: true })).toEqual([]);
  });
  test('words that mean something of every object are names like others', () => {
    expect(told(stored('', { name: 'toString' }))).toEqual([]);
    expect(told(stored("return await ctx.call('__proto__', {});"))).toEqual(['function/missing-dependency 3:14']);
    expect(told(stored('return ctx.__proto__.x();'))).toEqual(['function/unknown-primitive 3:8']);
  });
});

test('without an export neither its name nor its docstring is asked', () => {
  expect(told('const a = 1;', { environment: 'none', effectClass: 'pure' })).toEqual([
    'function/form 1:1',
    'function/unknown-environment 1:1',
  ]);
});

test('each name past ctx has its own advice, and so has one that nobody knows', () => {
  const hints = checked(stored('fetch(); Math.random(); somethingElse;')).diagnostics.map(({ hint }) => hint);
  expect(hints).toEqual([
    expect.stringContaining('ctx.http'),
    expect.stringContaining('ctx.random'),
    'it is not declared here: declare it, or take it from input or ctx',
  ]);
});

describe('imports', () => {
  const importing = (from: string): string => stored('return x;', { top: `import x from '${from}';\n` });
  test.each([
    ['yaml', null, 'function/no-environment 1:15'],
    ['yaml', 'other', 'function/unknown-environment 3:31'],
    ['yaml', 'texts', null],
    ['yaml/deep/file.js', 'texts', null],
    ['@acme/words/x', 'texts', null],
    ['ms', 'texts', 'function/missing-package 1:15'],
    ['ms', 'bare', 'function/missing-package 1:15'],
    ['node:fs', 'texts', 'function/import 1:15'],
    ['./beside.js', 'texts', 'function/import 1:15'],
    ['https://example.com/x.js', null, 'function/import 1:15'],
  ])('%s with %s: %s', (from, environment, expected) => {
    expect(told(importing(from), { environment })).toEqual(expected === null ? [] : [expected]);
  });
  test('the hint names what there is', () => {
    const hint = (environments: Surroundings['environments'], environment: string): string | undefined =>
      checked(importing('ms'), { environment }, { ...known, environments }).diagnostics[0]?.hint;
    expect(hint(new Map(), 'x')).toBe('add it first');
    expect(hint(known.environments, 'x')).toBe('there are texts, bare');
    expect(hint(known.environments, 'bare')).toBe('it has no packages');
    expect(hint(known.environments, 'texts')).toBe('it has yaml, @acme/words');
  });
});

describe('secrets', () => {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const hex = (text: string): string => Buffer.from(text).toString('hex');
  const live = `ghp_${'a1B2'.repeat(9)}`;
  test.each([
    ['a known one', "'correct-horse-battery'"],
    ['put together', "'correct-' + 'horse-battery'"],
    ['by constants', "['correct', 'horse', 'battery'].join('-')"],
    ['in a template', "`x ${'correct-horse'}-battery`"],
    ['in base64', `'${base64('key correct-horse-battery')}'`],
    ['in a pattern', '/correct-horse-battery/'],
    ['in a comment', '1 // correct-horse-battery'],
    ['as a key', "{ 'correct-horse-battery': 1 }"],
    ['what looks like one', `'${live}'`],
    ['that in two', `'${live.slice(0, 9)}' + '${live.slice(9)}'`],
    ['that in base64', `'${base64(live)}'`],
    ['that in base64 of URLs, without its end', `'${base64(`??>${live}`).replaceAll('/', '_').replaceAll('+', '-').replaceAll('=', '')}'`],
    ['that in hex', `'${hex(live)}'`],
    ['that in a URL', `'${live.replace('_', '%5f')}'`],
  ])('%s', (_, expression) => {
    const { diagnostics } = checked(stored(`return ${expression};`));
    expect(diagnostics).toEqual([expect.objectContaining({ code: 'function/secret', line: 3 })]);
    expect(JSON.stringify(diagnostics)).not.toMatch(/horse|ghp_|a1B2/);
  });
  test.each(["'a plain sentence'", "'0123456789abcdef0123'", `'${base64('nothing but words here')}'`, "'100%'", "'aGVsbG8'"])(
    '%s is none',
    (text) => {
      expect(told(stored(`return ${text};`))).toEqual([]);
    },
  );
});

describe('effects', () => {
  test.each([
    ['return 1;', 'pure'],
    ['return await ctx.clock.now();', 'pure'],
    ['await ctx.fs.read("a"); await ctx.fs.write("a", "");', 'idempotent'],
    ['await ctx.fs.write("a", ""); await ctx.fs.read("a");', 'idempotent'],
    ['await ctx.sh.call(null, "ls");', 'write'],
    ['await ctx.mcp.phone.call("1");', 'irreversible'],
    ['return await ctx.call("total", {});', 'read'],
    ['return await ctx.call("sendAll", {});', 'irreversible'],
    ['return await ctx.call("example", {});', 'pure'],
  ])('%s is %s', (body, expected) => {
    expect(checked(stored(body))).toEqual({ diagnostics: [], effectClass: expected });
  });
  test('it may be raised and not lowered', () => {
    const body = stored('return await ctx.fs.read("a");');
    expect(checked(body, { effectClass: 'write' })).toEqual({ diagnostics: [], effectClass: 'write' });
    expect(told(body, { effectClass: 'pure' })).toEqual(['function/effect-class 2:31']);
    expect(checked(body, { effectClass: 'pure' }).effectClass).toBe('read');
  });
  test('without an export nothing is said of what it may do', () => {
    expect(told('export const a = 1;', { effectClass: 'pure' })).toEqual(['function/form 1:1', 'function/form 1:1']);
  });
  test.each([
    ['await ctx.fs.nothing();', 'function/unknown-primitive 3:1', 'there are ctx.fs.read, ctx.fs.write'],
    ['await ctx.sh.nothing();', 'function/unknown-primitive 3:1', 'there is ctx.sh'],
    ['await ctx.nothing();', 'function/unknown-primitive 3:1', 'there are ctx.fs.read, ctx.fs.write, ctx.sh'],
    ['input.tools = ctx.fs;', 'function/lost-ctx 3:1', 'call primitives'],
    ['input.tools = ctx;', 'function/lost-ctx 3:1', 'call primitives'],
    ['await ctx[input.verb]();', 'function/lost-ctx 3:1', 'call primitives'],
    ['await ctx.call("gone", 1);', 'function/missing-dependency 3:1', 'store that one first'],
  ])('%s', (body, expected, hint) => {
    const { diagnostics } = checked(stored(body));
    expect(diagnostics.map((each) => `${each.code} ${each.line}:1`)).toEqual([expected]);
    expect(diagnostics[0]?.hint).toContain(hint);
  });
});
