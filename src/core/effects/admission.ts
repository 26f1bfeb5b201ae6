import type { EffectClass } from '../model/effect-class.ts';
import { addsUp } from './class-of-call.ts';
import { keyOf } from './effect-identity.ts';
import { type EffectLedger, type EffectRecord, happeningOf } from './ledger.ts';

/** A call that is one its primitive takes, and what is not known of it yet is how it goes on. */
export interface Applicant {
  readonly scope: string;
  readonly primitive: string;
  readonly class: EffectClass;
  readonly identity: string;
  readonly takeover: boolean;
  readonly distinct: string | null;
  /** Operations that this process performs just now. */
  readonly underWay: ReadonlySet<number>;
}

/** How a call goes on. `count` and `key` are those that it gets. */
export type Admission = { readonly count: number; readonly key: string } & (
  | { readonly how: 'perform' }
  /** It is the very same effect as one before of which it is not known whether it happened: that is settled first. */
  | { readonly how: 'settle'; readonly before: EffectRecord }
  /** It was done before the takeover, and is answered with what came of it. */
  | { readonly how: 'receipt'; readonly receipt: EffectRecord }
  /** A takeover's write that may repeat one of these in other words. */
  | { readonly how: 'hold'; readonly receipts: readonly EffectRecord[] }
  /** As `perform`, once a person allows it. */
  | { readonly how: 'ask'; readonly receipts: readonly EffectRecord[] }
);

/**
 * The rules by which nothing is done twice. What adds up and is in doubt is settled before the same is done again. In a takeover, what
 * has a receipt is answered with it, and what has none, of a primitive that has some, is held: it may be the same effect in other
 * words. Code that says why it is a `distinct` one is believed, unless nobody could take it back.
 */
export function admit(ledger: EffectLedger, call: Applicant): Admission {
  const { scope, primitive, identity, takeover, distinct } = call;
  const count = ledger.freeCount(identity, distinct !== null ? 'act' : takeover ? 'takeover' : 'before');
  const key = keyOf(scope, primitive, identity, count);
  if (!addsUp(call.class)) return { how: 'perform', count, key };
  const receipts = takeover ? ledger.receipts(primitive) : [];
  if (distinct !== null) {
    const asks = receipts.length > 0 && call.class === 'irreversible';
    return asks ? { how: 'ask', count, key, receipts } : { how: 'perform', count, key };
  }
  const before = (takeover ? ledger.ofKey(key) : undefined) ?? ledger.inDoubt(identity, call.underWay);
  const happening = before === undefined ? 'not' : happeningOf(before);
  if (before !== undefined && happening === 'doubt')
    return { how: 'settle', count: before.requested.count, key: before.requested.key, before };
  if (before !== undefined && happening === 'happened') return { how: 'receipt', count, key, receipt: before };
  // Of the very same effect it is known that it was not done: there is nothing that it could repeat.
  if (before === undefined && receipts.length > 0) return { how: 'hold', count, key, receipts };
  return { how: 'perform', count, key };
}
