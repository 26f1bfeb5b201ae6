import { listed, shown } from '../../model/shown-text.ts';
import type { Place } from '../../model/source-text.ts';
import type { Field } from '../fields.ts';
import type { Findings } from '../findings.ts';
import { placeholderNames } from '../interpolation.ts';
import type { Rule } from './rule.ts';

/** Every name in double braces is one that is filled in. */
export const checkPrompts: Rule = (_workflow, { steps, ids }, findings) => {
  const names = ['input', ...ids];
  const gatedNames = [...names, 'gate'];
  const plain = new Set(names);
  const gated = new Set(gatedNames);
  for (const step of steps) {
    if (step.values.prompt === undefined) continue;
    if (step.gated) checkNames(step.values.prompt, gatedNames, gated, findings);
    else checkNames(step.values.prompt, names, plain, findings);
  }
};

function checkNames(prompt: Field<string>, names: readonly string[], known: ReadonlySet<string>, findings: Findings): void {
  // Each search begins where the last one ended, and none follows one in vain: a long prompt costs one pass.
  let rest: Place | null = prompt.place;
  for (const name of placeholderNames(prompt.value)) {
    if (known.has(name)) continue;
    const found: Place | null = rest === null ? null : findings.placeWithin(rest, `{{${name}}}`);
    rest = found === null ? null : { start: found.end, end: prompt.place.end };
    const message = `{{${shown(name)}}} names no step; it would stay as it is`;
    findings.report('workflow/unknown-name', found ?? prompt.place, message, hintFor(name, names, known, findings));
  }
}

function hintFor(name: string, names: readonly string[], known: ReadonlySet<string>, findings: Findings): string {
  if (known.has(name.trim())) return `no blanks inside: {{${shown(name.trim())}}}`;
  if (name === 'gate') return 'only a prompt whose loop has a gate knows {{gate}}';
  return findings.didYouMean(name, names, `known here: ${listed(names)}`);
}
