import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';

/**
 * The new journal of a repair, once it is whole and the damaged files have been copied or linked aside: from when it bears this name
 * the repair only goes forward, and nobody opens the old files any more.
 */
export const repairedFile = (folder: string): string => join(folder, 'journal.db-repaired');

/** Begins the names of the folders that damaged files were moved into. */
export const asideName = 'damaged-';

/** The folders that repairs have moved damaged files into and that nobody has removed yet. */
export const asideFolders = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.startsWith(asideName))
        .map((name) => join(folder, name))
    : [];

/** Why nothing is opened between the two last steps of a repair. */
export const unfinishedRepair = (folder: string): Failure => ({
  kind: 'io',
  damaged: true,
  message: `A repair of ${folder} was cut off before its last step.`,
  hint: 'pawl doctor --repair  finishes it',
});
