import type { Field, Fields } from './fields.ts';
import { isBlank, type ReadStep } from './step-index.ts';
import type { Branch, Loop, Require, Step, Workflow } from './workflow.ts';

/** The workflow that was read, once nothing is wrong with it: defaults filled in, blank texts as if not given. */
export function buildWorkflow(values: Fields<'workflow'>['values'], steps: readonly ReadStep[]): Workflow {
  const { name, description, budget, enforce, principles, branch } = values;
  const workflow = {
    name: (name as Field<string>).value.trim(),
    description: description?.value ?? '',
    budget: {
      // No limit and a limit of nothing are one to devkit.
      limitTokens: budget?.value.values.limit?.value || null,
      downgrade: given(budget?.value.values.downgrade?.value),
    },
    enforce: enforce?.value ?? 'hard',
    principles: textsOf(principles?.value),
    ownBranch: branch?.value ?? true,
  } as const;
  return { ...workflow, steps: steps.map((step) => buildStep(step, workflow)) };
}

function buildStep({ id, values, bodies }: ReadStep, workflow: Pick<Workflow, 'enforce' | 'principles'>): Step {
  const common = { id: id as string, require: requireOf(values.require?.value), branch: (values.branch?.value ?? []).map(branchOf) };
  const kind = bodies[0] as Step['kind'];
  switch (kind) {
    case 'command':
      return { ...common, kind, command: values.command?.value as string, expect: values.expect?.value ?? null };
    case 'parallel':
      return { ...common, kind, children: textsOf(values.parallel?.value) };
    case 'prompt':
      return {
        ...common,
        kind,
        prompt: values.prompt?.value as string,
        model: given(values.model?.value),
        enforce: values.enforce?.value ?? workflow.enforce,
        principles: values.principles === undefined ? workflow.principles : textsOf(values.principles.value),
        loop: loopOf(values.loop?.value),
      };
  }
}

function loopOf(loop: Fields<'loop'> | undefined): Loop | null {
  if (loop === undefined) return null;
  const { max, until, gate } = loop.values;
  return { max: Math.max(1, max?.value ?? 1), until: given(until?.value), gate: given(gate?.value) };
}

const branchOf = ({ values }: Fields<'branch'>): Branch => ({ when: values.when?.value as string, goto: values.goto?.value as string });

function requireOf(require: Fields<'require'> | undefined): Require | null {
  if (require === undefined) return null;
  const { non_empty, contains, until, last_line_regex } = require.values;
  return {
    nonEmpty: non_empty?.value ?? false,
    contains: textsOf(contains?.value),
    until: given(until?.value),
    lastLineRegex: given(last_line_regex?.value),
  };
}

const given = (text: string | undefined): string | null => (isBlank(text) ? null : (text as string));

const textsOf = (items: readonly { text: string }[] | undefined): string[] =>
  (items ?? []).map(({ text }) => text).filter((text) => !isBlank(text));
