import type { Refusal } from '../../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';

/** What an option gives that takes a number from 1. */
export function countIn(option: string, given: string): Result<number, Refusal> {
  const count = Number(given);
  if (given.trim() !== '' && Number.isInteger(count) && count >= 1) return ok(count);
  return fail({ code: 'cli/usage', message: `${option} takes a number from 1, and no "${given}"` });
}
