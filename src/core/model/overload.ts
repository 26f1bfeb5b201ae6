import type { Failure } from './failure.ts';

/** At most so often is a provider waited for that says it is overloaded or asked too often. */
export const maxOverloads = 10;
const firstOverloadMs = 5_000;
const longestOverloadMs = 10 * 60_000;

/** Whether the other side has no room at the moment: waited out, and nothing is judged by it. */
export const isOverload = ({ kind }: Failure): boolean => kind === 'rate_limited' || kind === 'overloaded';

/** How long to wait after the `retries`th overload in a row (from 0), where the other side named no moment. */
export const overloadMs = (retries: number): number => Math.min(firstOverloadMs * 2 ** retries, longestOverloadMs);
