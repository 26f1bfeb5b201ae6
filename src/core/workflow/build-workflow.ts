import type { Field, Fields, Item } from './fields/fields.ts';
import { isBlank, type ReadStep } from './step-index.ts';
import type { Branch, Foreach, Gate, Loop, Require, Retry, RunFields, Step, Workflow } from './workflow.ts';

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
  const runFields = runFieldsOf(values);
  const kind = bodies[0] as Step['kind'];
  switch (kind) {
    case 'command':
      return {
        ...common,
        ...runFields,
        kind,
        command: values.command?.value as string,
        expect: values.expect?.value ?? null,
        snapshot: values.snapshot?.value ?? false,
      };
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
        ...runFields,
        outputSchema: values.output?.value.values.schema?.value.json ?? null,
      };
    case 'function': {
      const [name, digest] = (values.function as Field<string>).value.trim().split('@');
      return {
        ...common,
        ...runFields,
        kind,
        name: name as string,
        digest: digest ?? null,
        args: values.args?.value.json ?? {},
        outputSchema: values.output?.value.values.schema?.value.json ?? null,
        snapshot: values.snapshot?.value ?? false,
      };
    }
    case 'approve':
      return { ...common, kind, question: values.approve?.value as string };
    case 'workflow':
      return { ...common, kind, file: (values.workflow as Field<string>).value.trim() };
  }
}

function runFieldsOf({ timeout, retry, foreach, isolate, env, secrets }: ReadStep['values']): RunFields {
  return {
    timeoutMs: timeout?.value ?? null,
    retry: retryOf(retry?.value),
    foreach: foreachOf(foreach?.value),
    isolated: isolate !== undefined,
    env: Object.fromEntries((env?.value ?? []).map(({ name, text }) => [name, text])),
    secrets: [...new Set(textsOf(secrets?.value))],
  };
}

const firstBackoffMs = 1000;

const retryOf = (retry: Fields<'retry'> | undefined): Retry | null =>
  retry === undefined ? null : { max: retry.values.max?.value ?? 1, backoffMs: retry.values.backoff?.value ?? firstBackoffMs };

function foreachOf(foreach: Fields<'foreach'> | undefined): Foreach | null {
  if (foreach === undefined) return null;
  const { items, max_parallel } = foreach.values;
  const over = items?.value as string | readonly Item[];
  // The items are data: a blank one is one too.
  return {
    items: typeof over === 'string' ? { from: over } : { list: over.map(({ text }) => text) },
    maxParallel: max_parallel?.value ?? 1,
  };
}

function loopOf(loop: Fields<'loop'> | undefined): Loop | null {
  if (loop === undefined) return null;
  const { max, until, gate } = loop.values;
  return { max: Math.max(1, max?.value ?? 1), until: given(until?.value), gate: gateOf(gate?.value) };
}

function gateOf(gate: Fields<'gate'> | undefined): Gate | null {
  const { command, measure, tolerance } = gate?.values ?? {};
  if (command === undefined || isBlank(command.value)) return null;
  return {
    command: command.value,
    measure: measure === undefined ? null : { better: measure.value, tolerance: tolerance?.value ?? 0 },
  };
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
