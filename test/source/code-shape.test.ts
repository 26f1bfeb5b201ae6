import { describe, expect, test } from 'vitest';
import type { CodeShape } from '../../src/core/library/dedup/code-shape.ts';
import { codeShape } from '../../src/source/code-shape.ts';

function shapeOf(code: string): CodeShape {
  const read = codeShape(code);
  if (!read.ok) throw new Error(read.failure.message);
  return read.value;
}

const effects = (code: string): string[] => shapeOf(code).effects.map(({ name }) => name);

describe('any text that declares a function has a shape', () => {
  test.each([
    ['a declaration', 'async function f(robot) { await robot.lift("box"); }', ['lift']],
    ['a constant', 'const f = async (robot) => { await robot.lift("box"); };', ['lift']],
    ['an export', 'export default async function f(input, ctx) { await ctx.fs.read("a"); }', ['fs.read']],
    ['types', 'async function f(robot: Robot): Promise<void> { await robot.lift<Box>("box"); }', ['lift']],
    ['no function', 'await lift("box");', ['lift']],
    [
      'what is exported before what stands last',
      'export default async function f(c) { await c.a(); }\nasync function g(c) { await c.b(); }',
      ['a'],
    ],
    ['the last of several', 'async function g(c) { await c.b(); }\nasync function f(c) { await g(c); await c.a(); }', ['a']],
  ])('%s', (_, code, expected) => {
    expect(effects(code)).toEqual(expected);
  });
  test('what is none is told', () => {
    expect(codeShape('function (')).toMatchObject({ ok: false, failure: { why: 'syntax', line: 1 } });
  });
});

describe('what may do something', () => {
  const body = (text: string): string[] => effects(`async function f(c) { ${text} }`);
  test.each([
    ['await lift(c, "box");', ['lift']],
    ['c.lift("box");', ['lift']],
    ['return c.lift("box");', ['lift']],
    ['const at = c.find("box");', []],
    ['Math.max(1, 2);', []],
    ['c.say("a sentence of words");', []],
    ['await c.say(`a sentence of ${c.n}`);', []],
    ['c.say("there are " + c.n);', []],
    ['c.say("a sentence"); c.say("word");', ['say', 'say']],
    ['const heard = await c.say("a sentence of words");', ['say']],
  ])('%s', (text, expected) => {
    expect(body(text)).toEqual(expected);
  });
});

test('what calls are told, with variables put in for what they were given', () => {
  const { effects: all, texts } = shapeOf(`async function f(c) {
  const kind = data.kinds.box;
  const item = c.find(data.kinds["crate"].id);
  const count = 3;
  await c.lift(kind, count, { to: 'shelf' });
  await c.drop(item, -1, \`row\${kind}\`);
}`);
  expect(all).toEqual([
    { name: 'lift', texts: ['box', 'kinds', 'shelf'], numbers: [3] },
    { name: 'drop', texts: ['box', 'crate', 'id', 'kinds', 'row'], numbers: [] },
  ]);
  expect(texts).toEqual(['box', 'crate', 'id', 'kinds', 'row', 'shelf']);
});

test('constants have the name that they go by', () => {
  const { constants } = shapeOf(
    'async function f(c) {\n  const most = 3;\n  if (c.n > 4 && most < 5) await c.lift({ to: "shelf" }, data.box);\n}',
  );
  expect(constants.map(({ text, name, at }) => [text, name, at.line])).toEqual([
    ['3', 'most', 2],
    ['4', null, 3],
    ['5', 'most', 3],
    ['shelf', 'to', 3],
    ['box', null, 3],
  ]);
});
