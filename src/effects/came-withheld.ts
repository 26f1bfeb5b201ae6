import type { EffectLedger, EffectRecord } from '../core/effects/ledger.ts';
import type { EffectRequested, Withheld } from '../core/events/effect-event.ts';
import type { Failure } from '../core/model/failure.ts';
import { inlineLimitBytes } from '../core/model/value.ts';
import { type Came, cameFailed } from './came.ts';

/** What code is told of a call for which nothing is performed. `failure`: of a mistake or a budget. */
export function cameWithheld(ledger: EffectLedger, requested: EffectRequested, withheld: Withheld, failure: Failure | null): Came {
  const plain = cameFailed(failure ?? { kind: 'refused', message: `ctx.${requested.primitive} was not called` });
  switch (withheld.why) {
    case 'mistake':
    case 'budget':
      return plain;
    case 'receipt': {
      const { ended } = ledger.record(withheld.receipt) as EffectRecord;
      return ended === null ? plain : { ...plain, result: ended.result, digest: ended.digest };
    }
    case 'held':
      return cameFailed(
        heldFailure(
          requested,
          withheld.receipts.map((op) => ledger.record(op) as EffectRecord),
        ),
      );
  }
}

/** So many receipts are shown, the last ones. */
const receiptsShown = 20;
const shownChars = 400;

/** Of a call that was held in a takeover: what the primitive did before, and how to go on. */
function heldFailure({ primitive }: EffectRequested, receipts: readonly EffectRecord[]): Failure {
  return {
    kind: 'refused',
    message: `ctx.${primitive} was not called: it was called before the takeover, and this may be one of those calls in other words. ${receiptsText(receipts)}`,
    hint: `if it is one of them, go on without it; if it is another one, call it again with one argument more that says why: { distinct: "…" }`,
  };
}

/** What was done, a line for each. */
export function receiptsText(receipts: readonly EffectRecord[]): string {
  const more = receipts.length > receiptsShown ? ` (the last ${receiptsShown} of ${receipts.length})` : '';
  return `What was done${more}:\n${receipts.slice(-receiptsShown).map(receiptText).join('\n')}`;
}

function receiptText({ requested, ended }: EffectRecord): string {
  const args = 'text' in requested.arguments ? requested.arguments.text.slice(1, -1) : `… more than ${inlineLimitBytes} bytes`;
  const shown = args.length > shownChars ? `${args.slice(0, shownChars)}…` : args;
  const came = ended === null || !ended.result.ok ? 'perhaps done' : 'text' in ended.result.value ? ended.result.value.text : 'done';
  return `- ctx.${requested.primitive}(${shown}) → ${came.length > shownChars ? `${came.slice(0, shownChars)}…` : came}`;
}
