import type { Refusal } from '../core/model/refusal.ts';
import { ok, type Result } from '../core/model/result.ts';
import { interpolate } from '../core/workflow/interpolation.ts';
import { parallelChildren, type Step } from '../core/workflow/workflow.ts';
import { checkedWorkflow } from './checked-workflow.ts';
import { rootOf } from './root.ts';

export interface WalkedStep {
  readonly step: string;
  readonly depth: 0 | 1;
  readonly detail: string;
}

/** The steps of a workflow in the order of the walk, as a run without branches would take them. Nothing is run or written. */
export async function walkWorkflow(nameOrPath: string, input: string, cwd: string): Promise<Result<WalkedStep[], Refusal>> {
  const checked = await checkedWorkflow(nameOrPath, cwd, rootOf(cwd));
  if (!checked.ok) return checked;
  const { workflow } = checked.value;
  const children = parallelChildren(workflow);
  const stepOf = new Map(workflow.steps.map((step) => [step.id, step]));
  const lines: WalkedStep[] = [];
  for (const step of workflow.steps) {
    if (children.has(step.id)) continue;
    lines.push({ step: step.id, depth: 0, detail: detailOf(step, input) });
    if (step.kind !== 'parallel') continue;
    for (const child of step.children) lines.push({ step: child, depth: 1, detail: detailOf(stepOf.get(child) as Step, input) });
  }
  return ok(lines);
}

function detailOf(step: Step, input: string): string {
  const branches = step.branch.map(({ when, goto }) => ` → ${goto} on "${when}"`).join('');
  switch (step.kind) {
    case 'command':
      return `command  ${firstLine(step.command)}${step.expect === null ? '' : `  (expects ${step.expect})`}${branches}`;
    case 'parallel':
      return `parallel ${step.children.join(', ')}`;
    case 'prompt': {
      const { loop } = step;
      const rounds =
        loop === null
          ? ''
          : ` up to ${loop.max}×${loop.until === null ? '' : ` until ${loop.until}`}${loop.gate === null ? '' : `, gate: ${firstLine(loop.gate)}`}`;
      const text = interpolate(step.prompt, (name) => (name === 'input' ? input : undefined));
      return `prompt   ${step.model ?? 'any model'}${rounds}  "${firstLine(text)}"${branches}`;
    }
  }
}

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
