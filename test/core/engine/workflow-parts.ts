import type { Branch, CommandStep, Loop, ParallelStep, PromptStep, Require, Step, Workflow } from '../../../src/core/workflow/workflow.ts';

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

export const command = (id: string, changes: Partial<CommandStep> = {}): CommandStep => ({
  kind: 'command',
  id,
  command: 'true',
  expect: null,
  require: null,
  branch: [],
  ...changes,
});

export const prompt = (id: string, changes: Partial<PromptStep> = {}): PromptStep => ({
  kind: 'prompt',
  id,
  prompt: 'Do it',
  model: null,
  enforce: 'hard',
  principles: [],
  loop: null,
  require: null,
  branch: [],
  ...changes,
});

export const loop = (id: string, parts: Partial<Loop>, changes: Partial<PromptStep> = {}): PromptStep =>
  prompt(id, { loop: { max: 3, until: null, gate: null, ...parts }, ...changes });

export const parallel = (id: string, ...children: string[]): ParallelStep => ({
  kind: 'parallel',
  id,
  children,
  require: null,
  branch: [],
});

export const jump = (when: string, goto: string): Branch => ({ when, goto });

export const requiring = (parts: Partial<Require>): Require => ({
  nonEmpty: false,
  contains: [],
  until: null,
  lastLineRegex: null,
  ...parts,
});
