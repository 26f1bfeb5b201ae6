import { quoted, shown } from '../../model/shown-text.ts';
import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import type { Field } from '../fields/fields.ts';
import type { JsonTree } from '../fields/json-tree.ts';
import { isBlank, type ReadStep } from '../step-index.ts';
import { argumentNames } from '../texts/function-arguments.ts';
import type { Rule } from './rule.ts';

/** As short as a digest can be cut and still mean one text. */
const form = /^[A-Za-z_]\w*(?:@[0-9a-f]{8,64})?$/;

/** Each function is named as one can be, and every name in double braces in its argument is one that is filled in. */
export const checkFunctions: Rule = (_workflow, { steps, ids }, diagnoses) => {
  for (const step of steps) {
    const { function: named, args, foreach } = step.values;
    if (named !== undefined && !isBlank(named.value)) checkName(named, step, diagnoses);
    if (args === undefined || !step.bodies.includes('function')) continue;
    const known = ['input', ...ids, ...(foreach === undefined ? [] : ['item', 'item_index'])];
    checkTexts(args.value, new Set(known), known, diagnoses);
  }
};

function checkName({ value, place }: Field<string>, { label }: ReadStep, diagnoses: Diagnoses): void {
  const name = value.trim();
  if (form.test(name)) return;
  diagnoses.report(
    'workflow/function-name',
    place,
    `${quoted(shown(name))} in ${label} names no function`,
    'letters, digits and _ only; with @ behind it the first 8 or more characters of its digest: total@3f9ac1e0',
  );
}

function checkTexts(tree: JsonTree, known: ReadonlySet<string>, names: readonly string[], diagnoses: Diagnoses): void {
  for (const item of tree.items) checkTexts(item, known, names, diagnoses);
  for (const { tree: member } of tree.members.values()) checkTexts(member, known, names, diagnoses);
  if (typeof tree.json !== 'string') return;
  for (const name of argumentNames(tree.json, known)) {
    if (known.has(name)) continue;
    const message = `{{${shown(name)}}} names no step; it would stay as it is`;
    diagnoses.report(
      'workflow/unknown-name',
      diagnoses.placeWithin(tree.place, `{{${name}}}`) ?? tree.place,
      message,
      hintFor(name, names, diagnoses),
    );
  }
}

function hintFor(name: string, names: readonly string[], diagnoses: Diagnoses): string {
  const trimmed = name.trim();
  if (trimmed !== name && names.includes(trimmed)) return `no blanks inside: {{${shown(trimmed)}}}`;
  if (name.endsWith('.json') && names.includes(name.slice(0, -'.json'.length)))
    return `a value stands alone: "{{${shown(name)}}}", with nothing before or behind it`;
  if (name === 'item' || name === 'item_index') return `only a step with foreach knows {{${name}}}`;
  return diagnoses.didYouMean(name, names, `known here: ${names.slice(0, 12).join(', ')}`);
}
