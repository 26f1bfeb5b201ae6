import { listed, shown } from '../../model/shown-text.ts';
import type { Place } from '../../model/source-text.ts';
import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import type { Field } from '../fields/fields.ts';
import { placeholderNames } from '../texts/interpolation.ts';
import type { Rule } from './rule.ts';

/** Every name in double braces is one that is filled in. */
export const checkPrompts: Rule = (_workflow, { steps, ids }, diagnoses) => {
  const names = ['input', ...ids];
  // Made once for each kind of step: there may be thousands of either.
  const kinds = new Map<string, Known>();
  for (const { values, gated } of steps) {
    if (values.prompt === undefined) continue;
    const own = [...(gated ? ['gate'] : []), ...(values.foreach === undefined ? [] : itemNames)];
    const kind = kinds.get(own.join()) ?? { names: [...names, ...own], set: new Set([...names, ...own]) };
    kinds.set(own.join(), kind);
    checkNames(values.prompt, kind, diagnoses);
  }
};

const itemNames = ['item', 'item_index'];

interface Known {
  readonly names: readonly string[];
  readonly set: ReadonlySet<string>;
}

function checkNames(prompt: Field<string>, known: Known, diagnoses: Diagnoses): void {
  // Each search begins where the last one ended, and none follows one in vain: a long prompt costs one pass.
  let rest: Place | null = prompt.place;
  for (const name of placeholderNames(prompt.value)) {
    if (known.set.has(name)) continue;
    const found: Place | null = rest === null ? null : diagnoses.placeWithin(rest, `{{${name}}}`);
    rest = found === null ? null : { start: found.end, end: prompt.place.end };
    const message = `{{${shown(name)}}} names no step; it would stay as it is`;
    diagnoses.report('workflow/unknown-name', found ?? prompt.place, message, hintFor(name, known, diagnoses));
  }
}

function hintFor(name: string, { names, set }: Known, diagnoses: Diagnoses): string {
  if (set.has(name.trim())) return `no blanks inside: {{${shown(name.trim())}}}`;
  if (name === 'gate') return 'only a prompt whose loop has a gate knows {{gate}}';
  if (itemNames.includes(name)) return `only a prompt with foreach knows {{${name}}}`;
  return diagnoses.didYouMean(name, names, `known here: ${listed(names)}`);
}
