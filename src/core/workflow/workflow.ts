/** A procedure as its author wrote it, checked: everything the engine needs and nothing that can be wrong. */
export interface Workflow {
  readonly name: string;
  readonly description: string;
  /** Limit in tokens; `null` where none was set. `downgrade` names the tier to use past 80 % of it. */
  readonly budget: { readonly limitTokens: number | null; readonly downgrade: string | null };
  readonly enforce: Enforce;
  readonly principles: readonly string[];
  /** Whether kept iterations go to a branch of the run's own; false only where the file says `branch: false`. */
  readonly ownBranch: boolean;
  /** In the file's order; ids are unique, also as environment keys. */
  readonly steps: readonly Step[];
}

type Enforce = 'hard' | 'soft';

export type Step = CommandStep | PromptStep | ParallelStep;

interface StepFields {
  readonly id: string;
  readonly require: Require | null;
  /** First match wins. */
  readonly branch: readonly Branch[];
}

export interface CommandStep extends StepFields {
  readonly kind: 'command';
  /** Shell text, run by `sh -c`. Values reach it through the environment only. */
  readonly command: string;
  readonly expect: 'success' | 'failure' | null;
}

export interface PromptStep extends StepFields {
  readonly kind: 'prompt';
  /** May name `{{input}}` and `{{step-id}}`. */
  readonly prompt: string;
  /** A tier (smart, general, fast) or a model's name; `null` = the runner's own choice. */
  readonly model: string | null;
  readonly enforce: Enforce;
  /** The step's own, or the workflow's where it has none. */
  readonly principles: readonly string[];
  readonly loop: Loop | null;
}

export interface ParallelStep extends StepFields {
  readonly kind: 'parallel';
  /** Ids of command and prompt steps, at least one, each in no other group. */
  readonly children: readonly string[];
}

export interface Loop {
  /** At least 1. */
  readonly max: number;
  readonly until: string | null;
  readonly gate: string | null;
}

export interface Branch {
  readonly when: string;
  /** A step's id, or `end` where no step is called so. */
  readonly goto: string;
}

export interface Require {
  readonly nonEmpty: boolean;
  readonly contains: readonly string[];
  readonly until: string | null;
  /** RE2 syntax; compiled once at validation. */
  readonly lastLineRegex: string | null;
}

/** The ids of all steps that some parallel step runs: the walk passes over them. */
export function parallelChildren(workflow: Workflow): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const step of workflow.steps) {
    if (step.kind === 'parallel') for (const child of step.children) ids.add(child);
  }
  return ids;
}
