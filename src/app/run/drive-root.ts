import type { Settings } from '../../core/events/event-parts.ts';
import { branchSlugOf } from '../../core/model/names.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import type { Result } from '../../core/model/result.ts';
import type { Workflow } from '../../core/workflow/workflow.ts';
import type { RunPlace } from '../../ports/workspace.ts';
import { type Drivable, driveWorkflow, type RunParts } from './drive-workflow.ts';
import type { RunResult } from './run-options.ts';
import { runWithinOf } from './run-within.ts';

/** A run that is no part of another one, from where it stands. */
export interface RootRun extends Omit<Drivable, 'place' | 'budgetNanoUsd' | 'around'> {
  readonly run: string;
  readonly settings: Settings;
}

/** Where a run that is no part of another one works, and what its branch is called. */
export const placeOf = (run: string, { name }: Pick<Workflow, 'name'>, { ownBranch }: Pick<Settings, 'ownBranch'>): RunPlace => ({
  run,
  slug: branchSlugOf(name),
  ownBranch,
});

/** Drives a run, and the runs within it, in a workspace that this process owns. */
export function driveRoot(parts: Omit<RunParts, 'runWithin'>, root: RootRun): Promise<Result<RunResult, Refusal>> {
  const { run, settings } = root;
  const place = placeOf(run, parts.workflow, settings);
  const drivable = { ...root, place, budgetNanoUsd: settings.budgetNanoUsd, around: null };
  return driveWorkflow({ ...parts, runWithin: runWithinOf(parts, drivable, settings) }, drivable, settings.runToken);
}
