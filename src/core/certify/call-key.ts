import { canonicalText } from '../model/canonical-json.ts';
import type { Json } from '../model/json.ts';

/**
 * What tells one call from another: primitive and canonical arguments. Empty arguments at the end say nothing (`query(sql)` and
 * `query(sql, [])` are one call).
 */
export function callKey(primitive: string, args: readonly Json[]): string {
  let length = args.length;
  while (length > 0 && saysNothing(args[length - 1])) length -= 1;
  return `${primitive} ${canonicalText(args.slice(0, length))}`;
}

const saysNothing = (value: Json | undefined): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
