import type { Result } from '../core/model/result.ts';

/** The value of a result that must be one. */
export function okValue<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value;
  throw new Error(`failed: ${JSON.stringify(result.failure)}`);
}
