import type { Json } from '../model/json.ts';

/**
 * Code says that a call is another effect than one before by an argument more: `ctx.mail.send(mail, { distinct: 'the reminder' })`. The
 * primitive does not get it.
 */
export function splitDistinct(args: readonly Json[]): { readonly args: readonly Json[]; readonly distinct: string | null } {
  const last = args.at(-1);
  if (typeof last !== 'object' || last === null || Array.isArray(last)) return { args, distinct: null };
  const { distinct, ...rest } = last as { readonly [key: string]: Json };
  const isReason = typeof distinct === 'string' && distinct.trim() !== '' && Object.keys(rest).length === 0;
  return isReason ? { args: args.slice(0, -1), distinct } : { args, distinct: null };
}
