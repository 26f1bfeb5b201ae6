import { expect, test } from 'vitest';
import { checkDeclarations } from '../../../src/core/effects/check-declarations.ts';
import { classOfCall, mostOf, settlesOf } from '../../../src/core/effects/class-of-call.ts';
import { declared } from '../../../src/core/effects/declaration.ts';
import { schemaCheck, schemaFaults } from '../../../src/core/effects/schema-check.ts';
import type { Json } from '../../../src/core/model/json.ts';

const good = { name: 'db.query', description: 'Asks.', arguments: { type: 'array' }, effect: 'read', perform: () => null };

test('what a declaration leaves out is the plain case', () => {
  const { declarations, faults } = checkDeclarations([{ at: 'query', value: good }], []);
  expect(faults).toEqual([]);
  expect(declarations).toEqual([{ ...good, result: null, identity: null, settles: 'none', redacted: [], estimateNanoUsd: 0 }]);
});

test.each<[object, string, string]>([
  [{ name: 'Db query' }, 'query.name', 'must be what code calls below ctx'],
  [{ name: 'db.__proto__' }, 'query.name', 'must be what code calls below ctx'],
  [{ name: 5 }, 'query.name', 'must be what code calls below ctx'],
  [{ name: 'fs.read' }, 'query.name', '"fs.read" is the name of another primitive'],
  [{ description: ' ' }, 'query.description', 'must say what it does'],
  [{ description: null }, 'query.description', 'must say what it does'],
  [{ perform: 'later' }, 'query.perform', 'must be a function'],
  [{ estimateNanoUsd: -1 }, 'query.estimateNanoUsd', 'must be what a call costs'],
  [{ estimateNanoUsd: 0.5 }, 'query.estimateNanoUsd', 'must be what a call costs'],
  [{ arguments: undefined }, 'query.arguments', 'must be a JSON Schema'],
  [{ arguments: { type: 'object' } }, 'query.arguments', 'must be of the list of arguments'],
  [{ arguments: { type: 'array', minItems: 'two' } }, 'query.arguments', '.minItems must be integer'],
  [{ arguments: { type: 'array', items: { $ref: '#/$defs/no' } } }, 'query.arguments', "cannot be used: can't resolve reference"],
  [{ result: [] }, 'query.result', 'must be a JSON Schema'],
  [{ effect: 'writes' }, 'query.effect', 'must be one of "pure", "read"'],
  [{ effect: { most: 'x', of: () => 'read' } }, 'query.effect.most', 'must be one of'],
  [{ effect: { most: 'write' } }, 'query.effect.of', 'must be a function'],
  [{ settles: 'key' }, 'query.settles', 'must be "keyed", "probe" or "none"'],
  [{ settles: 'probe' }, 'query.probe', 'must be a function'],
  [{ probe: () => null }, 'query.probe', 'is only asked with'],
  [{ identity: [] }, 'query.identity', 'must be a list of JSON Pointers'],
  [{ identity: ['to'] }, 'query.identity', 'must be a list of JSON Pointers'],
  [{ identity: '/0' }, 'query.identity', 'must be a list of JSON Pointers'],
  [{ redacted: ['/0/~2'] }, 'query.redacted', 'must be a list of JSON Pointers'],
  [{ redacted: [5], identity: ['/0'] }, 'query.redacted', 'must be a list of JSON Pointers'],
  [{ redacted: ['/0/pin', '/result/pin'], identity: ['/0/pin'] }, 'query.identity', '/0/pin is redacted, so it cannot say'],
  [{ efect: 'read' }, 'query.efect', 'is not read; there are name, description'],
])('%j is a mistake at its place', (more, place, message) => {
  const { faults } = checkDeclarations([{ at: 'query', value: { ...good, ...more } }], ['fs.read']);
  expect(faults).toHaveLength(1);
  expect(faults[0]?.place).toBe(place);
  expect(faults[0]?.message).toContain(message);
});

test('all that may be said is taken', () => {
  const whole = {
    ...{ ...good, effect: { most: 'write', of: () => 'read' }, result: true, settles: () => 'probe', probe: () => null },
    ...{ identity: ['/0/to', ''], redacted: ['/0/pin', '/result'], estimateNanoUsd: 10 },
  };
  expect(checkDeclarations([{ at: 'query', value: whole }], []).faults).toEqual([]);
});

test('all mistakes of all declarations are told at once', () => {
  const { faults } = checkDeclarations(
    [
      { at: 'one', value: {} },
      { at: 'two', value: 'db.query' },
      { at: 'three', value: good },
      { at: 'four', value: good },
    ],
    [],
  );
  expect(faults.map(({ place }) => place)).toEqual([
    'one.name',
    'one.description',
    'one.perform',
    'one.arguments',
    'one.effect',
    'two',
    'four.name',
  ]);
});

test('the class of a call follows from its arguments, and never exceeds what is declared', () => {
  const of = (effect: (args: readonly Json[]) => never) => declared({ ...good, effect: { most: 'idempotent', of: effect } });
  const told = (effect: (args: readonly Json[]) => unknown) => classOfCall(of(effect as never), ['x']);
  expect(told(([first]) => (first === 'x' ? 'read' : 'write'))).toEqual({ ok: true, value: 'read' });
  expect(told(() => 'idempotent')).toEqual({ ok: true, value: 'idempotent' });
  expect(told(() => 'write')).toMatchObject({
    ok: false,
    failure: expect.stringContaining('gives write as the effect class of this call, more than the idempotent'),
  });
  expect(told(() => 'all')).toMatchObject({ ok: false, failure: expect.stringContaining('gives "all"') });
  expect(
    told(() => {
      throw new Error('no url');
    }),
  ).toMatchObject({ failure: expect.stringContaining('cannot tell the effect class of this call: no url') });
  expect(
    told(() => {
      throw 'a text';
    }),
  ).toMatchObject({ failure: expect.stringContaining('a text') });
  expect(classOfCall(declared({ ...good, effect: 'pure' }), [])).toEqual({ ok: true, value: 'pure' });
  expect([mostOf({ effect: 'read' }), mostOf({ effect: { most: 'write', of: () => 'read' } })]).toEqual(['read', 'write']);
});

test('how a call is settled may follow from its arguments too', () => {
  expect(settlesOf({ settles: 'keyed' }, [])).toBe('keyed');
  expect(settlesOf({ settles: ([host]) => (host === 'a' ? 'keyed' : 'probe') }, ['a'])).toBe('keyed');
  expect(settlesOf({ settles: () => 'probe' }, [])).toBe('probe');
  expect(settlesOf({ settles: (() => 'perhaps') as never }, [])).toBe('none');
  expect(
    settlesOf(
      {
        settles: () => {
          throw new Error('x');
        },
      },
      [],
    ),
  ).toBe('none');
});

test('a schema is checked with patterns that no text can make slow, and whatever dialect it names', () => {
  const schema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'string', pattern: '^(a+)+$' };
  expect(schemaFaults(schema)).toEqual([]);
  expect(schemaFaults(false)).toEqual([]);
  const check = schemaCheck(schema, 'it');
  expect(check('aaa')).toEqual([]);
  expect(check(`${'a'.repeat(60)}!`)).toEqual(['it must match pattern "^(a+)+$"']);
  expect(schemaFaults({ type: 'string', pattern: '(?=x)' })[0]).toContain('cannot be used');
  expect(schemaCheck(true, 'it')(5)).toEqual([]);
});

test('a value is told by its place, and one that is nested without end is no crash', () => {
  const check = schemaCheck({ $defs: { tree: { type: 'array', items: { $ref: '#/$defs/tree' } } }, $ref: '#/$defs/tree' }, 'it');
  expect(check([[], [[5]]])).toEqual(['it[1][0][0] must be array']);
  let deep: unknown = [];
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(check(deep)).toEqual(['it is nested too deep to be checked']);
  expect(schemaCheck({ properties: { 'a/b': { type: 'string' } } }, 'it')({ 'a/b': 1 })).toEqual(['it.a/b must be string']);
});

test('what else may stand there, or what may, is named', () => {
  const schema = { type: 'object', properties: { as: { enum: ['text', 5] } }, additionalProperties: false };
  expect(schemaCheck(schema, 'it')({ as: 1, az: 2 })).toEqual([
    'it must NOT have additional properties: az',
    'it.as must be equal to one of the allowed values: "text", 5',
  ]);
  expect(schemaFaults({ type: 'list' })[0]).toMatch(/^\.type must be /);
  expect(schemaCheck({ type: 'string' }, '')(5)).toEqual(['the whole must be string']);
});
