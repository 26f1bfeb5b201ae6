import { describe, expect, test } from 'vitest';
import type { Cassette } from '../../../src/core/certify/cassette.ts';
import { literalTaints } from '../../../src/core/certify/gate/literal-taint.ts';
import { staticVerdict } from '../../../src/core/certify/gate/static-verdict.ts';
import { codeFacts } from '../../../src/source/code-facts.ts';
import { certifyFacts } from '../../../src/source/replay/certify-facts.ts';

const cassette: Cassette = {
  id: 'c',
  input: { place: 'harbour', mode: 'fast', list: [{ tag: 'red' }], short: 'x', extra: { a: 1 } },
  calls: [],
  outcome: { ok: true, output: null },
};
const schema = {
  properties: { place: { type: 'string' }, mode: { enum: ['fast', 'slow'] }, list: { items: { properties: { tag: {} } } } },
};

function taintsOf(body: string, constants: readonly string[] = []) {
  const facts = certifyFacts(`export default async function f(input, ctx) { ${body} }`);
  if (facts === null) throw new Error('no code');
  return literalTaints({ ...facts, constants, schema, cassettes: [cassette] });
}

describe('taints', () => {
  const all = 'input.place; const { mode } = input; input["list"];';
  test.each([
    ['a text that was an input', `${all} return 'harbour';`, [{ is: 'literal', text: 'harbour', line: 1, path: '$.place' }]],
    ['in a list', `${all} return 'red';`, [{ is: 'literal', text: 'red', line: 1, path: '$.list[].tag' }]],
    ['a choice', `${all} return 'fast';`, []],
    ['compared', `${all} return mode === 'harbour';`, []],
    ['a case', `${all} switch (mode) { case 'harbour': default: }`, []],
    ['a default', `${all} return (mode ?? 'harbour') + (({ a = 'harbour' }) => a)({});`, []],
    ['a key', `${all} return { 'harbour': 1 };`, []],
    ['too short', `${all} return 'x';`, []],
    [
      'a parameter that is not read',
      `const { ['mode']: mode, 'list': list } = input; return mode[list];`,
      [{ is: 'unread_parameter', parameter: 'place' }],
    ],
  ])('%s', (_, body, expected) => {
    expect(taintsOf(body)).toEqual(expected);
  });
  test('a constant that was declared is none', () => {
    expect(taintsOf(`${all} return 'harbour';`, ['harbour'])).toEqual([]);
  });
  test('a schema that says nothing asks for nothing', () => {
    expect(literalTaints({ members: [], texts: [], constants: [], schema: true, cassettes: [cassette] })).toEqual([]);
  });
});

test('what is no code has no facts', () => {
  expect(certifyFacts('function (')).toBe(null);
});

test('the text alone refuses', () => {
  const rules = (code: string): string[] =>
    staticVerdict({ facts: codeFacts(code), members: [], texts: [], constants: [], schema: {}, cassettes: [] }).map((each) =>
      each.code === 'static' ? each.rule : each.code,
    );
  expect(rules('function (')).toEqual(['function/syntax']);
  expect(rules('export default async function f(input, ctx) {}')).toEqual([]);
  expect(
    rules(
      `import x from 'y'; process.exit(); export default async function f(input, ctx) { eval('1'); ctx[input](); return 'ghp_${'a1B2'.repeat(9)}'; }`,
    ),
  ).toEqual(['function/form', 'function/ambient', 'function/dynamic-code', 'function/import', 'function/secret']);
  expect(
    staticVerdict({
      facts: codeFacts('export default async function f() {}'),
      members: [],
      texts: [],
      constants: [],
      schema,
      cassettes: [],
    }),
  ).toHaveLength(3);
});
