import type { EffectEnded } from '../core/events/effect-event.ts';
import { canonicalText } from '../core/model/canonical-json.ts';
import { digestOf } from '../core/model/digest.ts';
import type { Failure } from '../core/model/failure.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { wellFormed } from '../core/model/well-formed.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Performed } from './performer.ts';
import { storedJson } from './stored-json.ts';

/** What came of a call, all but when code was given it. */
export type Came = Omit<EffectEnded, 'type' | 'op' | 'order' | 'nowMs'>;

/** What came of a call; null where only a person can say, and nobody has. Fails where the journal or the store does. */
export type Settled = Result<Came | null, Failure>;

/** A failure that cost nothing, as nothing was performed. Its words are anybody's, and may have been cut in the middle of a character. */
export function cameFailed(said: Failure, settled: Came['settled'] = null): Came {
  const { message, hint } = said;
  const failure = { ...said, message: wellFormed(message), ...(hint === undefined ? {} : { hint: wellFormed(hint) }) };
  return { result: fail(failure), digest: digestOf(canonicalText(failure)), durationMs: 0, nanoUsd: 0, usage: null, settled };
}

/** What performing gave, with its value in the store. Fails where the store does. */
export async function cameOf(blobs: Blobs, performed: Performed, settled: Came['settled']): Promise<Result<Came, Failure>> {
  const { result, durationMs, nanoUsd, usage } = performed;
  if (!result.ok) return ok({ ...cameFailed(result.failure, settled), durationMs, nanoUsd, usage });
  const value = await storedJson(blobs, result.text);
  if (!value.ok) return value;
  return ok({ result: ok(value.value), digest: digestOf(result.text), durationMs, nanoUsd, usage, settled });
}
