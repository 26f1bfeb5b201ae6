import type { StoredFunction } from '../../ports/functions.ts';

/**
 * The functions that a model is told of before its first turn: those of folders, which people chose. Those of the library are found by
 * searching it, as they may be thousands; an act without that search (one within another, one that answers a prompt step) is told of all
 * that are listed.
 */
export function toldFunctions(functions: readonly StoredFunction[], canSearch: boolean): readonly StoredFunction[] {
  return canSearch ? functions.filter(({ entry }) => entry === null) : functions;
}
