import { checkDeclarations } from '../core/effects/check-declarations.ts';
import { classOfCall } from '../core/effects/class-of-call.ts';
import { schemaCheck } from '../core/effects/schema-check.ts';
import { canonicalJson } from '../core/model/canonical-json.ts';
import type { Json } from '../core/model/json.ts';
import { fail } from '../core/model/result.ts';
import type { Primitive, PrimitiveContext } from '../ports/primitive.ts';
import type { ContractKit } from './contract-kit.ts';

/** A primitive under test, with calls of it that go as said. */
export interface PrimitiveSubject {
  make(): Promise<Primitive>;
  /** Arguments of a call that goes well, as often as it is made. */
  readonly good: () => readonly Json[];
  /** Arguments that its schema takes and that the outside makes fail; null where nothing can. */
  readonly failing: (() => readonly Json[]) | null;
}

/** What every `Primitive` must do, whatever it reaches. */
export function primitiveContract({ test, expect }: ContractKit, subject: PrimitiveSubject): void {
  const context = (more: Partial<PrimitiveContext> = {}): PrimitiveContext => ({
    key: 'a'.repeat(64),
    op: 1,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    gave: () => true,
    secret: async (name) => fail({ kind: 'not_found', message: `there is no secret ${name}` }),
    ...more,
  });

  test('its declaration has no mistakes, and takes the call that goes well', async () => {
    const made = await subject.make();
    expect(checkDeclarations([{ at: 'it', value: { ...made } }], []).faults).toEqual([]);
    expect(schemaCheck(made.arguments, 'arguments')(subject.good())).toEqual([]);
    expect(classOfCall(made, subject.good()).ok).toBe(true);
  });

  test('a call that goes well gives JSON of the form that is declared, and what it cost', async () => {
    const made = await subject.make();
    const given = await made.perform(subject.good(), context());
    expect(given).toMatchObject({ ok: true });
    if (!given.ok) return;
    expect(canonicalJson(given.value.value).ok).toBe(true);
    expect(made.result === null ? [] : schemaCheck(made.result, 'result')(given.value.value)).toEqual([]);
    expect(given.value.nanoUsd === null || given.value.nanoUsd >= 0).toBe(true);
  });

  test('several calls at once do not disturb one another', async () => {
    const made = await subject.make();
    const given = await Promise.all([1, 2, 3].map(() => made.perform(subject.good(), context())));
    expect(given.map(({ ok }) => ok)).toEqual([true, true, true]);
  });

  test('what the outside does is a failure in words, never a rejection', async () => {
    if (subject.failing === null) return;
    const made = await subject.make();
    const args = subject.failing();
    expect(schemaCheck(made.arguments, 'arguments')(args)).toEqual([]);
    const given = await made.perform(args, context());
    expect(given.ok).toBe(false);
    if (!given.ok) expect(given.failure.message).not.toBe('');
  });

  test('a call that is stopped before it begins comes back, whatever it says', async () => {
    const made = await subject.make();
    const given = await made.perform(subject.good(), context({ signal: AbortSignal.abort() }));
    expect(typeof given.ok).toBe('boolean');
  });
}
