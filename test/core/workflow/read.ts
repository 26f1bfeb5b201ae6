import type { DiagnosticCode } from '../../../src/core/model/diagnostic.ts';
import { parseWorkflow } from '../../../src/core/workflow/parse-workflow.ts';
import type { Step, Workflow } from '../../../src/core/workflow/workflow.ts';

/** What a text is told, a line each: `line:column code`. */
export const placesOf = (text: string): string[] =>
  parseWorkflow(text).diagnostics.map(({ line, column, code }) => `${line}:${column} ${code.replace('workflow/', '')}`);

/** Message and hint of the first diagnostic of a code. */
export function wordsOf(text: string, code: DiagnosticCode): string {
  const found = parseWorkflow(text).diagnostics.find((diagnostic) => diagnostic.code === code);
  return found === undefined ? '' : `${found.message} | ${found.hint ?? ''}`;
}

/** The workflow of a text that has no errors. */
export function workflowOf(text: string): Workflow {
  const { workflow, diagnostics } = parseWorkflow(text);
  if (workflow === null) throw new Error(JSON.stringify(diagnostics));
  return workflow;
}

/** The only step of a workflow, written as its keys (two blanks deep). */
export const stepOf = (keys: string): Step => workflowOf(`name: n\nsteps:\n- id: s\n${keys}`).steps[0] as Step;

/** A workflow of steps, each a flow map without the braces. */
export const steps = (...each: string[]): string => `name: n\nsteps:\n${each.map((step) => `- {${step}}\n`).join('')}`;
