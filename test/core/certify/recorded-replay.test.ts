import { describe, expect, test } from 'vitest';
import type { Cassette, RecordedCall } from '../../../src/core/certify/cassette.ts';
import type { Contract } from '../../../src/core/certify/gate/contract.ts';
import { RecordedReplay, replayVerdict } from '../../../src/core/certify/gate/recorded-replay.ts';
import type { Json } from '../../../src/core/model/json.ts';

const contract: Contract = { equivalence: {}, order: 'exact', postconditions: [], relations: [] };
let seq = 0;
const call = (primitive: string, effect: RecordedCall['class'], args: readonly Json[], value: Json): RecordedCall => ({
  seq: ++seq,
  primitive,
  args,
  class: effect,
  answer: { ok: true, value },
});
const cassette: Cassette = {
  id: 'c',
  input: null,
  calls: [
    call('db.query', 'read', ['SELECT a FROM t', []], 1),
    call('db.query', 'read', ['SELECT a FROM t', []], 2),
    call('fs.write', 'idempotent', ['f', 'x'], null),
    call('db.query', 'read', ['SELECT a FROM t', []], 3),
    call('clock.now', 'read', [], 7),
  ],
  outcome: { ok: true, output: 'done' },
};
const value = (replay: RecordedReplay, primitive: string, ...args: Json[]): unknown => {
  const { answer } = replay.call(primitive, args);
  return answer.ok ? answer.value : answer.error;
};
const select = 'SELECT a FROM t';

describe('a replay', () => {
  test('gives the n-th of equal reads between the same two writes', () => {
    const replay = new RecordedReplay(cassette);
    expect([value(replay, 'db.query', select), value(replay, 'db.query', select)]).toEqual([1, 2]);
    expect(value(replay, 'db.query', select)).toBe('NOT_RECORDED: db.query');
    expect(value(replay, 'fs.write', 'f', 'x')).toBe(null);
    expect(value(replay, 'db.query', select, [])).toBe(3);
    expect(replay.reads).toHaveLength(1);
  });
  test('reads anywhere what was always the same', () => {
    const replay = new RecordedReplay(cassette);
    expect([value(replay, 'clock.now'), value(replay, 'clock.now')]).toEqual([7, 7]);
  });
  test('says what is not in it', () => {
    const replay = new RecordedReplay(cassette);
    expect(value(replay, 'fs.write', 'f', 'y')).toBe('NOT_RECORDED: fs.write');
    expect(replay.unrecorded).toEqual([{ primitive: 'fs.write', args: ['f', 'y'] }]);
  });
});

test('verdicts', () => {
  const nothing = { reads: [], unrecorded: [] };
  const run = { outcome: cassette.outcome, calls: cassette.calls };
  const asked = { primitive: 'x', args: [] };
  expect(replayVerdict({ run, ...nothing }, cassette, contract)).toEqual({ is: 'same' });
  expect(replayVerdict({ run: { ...run, calls: [] }, ...nothing }, cassette, contract)).toMatchObject({ is: 'different' });
  expect(replayVerdict({ run, reads: [asked], unrecorded: [asked] }, cassette, contract)).toEqual({ is: 'inconclusive', read: asked });
  expect(replayVerdict({ run, reads: [], unrecorded: [asked] }, cassette, contract)).toEqual({ is: 'unrecorded_write', write: asked });
});
