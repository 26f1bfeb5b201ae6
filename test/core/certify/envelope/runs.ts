import type { Cassette, RecordedCall } from '../../../../src/core/certify/cassette.ts';
import type { Json } from '../../../../src/core/model/json.ts';

/** A recorded call; what it does to the outside is to read, where nothing else is said. */
export const call = (primitive: string, args: readonly Json[], value: Json, effect: RecordedCall['class'] = 'read'): RecordedCall => ({
  seq: 1,
  primitive,
  args,
  class: effect,
  answer: { ok: true, value },
});

export const failed = (primitive: string, args: readonly Json[], error: string): RecordedCall => ({
  seq: 1,
  primitive,
  args,
  class: 'read',
  answer: { ok: false, error },
});

/** A finished run: the same input and calls, whatever came of it. */
export const run = (input: Json, calls: readonly RecordedCall[] = [], id = 'r'): Cassette => ({
  id,
  input,
  calls: calls.map((each, at) => ({ ...each, seq: at + 1 })),
  outcome: { ok: true, output: null },
});

/** So many runs, each made of its number from 1. */
export const runs = (count: number, made: (at: number) => Cassette): Cassette[] => Array.from({ length: count }, (_, at) => made(at + 1));
