import type {
  Branch,
  CommandStep,
  Foreach,
  FunctionStep,
  Loop,
  ParallelStep,
  PromptStep,
  Require,
  Step,
  Workflow,
} from '../../../src/core/workflow/workflow.ts';

type ApproveStep = Extract<Step, { kind: 'approve' }>;
type WorkflowStep = Extract<Step, { kind: 'workflow' }>;

/** A workflow as validation would give it, named "Demo", from its steps. */
export const workflowOf = (steps: readonly Step[], changes: Partial<Workflow> = {}): Workflow => ({
  name: 'Demo',
  description: '',
  budget: { limitTokens: null, downgrade: null },
  enforce: 'hard',
  principles: [],
  ownBranch: true,
  steps,
  ...changes,
});

const runFields = { timeoutMs: null, retry: null, foreach: null, isolated: false, env: {}, secrets: [] };

export const command = (id: string, changes: Partial<CommandStep> = {}): CommandStep => ({
  kind: 'command',
  id,
  ...runFields,
  command: 'true',
  expect: null,
  snapshot: false,
  require: null,
  branch: [],
  ...changes,
});

export const functionStep = (id: string, changes: Partial<FunctionStep> = {}): FunctionStep => ({
  kind: 'function',
  id,
  ...runFields,
  name: 'total',
  digest: null,
  args: {},
  outputSchema: null,
  snapshot: false,
  require: null,
  branch: [],
  ...changes,
});

export const prompt = (id: string, changes: Partial<PromptStep> = {}): PromptStep => ({
  kind: 'prompt',
  id,
  ...runFields,
  prompt: 'Do it',
  outputSchema: null,
  model: null,
  enforce: 'hard',
  principles: [],
  loop: null,
  require: null,
  branch: [],
  ...changes,
});

/** `gate`: its shell text, where the exit code says all. */
type LoopParts = Partial<Omit<Loop, 'gate'>> & { readonly gate?: string | Loop['gate'] };

export const loop = (id: string, { gate = null, ...parts }: LoopParts, changes: Partial<PromptStep> = {}): PromptStep => {
  const whole = typeof gate === 'string' ? { command: gate, measure: null } : gate;
  return prompt(id, { loop: { max: 3, until: null, ...parts, gate: whole }, ...changes });
};

export const parallel = (id: string, ...children: string[]): ParallelStep => ({
  kind: 'parallel',
  id,
  children,
  require: null,
  branch: [],
});

export const approve = (id: string, changes: Partial<ApproveStep> = {}): ApproveStep => ({
  kind: 'approve',
  id,
  question: 'Go on?',
  require: null,
  branch: [],
  ...changes,
});

export const inner = (id: string, changes: Partial<WorkflowStep> = {}): WorkflowStep => ({
  kind: 'workflow',
  id,
  file: 'inner.yml',
  require: null,
  branch: [],
  ...changes,
});

export const each = (maxParallel = 1): Foreach => ({ items: { from: 'list' }, maxParallel });

export const jump = (when: string, goto: string): Branch => ({ when, goto });

export const requiring = (parts: Partial<Require>): Require => ({
  nonEmpty: false,
  contains: [],
  until: null,
  lastLineRegex: null,
  ...parts,
});
