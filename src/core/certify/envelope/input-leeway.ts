import { quoted } from '../../model/shown-text.ts';
import type { Leeway } from './find-unlike.ts';
import type { NumberShape, TextShape } from './shape.ts';
import { hasForm } from './text-form.ts';

/** What inputs may be without being outside what was covered: strict, as all that it costs is a run of the agent, which then covers it. */
export const inputLeeway: Leeway = {
  number: (seen, value) => {
    if (seen.isWhole && !Number.isInteger(value)) return `is ${value}, where it was always a whole number`;
    const [lowest, highest] = rangeOf(seen);
    return value >= lowest && value <= highest ? null : `is ${value}, outside ${lowest} to ${highest}`;
  },
  text: textFault,
  list: ({ shortest, longest }, length) => {
    if (length === 0 && shortest > 0) return 'is empty, where it never was';
    return length <= 2 * longest ? null : `has ${length} items, where the most were ${longest}`;
  },
  isUnknownFine: false,
  always: 1,
  passes: () => false,
};

/**
 * What varies (an order's number, an amount) may go beyond what was seen by as much as it spread, so that a number that only grows is covered for as
 * long again; a setting may not.
 */
function rangeOf({ lowest, highest, isVaried }: NumberShape): [lowest: number, highest: number] {
  const spread = isVaried ? highest - lowest : 0;
  // What never was below 0 is not covered there.
  const below = lowest - spread;
  return [lowest >= 0 ? Math.max(0, below) : below, highest + spread];
}

function textFault({ values, form, shortest, longest }: TextShape, value: string): string | null {
  if (values !== undefined)
    return values.includes(value)
      ? null
      : `is ${quoted(value)}, which is none of ${values.slice(0, 5).map(quoted).join(', ')}${values.length > 5 ? ' …' : ''}`;
  if (value === '') return shortest === 0 ? null : 'is empty, where it never was';
  if (form !== undefined && !hasForm(form, value)) return `is ${quoted(value)}, where it was always written as ${formNames[form]}`;
  return value.length <= 2 * longest + 20 ? null : `has ${value.length} characters, where the most were ${longest}`;
}

/** How each form is called in a sentence. */
export const formNames = {
  date: 'a date',
  instant: 'a date with its time',
  url: 'an address',
  email: 'an address of mail',
  uuid: 'a UUID',
  number: 'a number',
} as const;
