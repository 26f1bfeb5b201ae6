import type { CommandStep, Loop, PromptStep } from '../workflow/workflow.ts';
import type { Procedure } from './procedure.ts';
import type { Frame, RunState } from './state.ts';

/** One open step with all that decides about it. */
export interface Attempt {
  readonly procedure: Procedure;
  readonly state: RunState;
  readonly frame: Frame;
  readonly step: CommandStep | PromptStep;
  /** The step's loop, if it is one. */
  readonly loop: Loop | null;
  /** Whether the workspace is recorded and put back around it: in a repository, and no group is open. */
  readonly covered: boolean;
}
