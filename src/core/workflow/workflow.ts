import type { Json } from '../model/json.ts';

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

export type Step = CommandStep | PromptStep | FunctionStep | ParallelStep | ApproveStep | WorkflowStep;

/** A step that does work, and so has a place in the journal for each time it is tried. */
export type WorkStep = RunStep | ApproveStep | WorkflowStep;

/** A step that runs something of its own, or asks an agent. */
export type RunStep = CommandStep | PromptStep | FunctionStep;

interface StepFields {
  readonly id: string;
  readonly require: Require | null;
  /** First match wins. */
  readonly branch: readonly Branch[];
}

/** What a step that runs something may say besides. */
export interface RunFields {
  /** Bounds each command, gate and call of the step; null = the run's setting. */
  readonly timeoutMs: number | null;
  readonly retry: Retry | null;
  readonly foreach: Foreach | null;
  /** Whether it works in a work tree of its own, whose changes are merged back. */
  readonly isolated: boolean;
  /** Added to the environment of its commands, its gate and its agent. Values stand as they are written. */
  readonly env: Readonly<Record<string, string>>;
  /** Names of secrets that its commands, its gate and its agent get in their environment, and no other step does. */
  readonly secrets: readonly string[];
}

/** Tries again after a failure of the world; the work's own failure (a reply that `require` refuses, a gate) is none. */
export interface Retry {
  /** Tries after the first; at least 1. */
  readonly max: number;
  /** Before the first retry; doubled for each further one. */
  readonly backoffMs: number;
}

/** Once for each item. */
export interface Foreach {
  /** The output of an earlier step (a JSON list, or else its lines that are not blank), or a list as it stands. */
  readonly items: { readonly from: string } | { readonly list: readonly string[] };
  /** At least 1. Above 1 the items share the work tree, unless the step is isolated. */
  readonly maxParallel: number;
}

export interface CommandStep extends StepFields, RunFields {
  readonly kind: 'command';
  /** Shell text, run by `sh -c`. Values reach it through the environment only. */
  readonly command: string;
  readonly expect: 'success' | 'failure' | null;
  /** Whether the work tree is recorded before it and put back before it runs again (after a crash, for a retry) or where it fails. */
  readonly snapshot: boolean;
}

export interface PromptStep extends StepFields, RunFields {
  readonly kind: 'prompt';
  /** May name `{{input}}` and `{{step-id}}`. */
  readonly prompt: string;
  /** A tier (smart, general, fast) or a model's name; `null` = the runner's own choice. */
  readonly model: string | null;
  readonly enforce: Enforce;
  /** The step's own, or the workflow's where it has none. */
  readonly principles: readonly string[];
  readonly loop: Loop | null;
  /** JSON Schema that the reply has to meet; null = any text. */
  readonly outputSchema: Json | null;
}

/** Runs a stored function, without a model. */
export interface FunctionStep extends StepFields, RunFields {
  readonly kind: 'function';
  readonly name: string;
  /** How the digest of its text has to begin, in hex; null = whichever it is when the run begins. */
  readonly digest: string | null;
  /** Its one argument. Texts in it may name `{{input}}` and `{{step-id}}`; `{{step-id.json}}` as the whole text is the value itself. */
  readonly args: Json;
  /** JSON Schema that its result has to meet; null = any JSON. */
  readonly outputSchema: Json | null;
  /** Whether the work tree is recorded before it and put back where it fails or before it is tried again. */
  readonly snapshot: boolean;
}

/** Waits for a person's word. */
interface ApproveStep extends StepFields {
  readonly kind: 'approve';
  readonly question: string;
}

/** Runs another workflow file as a run within the run, with the same input. */
interface WorkflowStep extends StepFields {
  readonly kind: 'workflow';
  /** As written: relative to the folder of the file that it stands in. */
  readonly file: string;
}

export interface ParallelStep extends StepFields {
  readonly kind: 'parallel';
  /** Ids of command, prompt and function steps, at least one, each in no other group. */
  readonly children: readonly string[];
}

export interface Loop {
  /** At least 1. */
  readonly max: number;
  readonly until: string | null;
  readonly gate: Gate | null;
}

export interface Gate {
  /** Shell text. */
  readonly command: string;
  /** null = the exit code says all. */
  readonly measure: Measure | null;
}

/** The last number that the gate's command prints is compared with the best kept so far: what is not worse is kept. */
export interface Measure {
  readonly better: 'lower' | 'higher';
  /** How much worse than the best still counts as not worse; at least 0. */
  readonly tolerance: number;
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

/** Whether a step has the fields of those that run something. */
export const isRunStep = (step: Step): step is RunStep => step.kind === 'command' || step.kind === 'prompt' || step.kind === 'function';

/** The ids of all steps that some parallel step runs: the walk passes over them. */
export function parallelChildren(workflow: Workflow): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const step of workflow.steps) {
    if (step.kind === 'parallel') for (const child of step.children) ids.add(child);
  }
  return ids;
}
