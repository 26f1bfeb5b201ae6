import type { EffectRequested } from '../events/effect-event.ts';
import { addsUp, writes } from './class-of-call.ts';

/**
 * How it becomes known what came of a call whose process is gone. leave: nothing has to be known, code that asks again reads again. again:
 * doing it twice is as doing it once. keyed: sent again, the far side knows the key. probe: a read tells. person: it is never sent
 * again, and only a person can say whether it happened. lost: doing it again does no harm, but what was sent is not kept.
 */
export type Settlement = 'leave' | 'again' | 'keyed' | 'probe' | 'person' | 'lost';

/** The rule, from what stands in the journal. */
export function settlementOf({ class: effect, settles, redacted }: Pick<EffectRequested, 'class' | 'settles' | 'redacted'>): Settlement {
  if (!writes(effect)) return 'leave';
  if (!addsUp(effect)) return redacted ? 'lost' : 'again';
  // What was taken out of the arguments can neither be sent nor looked for.
  return redacted || settles === 'none' ? 'person' : settles;
}
