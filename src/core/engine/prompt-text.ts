import type { Words } from '../events/event-parts.ts';
import { interpolate, placeholderNames } from '../workflow/texts/interpolation.ts';
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

/** The text with what people said to the run since it began, behind it and marked as theirs; the text itself where nobody has. */
export function withSaid(text: string, said: readonly Words[]): string {
  if (said.length === 0) return text;
  const words = said.map(({ by, text: own }) => `${by} says:\n\n${own.trim()}\n`).join('\n');
  return `${text.trimEnd()}\n\n## Said by a person while this run was going on\n\nIt comes from the people who run this, later than all above; where the two differ, go by this.\n\n${words}`;
}

/**
 * The text with what is wanted of the reply's form, where the step wants JSON of a schema; and what was wrong with the reply
 * before, where there was one.
 */
export function withForm(text: string, { outputSchema }: PromptStep, complaint: string | null): string {
  if (outputSchema === null) return text;
  const wanted = `${text.trimEnd()}\n\n## The form of your reply\n\nReply with JSON only, that meets this JSON Schema:\n\n${JSON.stringify(outputSchema)}\n`;
  return complaint === null ? wanted : `${wanted}\nYour reply before was not accepted: ${complaint}\nGive the whole JSON again.\n`;
}
