import { canonicalText } from '../model/canonical-json.ts';
import type { Json } from '../model/json.ts';

/**
 * What tells one call from another: primitive and canonical arguments. Empty arguments at the end say nothing (`query(sql)` and
 * `query(sql, [])` are one call).
 */
export function callKey(primitive: string, args: readonly Json[]): string {
  let length = args.length;
  while (length > 0 && saysNothing(args[length - 1])) length -= 1;
  const said = length === args.length ? args : args.slice(0, length);
  // Canonical as they stand, and by far the most.
  if (said.every((each) => typeof each === 'string')) return `${primitive} ${JSON.stringify(said)}`;
  return `${primitive} ${canonicalText(said)}`;
}

const saysNothing = (value: Json | undefined): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
