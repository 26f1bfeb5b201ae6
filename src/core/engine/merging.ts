import type { Snapshot } from '../events/event-parts.ts';
import type { Frame, Merge } from './frame.ts';

/** The step goes back to where it stood when it had ended, with more known of its merge. */
export function withMerge(frame: Frame, change: (merge: Merge) => Merge): Frame {
  const { tree } = frame;
  if (tree === null || tree.merge === null) throw new Error(`${frame.step} has no work tree of its own that could be merged`);
  return { ...frame, stage: tree.merge.from, tree: { ...tree, merge: change(tree.merge) } };
}

/** Nothing more is done with its own work tree; why nothing came in, or null. */
export const mergeOver =
  (failure: string | null) =>
  (frame: Frame): Frame =>
    withMerge(frame, (merge) => ({ ...merge, over: true, failure }));

export function conflictText(conflicts: readonly string[], theirs: Snapshot): string {
  const named = conflicts.slice(0, 5).join(', ') + (conflicts.length > 5 ? ` and ${conflicts.length - 5} more` : '');
  return `its changes conflict with what came in before, in ${named}; they are kept as ${theirs.ref}`;
}
