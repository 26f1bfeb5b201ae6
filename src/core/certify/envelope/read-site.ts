import type { Json } from '../../model/json.ts';
import { textsIn } from './leaves.ts';

/** Stands for a part of an argument that is another one in each run. */
const any = '*';

/** Longer texts (a prompt, a script) are one part, whatever is in them. */
const longestText = 200;

/**
 * What a read is of, as its arguments name it: `https: forge.test repos * issues page *`. Parts that are numbers or hold a digit stand for any, and
 * so does what comes from the run itself (`known`: parts of its input and of earlier answers).
 */
export function siteOf(args: readonly Json[], known: ReadonlySet<string>): string[] {
  return args.flatMap((arg) => partsOf(arg)).map((part) => (/\d/.test(part) || known.has(part) ? any : part));
}

function partsOf(value: Json): string[] {
  // A list has as many items as a run needs: it is one part.
  if (Array.isArray(value) || typeof value === 'number') return [any];
  if (typeof value === 'string') return value.length > longestText ? [any] : textParts(value);
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, inner]) => [name, ...partsOf(inner)]);
}

/** The words of a text, an address or a path. */
export const textParts = (text: string): string[] => text.split(/[\s/?&=#,;()'"<>]+/).filter((part) => part !== '');

/** The parts of all texts in a value: what may name something in the reads that follow. */
export const partsIn = (value: Json): string[] =>
  textsIn(value)
    .filter(({ length }) => length <= longestText)
    .flatMap(textParts);

/** Whether a site stands for whatever the other one does. */
export const covers = (site: readonly string[], other: readonly string[]): boolean =>
  site.length === other.length && site.every((part, at) => part === any || part === other[at]);

/** How much it leaves open: the less, the more is said by what was seen there. */
export const openness = (site: readonly string[]): number => site.filter((part) => part === any).length;
