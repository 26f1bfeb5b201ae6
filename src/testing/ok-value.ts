import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';

/** The value of a result that a test needs to be ok; throws with the failure's sentence. */
export function okValue<T>(result: Result<T, Failure>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.failure.kind}: ${result.failure.message}`);
}
