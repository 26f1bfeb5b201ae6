import type { StoredFunction } from '../../ports/functions.ts';

/** So many of the library are told to an act that cannot search it. */
const mostUnsearched = 20;

/**
 * The functions that a model is told of before its first turn: those of folders, which people chose. Those of the library are found by
 * searching it, as they may be thousands; an act without that search (one within another, one that answers a prompt step) is told of them
 * where they are few.
 */
export function toldFunctions(functions: readonly StoredFunction[], canSearch: boolean): readonly StoredFunction[] {
  const own = functions.filter(({ entry }) => entry === null);
  return !canSearch && functions.length - own.length <= mostUnsearched ? functions : own;
}
