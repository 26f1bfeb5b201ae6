import { describe, expect, test } from 'vitest';
import type { Cassette, RecordedCall } from '../../../src/core/certify/cassette.ts';
import { boundaryChanges, textChanges } from '../../../src/core/certify/change/boundaries.ts';
import { faultChanges } from '../../../src/core/certify/change/fault-changes.ts';
import { fieldChanges } from '../../../src/core/certify/change/field-changes.ts';
import { type FieldFacts, factsOf, textKind } from '../../../src/core/certify/change/field-facts.ts';
import { valuesFor } from '../../../src/core/certify/change/field-values.ts';
import { allowed, inputChanges } from '../../../src/core/certify/change/input-changes.ts';
import { listChanges } from '../../../src/core/certify/change/list-changes.ts';
import { variablesIn, variablesOf } from '../../../src/core/certify/change/variables.ts';
import type { Compared } from '../../../src/core/certify/replay-batch.ts';
import { materialOf } from '../../../src/core/certify/world/material.ts';
import type { Json } from '../../../src/core/model/json.ts';

const call = (primitive: string, args: readonly Json[], value: Json, effect: RecordedCall['class'] = 'read'): RecordedCall => ({
  seq: 1,
  primitive,
  args,
  class: effect,
  answer: { ok: true, value },
});
const cassette = (input: Json, ...calls: RecordedCall[]): Cassette => ({
  id: 'c',
  input,
  calls,
  outcome: { ok: true, output: { list: ['given'] } },
});
const facts = (...values: FieldFacts['values']): FieldFacts => ({ values, seen: values.length * 3, nulls: 0, isKey: false });
const nowMs = Date.parse('2026-05-01T00:00:00.000Z');

describe('values of a field', () => {
  const values = (value: null | boolean | number | string, own: FieldFacts, more: object = {}): Record<string, Json> =>
    Object.fromEntries(
      valuesFor({ value, facts: own, others: [], named: [], name: 'field', nowMs, ...more }).map(({ how, value: each }) => [how, each]),
    );
  test('are of its type and format', () => {
    expect(values(true, facts(true))).toEqual({ turned: false });
    expect(values(7, facts(7, 9), { others: [9] })).toMatchObject({ 0: 0, 'below 0': -7, 'one more': 8, 'as another row': 9 });
    expect(values(0, facts(0))).toMatchObject({ 'below 0': -1 });
    expect(values(7, { ...facts(7, 9), isKey: true })).toEqual({ 'a new key': 10 });
    expect(values(nowMs - 5, facts(nowMs - 5), { others: [nowMs - 9] })).toMatchObject({
      now: nowMs,
      '-1 days': nowMs - 5 - 86_400_000,
      'as another row': nowMs - 9,
    });
    expect(values('2026-04-01', facts('2026-04-01'), { others: ['2026-04-02'] })).toMatchObject({
      '1 days': '2026-04-02',
      now: '2026-05-01',
    });
    expect(values('2026-04-01', facts('2026-04-01'), { nowMs: null })).not.toHaveProperty('now');
    expect(values('2026-99-99', facts('2026-99-99'))).toEqual({ 'null never seen': null });
    expect(values('1777000000', facts('1777000000'))).toMatchObject({ '1 days': '1777086400' });
    expect(values('12', facts('12'), { nowMs: null })).toMatchObject({ 'one more': '13', 0: '0' });
    expect(values('^1.9.0', facts('^1.9.0', '~2.0.0'))).toMatchObject({
      'number 1 of more digits': '^1.19.0',
      'with a suffix': '^1.9.0-rc.1',
      'prefix 2': '1.9.0',
      'as seen': '~2.0.0',
    });
    expect(values('1.9.0', { ...facts('1.9.0'), isKey: true })).not.toHaveProperty('as seen');
    expect(values('a@b.c', facts('a@b.c', 'd@b.c'))).toMatchObject({ new: 'someone.new@b.c', 'as seen': 'd@b.c' });
    expect(values('a@b.c', { ...facts('a@b.c', 'd@b.c'), isKey: true })).toEqual({ new: 'someone.new@b.c' });
    expect(values('https://a.b', facts('https://a.b'))).toMatchObject({ new: 'https://a.bx' });
    expect(values('open', facts('open', 'shut'), { named: ['gone', 'not a word'] })).toMatchObject({
      'as seen: shut': 'shut',
      'named: gone': 'gone',
      'in capitals': 'OPEN',
      blank: '',
    });
    expect(values('open', { ...facts('open', 'shut'), isKey: true })).toEqual({ 'another word': 'opeq' });
    expect(values('two words', facts('two words', 'and more'), { named: ['two', 'new'], others: ['and more'] })).toMatchObject({
      'named: two': ' words',
      'named: new': 'two words new',
      padded: 'two words  ',
      'as another row': 'and more',
    });
    expect(values('two words', { ...facts('two words', 'x y'), isKey: true })).not.toHaveProperty('as seen');
  });
  const words = facts('f-01', 'f-02', 'f-03', 'f-04', 'f-05', 'f-06', 'f-07');
  test('of names', () => {
    expect(values('f-01', words, { named: ['.gz', 'f-', '01', 'a b'], others: ['f-03'] })).toMatchObject({
      'number 0 one more': 'f-02',
      'ends in .gz': 'f-01.gz',
      'ends in 01': 'f-',
      'begins with f-': '01',
      'another word': 'q-01',
      'as seen': 'f-02',
    });
    expect(values('q-01', { ...words, isKey: true }, { named: ['x'], others: ['q-02', 'q-01x'] })).not.toHaveProperty('number 0 one more');
  });
  test('of what is missing, sometimes or always', () => {
    expect(values(null, { ...facts(5), nulls: 1 })).toMatchObject({ filled: 5 });
    expect(values(5, { ...facts(5), nulls: 1 })).toMatchObject({ null: null });
    expect(values('a b', facts('a b'), { name: '3' })).not.toHaveProperty('null never seen');
    expect(values(null, facts())).toEqual({ 'a word': 'some', 'a number': 1 });
    expect(values(null, facts(), { name: 'sent_at' })).toEqual({ 'long ago': nowMs - 400 * 86_400_000, lately: nowMs - 43_200_000 });
    expect(values(null, facts(), { others: [4] })).toEqual({});
  });
  test('kinds of texts', () => {
    expect([facts('2026-01-01T00:00:00Z'), facts(5), facts('x'.repeat(50))].map(textKind)).toEqual(['time', 'text', 'text']);
  });
});

describe('parameters', () => {
  const schema = {
    type: 'object',
    required: ['n', 's', 'list', 'rows'],
    properties: {
      n: { type: 'integer', minimum: 0, maximum: 9 },
      s: { type: 'string', minLength: 1 },
      mail: { type: 'string', format: 'email' },
      level: { enum: ['low', 'high'] },
      gone: { type: 'string' },
      list: { type: 'array', items: { type: 'string' } },
      rows: { type: 'array', items: { type: 'object' } },
      yes: { type: 'boolean' },
      any: { type: 'array' },
      count: { type: 'integer' },
    },
  };
  const input = {
    n: 4,
    s: 'north',
    mail: 'a@b.c',
    level: 'low',
    list: ['x'],
    rows: [
      { tag: 'ab', most: 3 },
      { tag: 'c', most: 1 },
    ],
  };
  const material = materialOf([
    cassette(input, call('fs.read', ['in/north.txt'], 'held')),
    cassette({ ...input, n: 7, list: [], rows: [{ tag: 'zz', most: 9 }] }),
    cassette(null),
  ]);
  const made = inputChanges({ schema, material, base: 0, named: ['named'], held: ['h1', 'h2', 'x'], lengths: [6] });
  const values = (tag: string): Json[] =>
    made.filter((each) => each.tag === `parameter ${tag}`).flatMap(({ input: set }) => set.map(({ value }) => value ?? 'none'));
  test('are moved within the schema', () => {
    expect([values('n: as seen'), values('n: most'), values('n: a length of a list'), values('n: below 0'), values('n: large')]).toEqual([
      [7],
      [9],
      [6],
      [],
      [],
    ]);
    expect([
      values('level: another choice'),
      values('gone: given'),
      values('yes: given'),
      values('any: given'),
      values('count: given'),
      values('mail: missing'),
    ]).toEqual([['high'], ['some'], [true], [[]], [1], ['none']]);
    expect([values('s: blank'), values('s: named'), values('s: pointing nowhere'), values('mail: two words')]).toEqual([
      [],
      ['named'],
      ['nortz'],
      [],
    ]);
  });
  test('lists too', () => {
    expect([values('list: as seen'), values('list: the first twice'), values('list: with two held')]).toEqual([
      [[]],
      [['x', 'x']],
      [['x', 'h1', 'h2']],
    ]);
    expect(values('rows: first with tag 1')).toEqual([
      [
        { tag: 'h1', most: 3 },
        { tag: 'c', most: 1 },
      ],
    ]);
    expect(values('rows: one more with tag shorter')).toEqual([[...input.rows, { tag: 'a', most: 1 }]]);
  });
  test('one in an address takes along what is found there', () => {
    expect(made.find(({ tag }) => tag === 'parameter s: moved')).toMatchObject({
      moved: [['north', 'nortq']],
      input: [{ value: 'nortq' }],
    });
  });
  test('what a schema allows', () => {
    expect([
      allowed({ items: { type: 'integer' } }, [1, 1.5]),
      allowed({}, [1]),
      allowed({ pattern: '^a' }, 'b'),
      allowed({}, null),
    ]).toEqual([false, true, false, true]);
  });
});

describe('boundaries', () => {
  const input = { limit: 10, day: 3 };
  const rows = [
    { at: '2026-04-20', size: 4, name: 'f-1.txt', note: '' },
    { at: '2026-04-22T10:00:00.500Z', size: 6, name: 'f-2.txt', note: 'b' },
    { at: '2026-04-22T10:00:00Z', size: 1, name: 'f-3.txt', note: 'b' },
  ];
  const material = materialOf([cassette(input, call('tool.rows', [], { status: 200, body: rows }))]);
  const compared = (site: string, left: Compared['left'], right: Compared['right'], sign = '<'): Compared => ({ site, sign, left, right });
  const run = (...all: Compared[]) => ({ outcome: { ok: true as const, output: null }, calls: [], compared: all });
  const schema = { properties: { limit: { type: 'integer', maximum: 12 } } };
  const variables = variablesOf(material, 0, schema, 2);
  const variable = (name: string) => variables.find((each) => each.name === name) as (typeof variables)[number];
  test('a sum is made to meet its limit, and to miss it by one', () => {
    const size = variable('0.body[].size');
    const found = boundaryChanges(run(compared('a', 10, 13), compared('b', 1, 2)), [
      { variable: size, run: run(compared('a', 11, 13), compared('b', 1, 2)) },
      { variable: variable('limit'), run: run(compared('a', 10, 14)) },
      { variable: size, run: run(compared('a', 10, 13), compared('a', 10, 13)) },
    ]);
    expect(
      found.flatMap(({ edits, input: set }) => [...edits.map((each) => (each as { value: Json }).value), ...set.map(({ value }) => value)]),
    ).toEqual([7, 8, 6, 7, 8, 6]);
  });
  test('between steps both sides are tried; moments and times in texts are numbers; what the schema does not allow is not', () => {
    const found = boundaryChanges(
      run(
        compared('a', 0, 5),
        compared('t', '2026-04-20', '2026-04-25'),
        compared('n', null, 3),
        compared('x', Number.NaN, 3),
        compared('w', '2026-99-99', '2026-04-25'),
      ),
      [
        {
          variable: variable('limit'),
          run: run(
            compared('a', 2, 5),
            compared('t', '2026-04-21', '2026-04-25'),
            compared('n', null, 4),
            compared('x', 1, 3),
            compared('w', '2026-99-98', '2026-04-25'),
          ),
        },
      ],
    );
    expect(found.map(({ input: [set] }) => set?.value)).toEqual([12]);
    const day = variable('0.body[].at');
    expect(
      [
        day.set(Date.parse('2026-04-25'), 'x'),
        day.set(Number.NaN, 'x'),
        variable('0.body[].name#0').set(12, 'x'),
        variable('0.body[].name#0').set(-1, 'x'),
        variable('0.body[].size').set(Number.NaN, 'x'),
      ].map((each) => each && (each.edits[0] as { value: Json }).value),
    ).toEqual(['2026-04-25', null, 'f-12.txt', null, null]);
  });
  test('of what was changed, and of no row beyond those that are looked at', () => {
    expect(
      variablesOf(material, 0, schema, 9)
        .filter(({ name }) => name === '0.body[].at')
        .map(({ step, set }) => [step, set(Date.parse('2026-04-25'), 'x')?.edits.map((edit) => (edit as { value: Json }).value)[0]]),
    ).toEqual([
      [86_400_000, '2026-04-25'],
      [1, '2026-04-25T00:00:00.000Z'],
      [1000, '2026-04-25T00:00:00Z'],
    ]);
    expect(variablesOf(material, 5, schema, 2)).toEqual([]);
    const changes = [
      {
        kind: 'value',
        tag: 'v',
        place: 'p',
        edits: [
          { does: 'set', resource: 0, path: ['body', 1, 'size'], value: 8 },
          { does: 'set', resource: 0, path: ['status'], value: 8 },
          { does: 'set', resource: 9, path: [], value: 8 },
          { does: 'unset', resource: 0, path: [] },
        ],
        input: [],
        moved: [],
        faults: [],
        without: null,
        isHarsh: false,
      },
    ] as const;
    const world = { base: 0, input, shiftMs: 0, edits: [], moved: [], faults: [], seed: 0 };
    expect(variablesIn(material, 0, { world, changes }, schema).map(({ place }) => place)).toEqual([
      'input/limit',
      'input/day',
      '0/body/1/size',
      '0/status',
    ]);
  });
  test('texts are made what they are compared with', () => {
    const found = textChanges(material, 0, factsOf(material), [
      compared('a', 'f-1.txt', 'f-9.txt', '==='),
      compared('b', 'x', 'b', '!=='),
      compared('c', 'f-1.txt', '.gz', 'endsWith'),
      compared('c', 'f-2.txt', '.txt', 'endsWith'),
      compared('d', 'f-1.txt', 'g', 'startsWith'),
      compared('d', 'f-2.txt', 'f-', 'startsWith'),
      compared('d', 'none', 'f-', 'startsWith'),
      compared('e', 'f-1.txt', 'z', 'includes'),
      compared('e', 'f-2.txt', '-', 'indexOf'),
      compared('e', 'none', '-', 'indexOf'),
      compared('f', 'f-1.txt', 'f-2.txt', '<'),
      compared('g', 'same', 'same', '==='),
      compared('h', 5, 'same', '==='),
    ]);
    expect(found.map(({ edits: [edit] }) => (edit as { value: Json }).value)).toEqual([
      'f-9.txt',
      'x',
      'x',
      'f-1.txt.gz',
      'f-2',
      'gf-1.txt',
      '2.txt',
      'f-1.txt z',
      'f2.txt',
    ]);
  });
});

describe('failures', () => {
  const write = call('sh', ['gzip a'], { code: 0 }, 'write');
  const material = materialOf([
    cassette(
      {},
      call('fs.read', ['f'], 'x'),
      call('db.query', ['SELECT a FROM t JOIN u'], []),
      call('tool.look', [], 1),
      call('model.ask', ['x'], 'text'),
      call('model.ask', [{ schema: { properties: { mood: { enum: ['calm'] } } } }], { mood: 'calm', n: 1, yes: true, list: [1] }),
      write,
      call('fs.write', ['f', 1], null, 'idempotent'),
      call('db.query', ['UPDATE t SET a = 1'], {}, 'write'),
      call('mail.send', [{}], {}, 'irreversible'),
      call('http.post', ['https://a.test'], {}, 'write'),
    ),
  ]);
  test('each call fails in each way it can', () => {
    const tags = faultChanges(material, 0, [418]).map(({ tag }) => tag);
    for (const part of [
      'not there, all',
      'exit 1, once',
      'EACCES, all',
      'DB, all',
      'rejected, one',
      'status 418, once',
      'without mood',
      'mood chosen',
      'n 0',
      'yes turned',
      'list empty',
      'list of another type',
    ])
      expect(
        tags.some((tag) => tag.includes(part)),
        part,
      ).toBe(true);
    expect(faultChanges(material, 7, [])).toEqual([]);
  });
});

describe('lists and fields of opened texts', () => {
  const run = (nth: number) =>
    cassette(
      {},
      call('sh', ['ls'], { code: 0, stdout: `a-${nth}1 5\nb-${nth}2 6\nc-${nth}3 5\nd-${nth}4 7\ne-${nth}5 8` }),
      call(
        'tool.keys',
        [],
        ['a', 'b', 'c', 'd', 'e'].map((letter, at) => ({
          id: `${letter}`.repeat(nth + 1),
          when: `2026-01-0${at + 1}`,
          flag: at > 1,
          ...(at === 0 ? {} : { more: at }),
        })),
      ),
      call(
        'tool.numbers',
        [],
        [10, 11, 12, 13, 14].map((each) => ({ id: each + nth * 20, code: String(each + 50 + nth * 9) })),
      ),
      { seq: 9, primitive: 'tool.failed', args: [], class: 'read', answer: { ok: false, error: 'X: y' } },
    );
  const material = materialOf([run(0), run(1), run(2)]);
  const own = factsOf(material);
  test('keep their keys', () => {
    const lists = listChanges(material, 0, own);
    const twice = lists
      .filter(({ tag }) => tag.endsWith('first twice'))
      .map(({ edits: [edit] }) => (edit as unknown as { add: Json[] }).add[0]);
    expect(twice).toEqual([['a-41', '5'], { id: 'aa', when: '2026-01-01', flag: false }, { id: 55, code: '83' }]);
    expect(lists.some(({ tag }) => tag.endsWith('rows of other runs'))).toBe(true);
    expect(listChanges(material, 9, own)).toEqual([]);
  });
  test('fields that are not always there are left out, and columns have no null', () => {
    const fields = fieldChanges(material, 0, own, []);
    expect(fields.some(({ tag }) => tag.endsWith('.more: missing'))).toBe(true);
    expect(fields.some(({ tag }) => tag.includes('flag: turned, everywhere'))).toBe(true);
    expect(fields.some(({ tag }) => tag.includes('.0: null'))).toBe(false);
    expect(fieldChanges(material, 9, own, [])).toEqual([]);
  });
});
