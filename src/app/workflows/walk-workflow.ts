import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import { interpolate } from '../../core/workflow/texts/interpolation.ts';
import { type Loop, parallelChildren, type RunFields, type Step } from '../../core/workflow/workflow.ts';
import { rootOf } from '../project/root.ts';
import { checkedWorkflow } from './checked-workflow.ts';

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
      return `command  ${firstLine(step.command)}${step.expect === null ? '' : `  (expects ${step.expect})`}${aroundOf(step)}${branches}`;
    case 'function':
      return `function ${step.name}  ${firstLine(JSON.stringify(step.args))}${aroundOf(step)}${branches}`;
    case 'approve':
      return `approve  "${firstLine(step.question)}"${branches}`;
    case 'workflow':
      return `workflow ${step.file}${branches}`;
    case 'parallel':
      return `parallel ${step.children.join(', ')}`;
    case 'prompt': {
      const text = interpolate(step.prompt, (name) => (name === 'input' ? input : undefined));
      return `prompt   ${step.model ?? 'any model'}${roundsOf(step.loop)}  "${firstLine(text)}"${aroundOf(step)}${branches}`;
    }
  }
}

function roundsOf(loop: Loop | null): string {
  if (loop === null) return '';
  const { max, until, gate } = loop;
  const measure = gate === null || gate.measure === null ? '' : ` (${gate.measure.better} is better)`;
  return ` up to ${max}×${until === null ? '' : ` until ${until}`}${gate === null ? '' : `, gate: ${firstLine(gate.command)}${measure}`}`;
}

/** How often and where a step works, unless once and where everything does. */
function aroundOf({ foreach, isolated }: RunFields): string {
  const apart = isolated ? '  in a work tree of its own' : '';
  if (foreach === null) return apart;
  const { items, maxParallel } = foreach;
  const over = 'from' in items ? `each item of ${items.from}` : `each of ${items.list.length} items`;
  return `  for ${over}${maxParallel === 1 ? '' : `, ${maxParallel} at once`}${apart}`;
}

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
