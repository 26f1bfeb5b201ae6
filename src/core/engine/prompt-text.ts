import { interpolate, placeholderNames } from '../workflow/interpolation.ts';
import type { PromptStep } from '../workflow/workflow.ts';

/** What a prompt reads for `{{gate}}` before any gate has run. */
const noGateYet = '(the gate has not run yet)';

/**
 * The text that is sent for a prompt step: its template with `values` filled in (`input` and the outputs, already clipped);
 * and what the last gate printed, as `{{gate}}` or, where the prompt does not name it, under a heading at the end. A step
 * called `gate` wins over the gate's output.
 */
export function promptText(step: PromptStep, values: ReadonlyMap<string, string>, gateOutput: string | null): string {
  if (step.loop === null || step.loop.gate === null) return interpolate(step.prompt, (name) => values.get(name));
  const gate = values.get('gate') ?? gateOutput ?? noGateYet;
  const text = interpolate(step.prompt, (name) => (name === 'gate' ? gate : values.get(name)));
  if (gateOutput === null || placeholderNames(step.prompt).includes('gate')) return text;
  return `${text.trimEnd()}\n\n## What the gate printed after the last try\n\n${gateOutput}\n`;
}
