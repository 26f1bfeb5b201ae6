import type { EditSet } from './library-edit.ts';

/** Who made a set of edits, as people read it in the log. */
export function authorOf({ by, run, model }: Pick<EditSet, 'by' | 'run' | 'model'>): string {
  const who = { person: 'a person', actor: 'the agent', librarian: 'the librarian' }[by];
  const where = run === null ? '' : by === 'librarian' ? ` after ${run}` : ` in ${run}`;
  return `${who}${where}${model === null ? '' : ` (${model})`}`;
}
