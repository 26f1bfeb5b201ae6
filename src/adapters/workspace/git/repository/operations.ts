import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../place/place.ts';

/** Marks of a merge, rebase, cherry-pick, revert or bisect under way, and of a squash that is to be committed. */
const operationNames = [
  'MERGE_HEAD',
  'MERGE_MODE',
  'MERGE_MSG',
  'MERGE_AUTOSTASH',
  'MERGE_RR',
  'AUTO_MERGE',
  'SQUASH_MSG',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'REBASE_HEAD',
  'BISECT_LOG',
  'BISECT_START',
  'BISECT_TERMS',
  'BISECT_EXPECTED_REV',
  'BISECT_ANCESTORS_OK',
  'BISECT_NAMES',
  'BISECT_RUN',
  'sequencer',
  'rebase-merge',
  'rebase-apply',
];

/** The marks of operations under way: files with their bytes, folders as null. */
export function readOperations(place: Place): ReadonlyMap<string, Buffer | null> {
  const found = new Map<string, Buffer | null>();
  for (const name of operationNames) {
    const stat = lstatSync(join(place.gitDir, name), { throwIfNoEntry: false });
    if (stat) found.set(name, stat.isFile() ? readFileSync(join(place.gitDir, name)) : null);
  }
  return found;
}

/** Ends operations that began since, moving their files to `aside`; puts back the marks of those that were there. Names what went. */
export function putBackOperations(place: Place, wanted: ReadonlyMap<string, Buffer | null>, aside: string): string[] {
  const gone: string[] = [];
  for (const [name, bytes] of readOperations(place)) {
    const before = wanted.get(name);
    if (before !== undefined && (before === null || (bytes !== null && before.equals(bytes)))) continue;
    mkdirSync(aside, { recursive: true });
    rmSync(join(aside, name), { recursive: true, force: true });
    renameSync(join(place.gitDir, name), join(aside, name));
    if (before === undefined) gone.push(name);
  }
  for (const [name, bytes] of wanted)
    if (bytes !== null && !existsSync(join(place.gitDir, name))) writeFileSync(join(place.gitDir, name), bytes);
  return gone;
}

/** What is under way, in a word; null when nothing is. */
export function operationInWords(place: Place): string | null {
  const has = (name: string): boolean => existsSync(join(place.gitDir, name));
  if (has('rebase-merge') || has('rebase-apply')) return has('rebase-apply/applying') ? 'a git am' : 'a rebase';
  if (has('MERGE_HEAD')) return 'a merge';
  if (has('CHERRY_PICK_HEAD')) return 'a cherry-pick';
  if (has('REVERT_HEAD')) return 'a revert';
  if (has('BISECT_LOG')) return 'a bisect';
  return null;
}
