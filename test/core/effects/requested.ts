import type { EffectEnded, EffectRequested } from '../../../src/core/events/effect-event.ts';
import type { Failure } from '../../../src/core/model/failure.ts';

/** A requested effect as a journal holds it, with what a test wants to be otherwise. */
export const requested = (more: Partial<EffectRequested>): EffectRequested => ({
  type: 'effect.requested',
  op: 1,
  cell: 1,
  n: 1,
  primitive: 'pay',
  arguments: { text: '[5]' },
  digest: 'd1',
  redacted: false,
  class: 'write',
  identity: 'i1',
  count: 0,
  key: 'k1',
  settles: 'none',
  takeover: false,
  distinct: null,
  withheld: null,
  ...more,
});

export const ended = (op: number, more: Partial<EffectEnded> = {}): EffectEnded => ({
  type: 'effect.ended',
  op,
  result: { ok: true, value: { text: 'null' } },
  digest: 'r1',
  durationMs: 1,
  nanoUsd: 0,
  usage: null,
  order: 1,
  nowMs: 1000,
  settled: null,
  ...more,
});

export const failed = (op: number, kind: Failure['kind'], more: Partial<EffectEnded> = {}): EffectEnded =>
  ended(op, { result: { ok: false, failure: { kind, message: kind } }, ...more });
