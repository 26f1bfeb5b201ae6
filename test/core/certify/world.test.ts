import { describe, expect, test } from 'vitest';
import type { Cassette, RecordedCall } from '../../../src/core/certify/cassette.ts';
import { effectOf } from '../../../src/core/certify/world/effect-of.ts';
import { likeness, oneKind } from '../../../src/core/certify/world/likeness.ts';
import { materialOf } from '../../../src/core/certify/world/material.ts';
import { pagedAddress, pagingOf, piece } from '../../../src/core/certify/world/paging.ts';
import { ServedWorld } from '../../../src/core/certify/world/served.ts';
import { edited, mentions, type World } from '../../../src/core/certify/world/world.ts';
import type { Json } from '../../../src/core/model/json.ts';

const call = (primitive: string, args: readonly Json[], value: Json, effect: RecordedCall['class'] = 'read'): RecordedCall => ({
  seq: 1,
  primitive,
  args,
  class: effect,
  answer: { ok: true, value },
});
const failed = (primitive: string, args: readonly Json[], error: string): RecordedCall => ({
  seq: 1,
  primitive,
  args,
  class: 'read',
  answer: { ok: false, error },
});
const cassette = (...calls: RecordedCall[]): Cassette => ({ id: 'c', input: {}, calls, outcome: { ok: true, output: null } });
const world = (changes: Partial<World> = {}): World => ({
  base: 0,
  input: {},
  shiftMs: 0,
  edits: [],
  moved: [],
  faults: [],
  seed: 0,
  ...changes,
});

function asked(cassettes: readonly Cassette[], changes: Partial<World> = {}) {
  const run = new ServedWorld(world(changes), materialOf(cassettes)).begin();
  return (primitive: string, ...args: Json[]): unknown => {
    const { answer } = run.call(primitive, args);
    return answer.ok ? answer.value : answer.error;
  };
}

describe('likeness', () => {
  test.each([
    ['a', 'a', 1],
    ['', '', 1],
    ['', '-', 0],
    ['-', '', 0],
    ['https://a.test/x', 'https://a.test/y', 8 / 9],
    ['aa', 'bb', 0],
  ])('of %j and %j', (one, other, how) => {
    expect(likeness(one, other)).toBeCloseTo(how);
  });
  test('kinds', () => {
    expect(oneKind('https://a.test/x?b=1', 'https://a.test/y?b=2')).toBe(true);
    expect(oneKind('https://a.test/x?b=1', 'https://a.test/y?c=2')).toBe(false);
    expect(oneKind('https://a.test/x/z', 'https://a.test/y')).toBe(false);
    expect(oneKind('x', 'https://a.test/y')).toBe(false);
    expect(oneKind('rm a/b', 'gzip a/b')).toBe(false);
    expect(oneKind('cat a/b', 'cat a/c')).toBe(true);
  });
});

describe('pieces of lists', () => {
  test('are told by the names of the query', () => {
    expect(pagedAddress('https://a.test/x?page=2&q=1')).toEqual({ base: 'https://a.test/x?q=1', style: 'page', key: 'page' });
    expect(pagedAddress('https://a.test/x?offset=2')).toMatchObject({ style: 'offset' });
    expect(pagedAddress('https://a.test/x?q')).toBe(null);
  });
  test('without a list, or without what comes next, are none', () => {
    expect(pagingOf([])).toBe(null);
    expect(pagingOf([{ address: 'x', answer: [] }])).toBe(null);
    expect(pagingOf([{ address: 'x?page=1', answer: { body: { a: 1 } } }])).toBe(null);
    expect(pagingOf([{ address: 'x?page=1', answer: 1 }])).toBe(null);
    expect(pagingOf([{ address: 'x?cursor=1', answer: { items: [], other: { more: {} } } }])).toBe(null);
    expect(pagingOf([{ address: 'x?cursor=1', answer: { items: [], page: { next: 4 } } }])).toMatchObject({ next: ['page', 'next'] });
  });
  const paging = { style: 'page', key: 'page', sizeKey: 'per_page', size: 2, rows: ['items'], next: null, first: '1' } as const;
  test.each([
    ['x?page=1', [1, 2]],
    ['x?page=2', [3]],
    ['x', [1, 2]],
    ['x?page=2&per_page=1', [2]],
    ['x?page=2&per_page=nothing', [2]],
    ['x?page=odd', [1, 2]],
  ])('%s', (address, items) => {
    expect(piece([1, 2, 3], {}, paging, address)).toEqual({ items });
  });
  test('by offset, and of a size that nobody knows', () => {
    expect(piece([1, 2, 3], [], { ...paging, style: 'offset', rows: [], first: '0' }, 'x?page=1')).toEqual([2, 3]);
    expect(piece([1, 2, 3], [], { ...paging, size: null, rows: [], first: null }, 'x?page=0')).toEqual([1, 2, 3]);
    expect(piece([], { a: [[]] }, { ...paging, size: null, rows: ['a', '0'], first: 'odd' }, 'x?page=0')).toEqual({ a: [[]] });
  });
});

describe('a world answers', () => {
  test('what was recorded, the n-th like the n-th, and errors', () => {
    const ask = asked([
      cassette(call('http.get', ['https://a.test/x'], 1), call('http.get', ['https://a.test/x'], 2), failed('fs.read', ['f'], 'ENOENT: f')),
    ]);
    expect([1, 2, 3].map(() => ask('http.get', 'https://a.test/x'))).toEqual([1, 2, 2]);
    expect(ask('fs.read', 'f')).toBe('ENOENT: f');
  });
  test('as in another run, like the nearest, or that it is not there', () => {
    const others = [
      cassette(call('http.get', ['https://a.test/x'], 1)),
      cassette(call('http.get', ['https://a.test/y'], 2), call('model.ask', [{ prompt: 'a' }], 'yes')),
    ];
    const ask = asked(others);
    expect([ask('http.get', 'https://a.test/y'), ask('http.get', 'https://a.test/z'), ask('model.ask', { prompt: 'b' })]).toEqual([
      2,
      1,
      'yes',
    ]);
    expect(ask('http.get', 'https://b.test/z')).toEqual({ status: 404, body: null });
    expect([ask('fs.read', 'g'), ask('sh', 'ls x'), ask('db.query', 'SELECT a FROM t'), ask('db.query', 'SELECT a FROM t JOIN u')]).toEqual(
      ['ENOENT: g', { code: 127, stdout: '', stderr: 'not found' }, [], []],
    );
    expect([ask('secret', 'S'), ask('clock.now'), ask('tool.look')]).toEqual(['{{secret:S}}', {}, {}]);
    expect(typeof ask('random')).toBe('number');
  });
  test('under a new name what was moved there, and nothing under the old one', () => {
    const ask = asked([cassette(call('fs.read', ['a/north.txt'], 'north is north'), call('fs.read', ['a/south.txt'], 's'))], {
      moved: [['north', 'norti']],
    });
    expect([ask('fs.read', 'a/norti.txt'), ask('fs.read', 'a/north.txt'), ask('fs.read', 'a/south.txt')]).toEqual([
      'norti is norti',
      'ENOENT: a/north.txt',
      's',
    ]);
  });
  test('writes as they were answered, and remembers files', () => {
    const ask = asked([cassette(call('http.post', ['https://a.test/p', 1], { status: 201 }, 'write'))]);
    expect([
      ask('http.post', 'https://a.test/p', 1),
      ask('http.post', 'https://a.test/q', 2),
      ask('http.post', 'https://b.test/p/r'),
    ]).toEqual([{ status: 201 }, { status: 201 }, { status: 200, body: { ok: true, id: 3 } }]);
    expect([ask('sh', 'gzip a'), ask('mail.send', {}), ask('fs.write', 'f', 'new'), ask('fs.read', 'f')]).toEqual([
      { code: 0, stdout: '', stderr: '' },
      { id: 'm5' },
      null,
      'new',
    ]);
  });
  test('queries of tables, with what writes made of them', () => {
    const rows = [
      { id: 1, at: 4 },
      { id: 2, at: 6 },
    ];
    const select =
      'SELECT id, at FROM t WHERE kind = ? AND at < ? AND x > 1 AND y <> 2 AND z IS NULL AND u IS NOT NULL AND v LIKE ? AND w < ? AND q <> ? AND r > ?';
    const values = ['a', 9, 'b%', 'c', 'd', 'e'];
    const ask = asked([
      cassette(call('db.query', [select, values], rows), call('db.query', ['SELECT id FROM t WHERE id = ?', [1]], [{ id: 1 }])),
    ]);
    expect(ask('db.query', select, values)).toEqual(rows);
    expect(ask('db.query', 'UPDATE t SET at = 8 WHERE id = 1')).toEqual({ changes: 1 });
    expect(ask('db.query', 'DELETE FROM t WHERE id = 2')).toEqual({ changes: 1 });
    expect(ask('db.query', 'INSERT INTO t (id, at) VALUES (3, 1)')).toEqual({ changes: 1 });
    expect(ask('db.query', 'INSERT INTO u (id) VALUES (3)')).toEqual({ changes: 1 });
    expect(ask('db.query', 'SELECT id, at FROM t')).toEqual([
      { id: 1, at: 8 },
      { id: 3, at: 1 },
    ]);
  });
  test('a table that a recording contradicts as it was recorded', () => {
    const ask = asked([
      cassette(
        call('db.query', ['SELECT id FROM t LIMIT 1'], [{ id: 1 }]),
        call('db.query', ['SELECT id FROM t WHERE id > 1', []], [{ id: 2 }]),
        call('db.query', ['SELECT id FROM t'], [{ id: 1 }]),
      ),
    ]);
    expect([ask('db.query', 'SELECT id FROM t'), ask('db.query', 'SELECT id FROM t LIMIT 1')]).toEqual([[{ id: 1 }], [{ id: 1 }]]);
  });
  test('faults by kind, by call and by number', () => {
    const fault = { primitive: 'http.get', kind: null, key: null, from: 2, to: 2, answer: { ok: false as const, error: 'TIMEOUT: x' } };
    const recorded = [cassette(call('http.get', ['https://a.test/x'], 1))];
    const ask = asked(recorded, {
      faults: [
        fault,
        { ...fault, kind: 0, from: 3, to: 3 },
        { ...fault, primitive: 'sh' },
        { ...fault, kind: 9 },
        { ...fault, key: 'other' },
      ],
    });
    expect([1, 2, 3, 4].map(() => ask('http.get', 'https://a.test/x'))).toEqual([1, 'TIMEOUT: x', 'TIMEOUT: x', 1]);
  });
});

describe('edits', () => {
  test('places first, then which entries there are; what is left out stays out', () => {
    const tree: Json = { rows: [{ a: 1 }, { a: 2 }, { a: 3 }], b: 1 };
    expect(
      edited(tree, [
        { does: 'arrange', resource: 0, path: ['rows'], order: [2, 1, 0, 9], add: [{ a: 4 }] },
        { does: 'set', resource: 0, path: ['rows', 0, 'a'], value: 9 },
        { does: 'drop', resource: 0, path: ['rows', 1] },
        { does: 'unset', resource: 0, path: ['b'] },
        { does: 'resize', resource: 0, size: 3 },
      ]),
    ).toEqual({ rows: [{ a: 3 }, { a: 9 }, { a: 4 }] });
    expect(edited(1, [{ does: 'set', resource: 0, path: ['a'], value: 2 }])).toBe(1);
    expect(edited({ a: 1 }, [{ does: 'unset', resource: 0, path: [] }])).toBe(null);
    expect(edited({ a: 1 }, [{ does: 'arrange', resource: 0, path: ['a'], order: [0], add: [] }])).toEqual({ a: [] });
    expect(edited({}, [{ does: 'set', resource: 0, path: ['a', 'b'], value: 2 }])).toEqual({ a: null });
  });
  test('a word is mentioned where it stands alone', () => {
    expect([
      mentions('a/core-x', 'core'),
      mentions('score', 'core'),
      mentions([{ a: 5 }], '5'),
      mentions(null, 'a'),
      mentions(true, 'a'),
    ]).toEqual([true, false, true, false, false]);
  });
});

test('what a call does, by its words', () => {
  const effect = (primitive: string, ...args: Json[]): string => effectOf(primitive, args, new Map());
  expect([
    effect('sh', 'git log -1'),
    effect('sh', 'ls > f'),
    effect('sh', 'rm x'),
    effect('sh', 5),
    effect('db.query', 'select 1'),
    effect('db.query', 'DROP'),
  ]).toEqual(['read', 'write', 'irreversible', 'write', 'read', 'write']);
  expect(['fs.write', 'http.put', 'http.patch', 'http.delete', 'http.post', 'mail.send', 'fs.read'].map((each) => effect(each))).toEqual([
    'idempotent',
    'write',
    'write',
    'write',
    'write',
    'irreversible',
    'read',
  ]);
});
