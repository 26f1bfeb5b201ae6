import { listed, shown } from '../../model/shown-text.ts';
import type { Place } from '../../model/source-text.ts';
import type { Diagnoses } from '../diagnoses.ts';
import type { Field } from '../fields.ts';
import { placeholderNames } from '../interpolation.ts';
import type { Rule } from './rule.ts';

/** Every name in double braces is one that is filled in. */
export const checkPrompts: Rule = (_workflow, { steps, ids }, diagnoses) => {
  const names = ['input', ...ids];
  const gatedNames = [...names, 'gate'];
  const plain = new Set(names);
  const gated = new Set(gatedNames);
  for (const step of steps) {
    if (step.values.prompt === undefined) continue;
    if (step.gated) checkNames(step.values.prompt, gatedNames, gated, diagnoses);
    else checkNames(step.values.prompt, names, plain, diagnoses);
  }
};

function checkNames(prompt: Field<string>, names: readonly string[], known: ReadonlySet<string>, diagnoses: Diagnoses): void {
  // Each search begins where the last one ended, and none follows one in vain: a long prompt costs one pass.
  let rest: Place | null = prompt.place;
  for (const name of placeholderNames(prompt.value)) {
    if (known.has(name)) continue;
    const found: Place | null = rest === null ? null : diagnoses.placeWithin(rest, `{{${name}}}`);
    rest = found === null ? null : { start: found.end, end: prompt.place.end };
    const message = `{{${shown(name)}}} names no step; it would stay as it is`;
    diagnoses.report('workflow/unknown-name', found ?? prompt.place, message, hintFor(name, names, known, diagnoses));
  }
}

function hintFor(name: string, names: readonly string[], known: ReadonlySet<string>, diagnoses: Diagnoses): string {
  if (known.has(name.trim())) return `no blanks inside: {{${shown(name.trim())}}}`;
  if (name === 'gate') return 'only a prompt whose loop has a gate knows {{gate}}';
  return diagnoses.didYouMean(name, names, `known here: ${listed(names)}`);
}
