import { EffectLedger, type EffectRecord } from '../../core/effects/ledger.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { CaseCall } from '../../core/library/entries/library-entry.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Json } from '../../core/model/json.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { jsonOf } from '../../effects/stored-json.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { effectsIn } from '../act-effects.ts';

/**
 * What an act asked of its primitives and was given, as its journal has it, without secrets; of one cell where `cell` is given. Texts of stored
 * functions are none of it: those are found anew.
 */
export async function recordedCalls(
  blobs: Blobs,
  history: readonly StoredEvent[],
  cell: number | null = null,
): Promise<Result<readonly CaseCall[], Failure>> {
  const ledger = new EffectLedger();
  const records: EffectRecord[] = [];
  const ops: number[] = [];
  for (const event of effectsIn(history)) {
    ledger.apply(event);
    if (event.type === 'effect.requested' && (cell === null || event.cell === cell)) ops.push(event.op);
  }
  for (const op of ops) {
    const record = ledger.record(op);
    if (record?.ended && record.ended.order > 0 && record.requested.primitive !== 'call') records.push(record);
  }
  const orders = new Map(records.toSorted(byOrder).map(({ requested }, at) => [requested.op, at + 1]));
  const calls: CaseCall[] = [];
  for (const record of records) {
    const call = await callOf(blobs, record, orders.get(record.requested.op) as number);
    if (!call.ok) return call;
    calls.push(call.value);
  }
  return ok(calls);
}

const byOrder = (one: EffectRecord, other: EffectRecord): number =>
  one.requested.cell - other.requested.cell || (one.ended?.order ?? 0) - (other.ended?.order ?? 0);

async function callOf(blobs: Blobs, { requested, ended }: EffectRecord, order: number): Promise<Result<CaseCall, Failure>> {
  const args = await jsonOf(blobs, requested.arguments);
  if (!args.ok) return args;
  const base = { primitive: requested.primitive, args: args.value as readonly Json[], order };
  const { result } = ended as NonNullable<EffectRecord['ended']>;
  if (!result.ok) return ok({ ...base, result: fail(result.failure) });
  const value = await jsonOf(blobs, result.value);
  return value.ok ? ok({ ...base, result: ok(value.value) }) : value;
}
