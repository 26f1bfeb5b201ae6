import type { Found } from '../events/event-parts.ts';
import { outermostRun } from '../model/names.ts';
import { lookAt } from './run-summary.ts';

/** What was found in the workspace when a run was taken up, and where that is kept, in a sentence. */
export function foundText(run: string, found: Found): string {
  const { since, snapshot, paths, besides } = found;
  if (found.waited) return `${changedText(found)} changed while it waited, and stays so: ${lookAt(run, since.ref, snapshot.ref)}`;
  const named = paths.length === 0 ? '' : ` (${pathsText(found)})`;
  const kept = `what was in the files when it was taken up${named} is kept: ${lookAt(run, since.ref, snapshot.ref)}`;
  if (besides === null) return kept;
  const held = `refs/pawl/${outermostRun(run)}/held`;
  const record = `.pawl/blobs/${snapshot.id.slice(0, 2)}/${snapshot.id}`;
  return `${kept}; besides: ${besides}; the commits and stashes of then: git for-each-ref ${held}; configuration and hooks: ${record}`;
}

/** What differs, in words: files by name, and what else. */
export const changedText = (found: Found): string => [pathsText(found), found.besides].filter(Boolean).join('; ');

const pathsText = ({ paths, files }: Found): string => paths.join(', ') + (files > paths.length ? ` and ${files - paths.length} more` : '');
